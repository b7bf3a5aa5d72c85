/** The parts of docs/openapi.json and docs/api-reference/examples.json that the pages are made of. */
export interface OpenApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

const SHARED = /^#\/components\/(responses|parameters)\/(.+)$/;

/** The text of a document with shared responses and parameters in the places that refer to them. */
export function resolveShared(text: string): string {
  const { components }: { components: Record<string, Record<string, unknown>> } = JSON.parse(text);
  const document: object = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const [, kind, name] = SHARED.exec(String(value.$ref)) ?? [];
    if (kind === undefined || name === undefined) return value;
    if (components[kind]?.[name] === undefined) throw new Error(`The document has no ${String(value.$ref)}.`);
    return components[kind][name];
  });
  const { responses: _responses, parameters: _parameters, ...others } = components;
  return JSON.stringify({ ...document, components: others });
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

export interface Operation extends DocumentedOperation {
  method: string;
  path: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** The parts of JSON Schema that parameters and bodies use. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  description?: string;
}

/** A recorded request and its answer; see e2e/reference. */
export interface Example {
  path: string;
  credential: 'none' | 'key' | 'session';
  body?: Record<string, unknown>;
  status: number;
  answer?: unknown;
}

/** Every operation in the order of the document. */
export function listOperations({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}
