export * from './webhooks/verify-webhook.ts';
