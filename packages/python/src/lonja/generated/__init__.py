# Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.
"""What is written from the service's OpenAPI document."""
