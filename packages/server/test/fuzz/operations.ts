import type { FastifyInstance } from 'fastify';
import { inlineReferences, type JsonSchema, openApiOf } from '../http/documented-schema.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

/** What the fuzzer knows of an operation: the OpenAPI document and nothing else. */
export interface Operation {
  method: Method;
  template: string;
  isSecured: boolean;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  body: { type: string; schema: JsonSchema } | undefined;
  statuses: ReadonlySet<number>;
}

const METHODS: Record<string, Method> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** Every documented operation whose answer ends; a stream of events does not. */
export function operationsOf(app: FastifyInstance): Operation[] {
  const document = openApiOf(app);
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): Operation[] => {
      const ok = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
      if (ok?.[1].content !== undefined && 'text/event-stream' in ok[1].content) return [];
      const [body] = Object.entries(operation.requestBody?.content ?? {});
      return [
        {
          method: METHODS[method],
          template,
          isSecured: operation.security?.length !== 0,
          parameters: (operation.parameters ?? []).map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            required: parameter.required ?? false,
            schema: parameter.schema,
          })),
          body: body && { type: body[0], schema: schemaOf(inlineReferences(body[1].schema, document)) },
          statuses: new Set(Object.keys(operation.responses).map(Number)),
        },
      ];
    }),
  );
}

/** A copy of JSON that is known to be a schema. */
function schemaOf(value: unknown): JsonSchema {
  const schema: JsonSchema = JSON.parse(JSON.stringify(value));
  return schema;
}
