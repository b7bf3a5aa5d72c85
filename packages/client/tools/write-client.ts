import { readFile, writeFile } from 'node:fs/promises';
import { operationName } from './operation-name.ts';
import { listOperations, type Operation, parseDocument } from './read-document.ts';
import { comment, linesOf, type Schema, SCHEMA_REFERENCE, typeName, typeOf } from './schema-type.ts';

/** Writes src/generated from docs/openapi.json; with `--check` it changes nothing and fails where a file is not current. */
const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const GENERATED = new URL('../src/generated/', import.meta.url);
const HEADER =
  '// Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.\n';

const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
const groups = grouped(listOperations(document));
const isCheck = process.argv.includes('--check');
for (const [name, text] of [
  ['schemas.ts', schemasFile()],
  ['operations.ts', operationsFile()],
  ['routes.ts', routesFile()],
] as const) {
  const file = new URL(name, GENERATED);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`packages/client/src/generated/${name} is not current; run "npm run generate".\n`);
    process.exitCode = 1;
  }
}

function grouped(operations: Operation[]): Map<string, Map<string, Operation>> {
  const groups = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const { group, method } = operationName(operation.tag, operation.operationId);
    const methods = groups.get(group) ?? new Map<string, Operation>();
    const namesake = methods.get(method);
    if (namesake !== undefined)
      throw new Error(
        `${operation.operationId} and ${namesake.operationId} would both be ${group}.${method}.`,
      );
    groups.set(group, methods.set(method, operation));
  }
  return groups;
}

function schemasFile(): string {
  const types = Object.entries(document.components.schemas).map(([name, schema]) => {
    const side = name.endsWith('Input') ? 'input' : 'output';
    return `${comment(schema.description, '')}export type ${typeName(name)} = ${typeOf(schema, side)};\n`;
  });
  return [HEADER, ...types].join('\n');
}

function routesFile(): string {
  const lines = [...groups].map(([group, methods]) => {
    const routes = [...methods].map(([name, { method, path, body }]) => {
      const route = [method, path, body?.encoding].filter((part) => part !== undefined).join(' ');
      return `    ${name}: '${route}',\n`;
    });
    return `  ${group}: {\n${routes.join('')}  },\n`;
  });
  return `${HEADER}
/** Method, path and encoding of the body of every operation. */
export const ROUTES = {\n${lines.join('')}} as const;\n`;
}

function operationsFile(): string {
  const lines = [...groups].map(([group, methods]) => {
    const calls = [...methods].map(([name, operation]) => {
      const { offersCsv, isOnce, reply, method, path, summary } = operation;
      const replyType = reply === undefined ? 'void' : typeOf(reply, 'output', '    ');
      const call = offersCsv ? 'CsvCall' : isOnce ? 'CreateCall' : 'Call';
      const type = `${call}<${inputType(operation)}, ${replyType}>`;
      return `${comment(`${summary} (${method} ${path})`, '    ')}    ${name}: ${type};\n`;
    });
    return `  ${group}: {\n${calls.join('')}  };\n`;
  });
  const text = lines.join('');
  const used = Object.keys(document.components.schemas)
    .map(typeName)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const names = used.sort().map((name) => `${name},`);
  const importLines = linesOf(names)
    .map((line) => `  ${line}`)
    .join('\n');
  return `${HEADER}import type { Call, CreateCall, CsvCall, NoInput } from '../call.ts';
import type {
${importLines}
} from './schemas.ts';

/** Every operation of the service by group and name. */
export interface Operations {\n${text}}\n`;
}

/** Parameters and the fields of the body beside each other; path and method determine which is which. */
function inputType({ operationId, parameters, body, offersCsv }: Operation): string {
  const fields = parameters.filter(({ name }) => !(offersCsv && name === 'format'));
  const bodyFields = body === undefined ? new Set<string>() : fieldsOf(body.schema);
  const clash = fields.find(({ name }) => bodyFields.has(name));
  if (clash !== undefined) throw new Error(`${operationId} has ${clash.name} in its path and in its body.`);
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, schema, description }) => [name, described(schema, description)]),
    ),
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
  };
  const parts = [
    ...(fields.length === 0 ? [] : [typeOf(schema, 'input', '    ')]),
    ...(body === undefined ? [] : [typeOf(body.schema, 'input', '    ')]),
  ];
  if (parts.length < 2) return parts[0] ?? 'NoInput';
  return parts.map((part) => (part.includes(' | {') ? `(${part})` : part)).join(' & ');
}

function fieldsOf(schema: Schema): Set<string> {
  const parts = schema.$ref === undefined ? [] : [resolve(schema.$ref)];
  parts.push(...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []));
  return new Set([...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => [...fieldsOf(part)])]);
}

function resolve(reference: string): Schema {
  const schema = document.components.schemas[reference.slice(SCHEMA_REFERENCE.length)];
  if (schema === undefined) throw new Error(`The document has no ${reference}.`);
  return schema;
}

function described(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}
