import type { Schema } from './document.ts';

type Schemas = Record<string, Schema>;

/** A row of a table of fields: name, whether it is required, type with its bounds, meaning. */
export interface Field {
  name: string;
  isRequired: boolean;
  type: string;
  meaning: string;
}

/** The fields of a body, or of the object among its alternatives. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const { anyOf, properties = {}, required = [] } = resolve(schema, schemas);
  if (anyOf !== undefined) return anyOf.flatMap((alternative) => fieldsOf(alternative, schemas));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    type: typeOf(field, schemas),
    meaning: meaningOf(field, schemas),
  }));
}

/** `integer 1-1000, default 100`, `one of \`en\`, \`es\``, `list of text`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const known = resolve(schema, schemas);
  const type = [kindOf(known, schemas), boundsOf(known)].filter((part) => part !== '').join(' ');
  return known.default === undefined ? type : `${type}, default \`${textOf(known.default)}\``;
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

function kindOf(schema: Schema, schemas: Schemas): string {
  if (schema.anyOf !== undefined) {
    const kinds = schema.anyOf.map((alternative) => typeOf(alternative, schemas));
    return [...new Set(kinds)].join(' or ');
  }
  if (schema.const !== undefined) return `\`${textOf(schema.const)}\``;
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => `\`${textOf(value)}\``);
    return values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
  }
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {}, schemas)}`;
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'text';
  return schema.type ?? 'any';
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'day, `YYYY-MM-DD`',
  'date-time': 'instant, RFC 3339',
  uuid: 'UUID',
  email: 'e-mail address',
  uri: 'URL',
};

function boundsOf({ type, minimum, maximum, exclusiveMinimum, maxLength, enum: values }: Schema): string {
  if (type === 'string' && maxLength !== undefined && values === undefined)
    return `of at most ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (maximum !== undefined) return `up to ${maximum}`;
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`;
  return minimum === undefined ? '' : `from ${minimum}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  return { ...schemas[name], ...(schema.description !== undefined && { description: schema.description }) };
}
