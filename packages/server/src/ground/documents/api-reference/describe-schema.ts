import type { Schema } from './document.ts';
import type { ReferenceWords } from './reference-words.ts';

type Schemas = Record<string, Schema>;

/** A row of a table of fields: name, whether it is required, type with its bounds, meaning. */
export interface Field {
  name: string;
  isRequired: boolean;
  type: string;
  meaning: string;
}

/** The fields of a body, or of the object among its alternatives. */
export function fieldsOf(schema: Schema, schemas: Schemas, words: ReferenceWords): Field[] {
  const { anyOf, properties = {}, required = [] } = resolve(schema, schemas);
  if (anyOf !== undefined) return anyOf.flatMap((alternative) => fieldsOf(alternative, schemas, words));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    type: typeOf(field, schemas, words),
    meaning: meaningOf(field, schemas),
  }));
}

/** `integer 1-1000, default 100`, `one of \`en\`, \`es\``, `list of text`. */
export function typeOf(schema: Schema, schemas: Schemas, words: ReferenceWords): string {
  const known = resolve(schema, schemas);
  const type = [kindOf(known, schemas, words), boundsOf(known, words)]
    .filter((part) => part !== '')
    .join(' ');
  return known.default === undefined ? type : `${type}, ${words.default} \`${textOf(known.default)}\``;
}

/** The description of a schema, of what it refers to or of the first of its alternatives. */
export function meaningOf(schema: Schema, schemas: Schemas): string {
  const known = resolve(schema, schemas);
  return (
    known.description ??
    (known.anyOf ?? []).map((one) => meaningOf(one, schemas)).find((text) => text !== '') ??
    ''
  );
}

function kindOf(schema: Schema, schemas: Schemas, words: ReferenceWords): string {
  if (schema.anyOf !== undefined) {
    const kinds = schema.anyOf.map((alternative) => typeOf(alternative, schemas, words));
    return [...new Set(kinds)].join(` ${words.or} `);
  }
  if (schema.const !== undefined) return `\`${textOf(schema.const)}\``;
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => `\`${textOf(value)}\``);
    return values.length === 1 ? values[0] : `${words.oneOf} ${values.join(', ')}`;
  }
  if (schema.type === 'array') return `${words.listOf} ${typeOf(schema.items ?? {}, schemas, words)}`;
  if (schema.type === 'string') return words.formats[schema.format ?? ''] ?? words.text;
  return schema.type === undefined ? words.any : (words.kinds[schema.type] ?? schema.type);
}

function boundsOf(
  { type, minimum, maximum, exclusiveMinimum, maxLength, enum: values }: Schema,
  words: ReferenceWords,
): string {
  if (type === 'string' && maxLength !== undefined && values === undefined) return words.atMost(maxLength);
  if (minimum !== undefined && maximum !== undefined) return words.between(minimum, maximum);
  if (maximum !== undefined) return words.upTo(maximum);
  if (exclusiveMinimum !== undefined) return words.above(exclusiveMinimum);
  return minimum === undefined ? '' : words.from(minimum);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  return { ...schemas[name], ...(schema.description !== undefined && { description: schema.description }) };
}
