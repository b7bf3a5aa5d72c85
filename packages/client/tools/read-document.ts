import type { Schema } from './schema-type.ts';

/** What the generator reads of an OpenAPI document. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface DocumentedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** One operation as the client offers it. */
export interface Operation {
  operationId: string;
  tag: string;
  summary: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { schema: Schema; encoding: 'json' | 'form' } | undefined;
  /** Absent for an empty answer. */
  reply: Schema | undefined;
  offersCsv: boolean;
  /** Whether it creates something, once for a key. */
  isOnce: boolean;
}

const ENCODINGS = { 'application/json': 'json', 'application/x-www-form-urlencoded': 'form' } as const;

const SHARED = /^#\/components\/(responses|parameters)\/(.+)$/;

/** The document of a file, with shared responses and parameters in the places that refer to them. */
export function parseDocument(text: string): OpenApiDocument {
  const { components }: { components: Record<string, Record<string, unknown>> } = JSON.parse(text);
  const document: OpenApiDocument = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const [, kind, name] = SHARED.exec(String(value.$ref)) ?? [];
    if (kind === undefined || name === undefined) return value;
    if (components[kind]?.[name] === undefined) throw new Error(`The document has no ${String(value.$ref)}.`);
    return components[kind][name];
  });
  return document;
}

/** The operations that answer once; event streams have a reader of their own. */
export function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, documented]) => readOperation(method.toUpperCase(), path, documented))
      .filter((operation) => operation !== undefined),
  );
}

function readOperation(method: string, path: string, documented: DocumentedOperation): Operation | undefined {
  const { operationId, summary, parameters = [] } = documented;
  const [tag] = documented.tags;
  const success = Object.entries(documented.responses).find(([status]) => status.startsWith('2'));
  if (tag === undefined || success === undefined) throw new Error(`${operationId} has no tag or no answer.`);
  const content = success[1].content ?? {};
  if (content['text/event-stream'] !== undefined) return undefined;
  // An operation gives JSON; files are fetched by the addresses that it names.
  const offersFile = content['application/vnd.apache.parquet'] !== undefined;
  const body = bodyOf(documented);
  if (method !== 'GET' && parameters.some((parameter) => parameter.in === 'query'))
    throw new Error(
      `${operationId} changes something and has query parameters: the client sends a body instead.`,
    );
  return {
    operationId,
    tag,
    summary,
    method,
    path,
    parameters: parameters.filter(
      (parameter) =>
        parameter.in === 'path' || (parameter.in === 'query' && !(offersFile && parameter.name === 'format')),
    ),
    body,
    reply: content['application/json']?.schema,
    offersCsv: content['text/csv'] !== undefined,
    isOnce: parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key'),
  };
}

/** A body that may be left out is described as one that may be null; the client sends an empty one. */
function bodyOf({ operationId, requestBody }: DocumentedOperation): Operation['body'] {
  if (requestBody === undefined) return undefined;
  for (const [type, encoding] of Object.entries(ENCODINGS)) {
    const schema = requestBody.content[type]?.schema;
    if (schema === undefined) continue;
    const objects = schema.anyOf?.filter((alternative) => alternative.type !== 'null');
    return { schema: objects === undefined ? schema : { anyOf: objects }, encoding };
  }
  throw new Error(`The body of ${operationId} is neither JSON nor a form.`);
}
