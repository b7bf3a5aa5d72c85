/** What the generator reads of a JSON Schema; `readSchema` holds the document to it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  description?: string;
}

/** Who writes a value: what a caller sends may spell out `undefined`, what the service answers never does. */
export type Side = 'input' | 'output';

export const SCHEMA_REFERENCE = '#/components/schemas/';
/** Of the generated files. */
const LONGEST_LINE = 160;
/** Names that every file has as globals already. */
const RENAMED: Record<string, string> = { Error: 'ErrorBody', Event: 'LonjaEvent' };
const ANNOTATIONS = new Set(['description', 'examples', 'default']);
const PRIMITIVES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A JSON Schema as a TypeScript type. Throws for what it does not know: a type that is silently wrong is worse than none. */
export function typeOf(schema: Schema, side: Side, indent = ''): string {
  if (schema.$ref !== undefined) return typeName(schema.$ref.slice(SCHEMA_REFERENCE.length));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  // Kinds of one primitive, such as a day or a word.
  if (alternatives !== undefined && typeof schema.type === 'string' && schema.type in PRIMITIVES)
    return PRIMITIVES[schema.type];
  if (alternatives !== undefined) return combined(alternatives, ' | ', side, indent);
  if (schema.allOf !== undefined) return combined(schema.allOf, ' & ', side, indent);
  if (Array.isArray(schema.type)) {
    const alternatives = schema.type.map((type) => ({ ...schema, type }));
    return combined(alternatives, ' | ', side, indent);
  }
  if (schema.type === 'array') return `${parenthesised(typeOf(schema.items ?? {}, side, indent))}[]`;
  if (schema.type === 'object') return objectType(schema, side, indent);
  if (Object.keys(schema).every((key) => ANNOTATIONS.has(key))) return 'unknown';
  const primitive = PRIMITIVES[schema.type ?? ''];
  if (primitive === undefined) throw new Error(`No type for the schema ${JSON.stringify(schema)}.`);
  return primitive;
}

export function typeName(component: string): string {
  return RENAMED[component] ?? component;
}

/** A comment of one line, or none. */
export function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const said = text.replaceAll('*/', '* /').replace(/\s+/g, ' ');
  const line = `${indent}/** ${said} */\n`;
  if (line.length <= LONGEST_LINE) return line;
  const lines = linesOf(said.split(' '), LONGEST_LINE - indent.length - ' * '.length);
  return `${indent}/**\n${lines.map((part) => `${indent} * ${part}\n`).join('')}${indent} */\n`;
}

/** Words in lines of at most so many characters. */
export function linesOf(words: readonly string[], longest = LONGEST_LINE): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > longest) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

function objectType(schema: Schema, side: Side, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) === true ? '' : '?';
    const type = typeOf(property, side, inner);
    const value = optional !== '' && side === 'input' ? `${type} | undefined` : type;
    return `${comment(property.description, inner)}${inner}${key(name)}${optional}: ${value};\n`;
  });
  if (lines.length > 0) return `{\n${lines.join('')}${indent}}`;
  const { additionalProperties } = schema;
  const values =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, side, indent) : 'unknown';
  return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${values}>`;
}

function combined(parts: Schema[], sign: ' | ' | ' & ', side: Side, indent: string): string {
  const types = parts.map((part) => typeOf(part, side, indent));
  return [...new Set(types.map((type) => (sign === ' & ' ? parenthesised(type) : type)))].join(sign);
}

function parenthesised(type: string): string {
  return /^\{[^]*\}$|^[\w<>, ]+$|^"[^"]*"$/.test(type) ? type : `(${type})`;
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
