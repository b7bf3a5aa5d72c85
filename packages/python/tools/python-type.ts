import { linesOf, type Schema, SCHEMA_REFERENCE, typeName } from '../../client/tools/schema-type.ts';

/** A value as the service answers it, or as a caller may give it. */
export type Side = 'input' | 'output';

/** Of the generated files. */
const LONGEST_LINE = 110;
const PRIMITIVES: Record<string, string> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};
const ANNOTATIONS = new Set(['description', 'examples', 'default']);
const RESERVED = new Set(
  [
    'and as assert async await break class continue def del elif else except finally for from global if import in is',
    'lambda nonlocal not or pass raise return try while with yield None True False',
  ].flatMap((words) => words.split(' ')),
);
/** Fields that are good for a sign-in or a signature: what is printed of a record leaves them out. */
const SECRETS = new Set(['access_token', 'key', 'recovery_codes', 'secret', 'uri']);
/** Lists whose records are the rows of a table, the first that an answer has. */
const ROWS = [
  'points',
  'items',
  'forecasts',
  'hours',
  'periods',
  'prices',
  'hourly_breakdown',
  'versions',
  'days',
];
/** What a field is measured in: in its description, before the decimals, or in its name. */
const DESCRIBED_UNIT = /(?:^|, )(EUR\/MWh|EUR\/kWh|EUR|MWh|MW|percent)(?:, \d+ decimals?)?(?=$|[:;.])/;
const NAMED_UNITS: [suffix: RegExp, unit: string][] = [
  [/_mw$/, 'MW'],
  [/_mwh$/, 'MWh'],
  [/_eur$/, 'EUR'],
  [/_w_m2$/, 'W/m²'],
  [/_m_s$/, 'm/s'],
  [/_c$/, '°C'],
];

/** Collects the classes that a document's schemas need, each after those that it names. */
export class PythonModels {
  readonly #schemas: Record<string, Schema>;
  readonly #written = new Map<string, string>();
  readonly #open: string[] = [];

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  /** The text of every class that was asked for. */
  get text(): string {
    return [...this.#written.values()].join('\n\n');
  }

  get names(): string[] {
    return [...this.#written.keys()];
  }

  schemaOf({ $ref, ...schema }: Schema): Schema {
    if ($ref === undefined) return schema;
    const found = this.#schemas[$ref.slice(SCHEMA_REFERENCE.length)];
    if (found === undefined) throw new Error(`The document has no ${$ref}.`);
    return found;
  }

  /** Writes a schema of the document, if it is not written yet, and gives its name. */
  component(component: string): string {
    const name = typeName(component);
    const schema = this.schemaOf({ $ref: `${SCHEMA_REFERENCE}${component}` });
    return this.#define(name, schema, component.endsWith('Input') ? 'input' : 'output');
  }

  /** A schema as a Python type; objects without a name get one from `owner`. Throws for what it does not know. */
  typeOf(schema: Schema, side: Side, owner: string): string {
    if (schema.$ref !== undefined) return this.component(schema.$ref.slice(SCHEMA_REFERENCE.length));
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) {
      const values = schema.enum.map(literal).join(', ');
      return side === 'output' ? `OneOf[${values}]` : `Literal[${values}]`;
    }
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined && typeof schema.type === 'string')
      return this.#primitive(schema, alternatives, side);
    if (alternatives !== undefined)
      return joined(alternatives.map((alternative) => this.typeOf(alternative, side, owner)));
    if (Array.isArray(schema.type))
      return joined(schema.type.map((type) => this.typeOf({ ...schema, type }, side, owner)));
    if (schema.type === 'array') {
      const items = this.typeOf(schema.items ?? {}, side, owner.replace(/([^s])s$/, '$1'));
      return side === 'output' ? `list[${items}]` : `Sequence[${items}]`;
    }
    if (schema.type === 'object') return this.#object(schema, side, owner);
    if (Object.keys(schema).every((key) => ANNOTATIONS.has(key))) return 'object';
    return this.#primitive(schema, [], side);
  }

  #primitive(schema: Schema & { format?: string }, alternatives: Schema[], side: Side): string {
    // The format of a nullable date is not that of null.
    if (schema.type === 'null') return 'None';
    const formats = new Set(
      [schema, ...alternatives].map((each: Schema & { format?: string }) => each.format),
    );
    if (side === 'input' && formats.has('date')) return 'dt.date | str';
    if (side === 'input' && formats.has('date-time')) return 'dt.datetime | str';
    if (schema.format === 'date' && alternatives.length === 0) return 'dt.date';
    if (schema.format === 'date-time' && alternatives.length === 0) return 'dt.datetime';
    const primitive = PRIMITIVES[typeof schema.type === 'string' ? schema.type : ''];
    if (primitive === undefined) throw new Error(`No type for the schema ${JSON.stringify(schema)}.`);
    return primitive;
  }

  #object(schema: Schema, side: Side, owner: string): string {
    if (schema.properties !== undefined) return this.#define(owner, schema, side);
    const { additionalProperties } = schema;
    const values =
      typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, side, owner) : 'object';
    return side === 'output' ? `dict[str, ${values}]` : `Mapping[str, ${values}]`;
  }

  #define(name: string, schema: Schema, side: Side): string {
    if (this.#written.has(name)) return name;
    if (this.#open.includes(name)) throw new Error(`${name} contains itself: ${this.#open.join(' > ')}.`);
    this.#open.push(name);
    const text =
      schema.type === 'object' && schema.properties !== undefined
        ? side === 'output'
          ? this.#model(name, schema)
          : this.#inputClass(name, schema)
        : this.#alias(name, schema, side);
    this.#open.pop();
    this.#written.set(name, text);
    return name;
  }

  /** A union that a field tells apart has a member for kinds that are not known yet. */
  #alias(name: string, schema: Schema, side: Side): string {
    const members = schema.anyOf ?? schema.oneOf;
    const objects = members?.filter(({ type }) => type !== 'null') ?? [];
    const only = objects.length === 1 && objects.length !== members?.length ? objects[0] : undefined;
    if (only?.type === 'object' && only.properties !== undefined) {
      const said = only.description ?? schema.description;
      const text = this.#model(`${name}Record`, said === undefined ? only : { ...only, description: said });
      return `${text}\n\n${name} = Union[${name}Record, None]\n${docstring(said ?? `A ${name}Record, or none.`, '')}`;
    }
    const types = this.typeOf(schema, side, name).split(' | ');
    if (schema.oneOf !== undefined) types.push('UnknownEvent');
    const value = types.length === 1 ? types.join('') : `Union[${types.join(', ')}]`;
    return `${name} = ${value}\n${docstring(schema.description ?? name, '')}`;
  }

  #model(name: string, schema: Schema): string {
    const properties = Object.entries(schema.properties ?? {});
    const lines = properties.map(([property, value]) => {
      const isRequired = schema.required?.includes(property) === true;
      const field = pythonName(property);
      const type = this.typeOf(value, 'output', `${name}${pascal(property)}`);
      const options = [
        ...(isRequired ? [] : ['default=None']),
        ...(field === property ? [] : [`alias=${literal(property)}`]),
        ...(SECRETS.has(property) ? ['repr=False'] : []),
      ];
      const isPlain = options.length === 0 || (options.length === 1 && !isRequired);
      const value_ = isPlain ? (isRequired ? '' : ' = None') : ` = Field(${options.join(', ')})`;
      const declared = isRequired || /\bNone$/.test(type) ? type : `${type} | None`;
      return `    ${field}: ${declared}${value_}\n${docstring(descriptionOf(value), '    ')}`;
    });
    const rows = ROWS.find((row) => this.#isTable(schema.properties?.[row]));
    const units = properties.flatMap(([property, value]) => {
      const unit = unitOf(property, value);
      return unit === undefined ? [] : [`        ${literal(property)}: ${literal(unit)},\n`];
    });
    const facts = [
      ...(rows === undefined ? [] : [`    ROWS: ClassVar[str] = ${literal(rows)}\n`]),
      ...(units.length === 0 ? [] : [`    UNITS: ClassVar[Mapping[str, str]] = {\n${units.join('')}    }\n`]),
    ];
    const base = rows === undefined ? 'Model' : 'Table';
    const said = docstring(schema.description ?? titleOf(name), '    ');
    const body = [lines.join(''), facts.join('')].filter((part) => part !== '').join('\n');
    return `class ${name}(${base}):\n${said}\n${body}`;
  }

  #isTable(schema: Schema | undefined): boolean {
    if (schema?.type !== 'array') return false;
    return this.schemaOf(schema.items ?? {}).properties !== undefined;
  }

  #inputClass(name: string, schema: Schema): string {
    const lines = Object.entries(schema.properties ?? {}).map(([property, value]) => {
      const type = this.typeOf(value, 'input', `${name}${pascal(property)}`);
      const isRequired = schema.required?.includes(property) === true;
      const declared = isRequired ? type : `NotRequired[${type}]`;
      return `    ${property}: ${declared}\n${docstring(descriptionOf(value), '    ')}`;
    });
    return `class ${name}(TypedDict):\n${docstring(schema.description ?? titleOf(name), '    ')}\n${lines.join('')}`;
  }
}

/** A name as Python writes it: `listApiKeys` is `list_api_keys`; a reserved word gets a `_`. */
export function pythonName(name: string): string {
  const snake = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return RESERVED.has(snake) ? `${snake}_` : snake;
}

/** A string literal, a number, True, False or None. */
export function literal(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** A docstring, or nothing. */
export function docstring(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return '';
  const safe = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replace(/\s+/g, ' ')
    .replace(/"$/, '" ');
  const line = `${indent}"""${safe}"""\n`;
  if (line.length <= LONGEST_LINE) return line;
  const [first = '', ...rest] = linesOf(safe.split(' '), LONGEST_LINE - indent.length - 6);
  return `${indent}"""${first}\n${rest.map((part) => `${indent}${part}\n`).join('')}${indent}"""\n`;
}

/** Of a value that may be null, that of the value. */
export function descriptionOf(schema: Schema): string | undefined {
  return schema.description ?? schema.anyOf?.map(descriptionOf).find((text) => text !== undefined);
}

export function pascal(name: string): string {
  return name
    .split(/[_\W]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function joined(types: string[]): string {
  const parts = new Set(types.flatMap((type) => type.split(' | ')));
  const isNullable = parts.delete('None');
  return [...parts, ...(isNullable ? ['None'] : [])].join(' | ');
}

function unitOf(property: string, schema: Schema): string | undefined {
  const type = JSON.stringify([schema.type, schema.anyOf?.map(({ type }) => type)]);
  if (!/"(number|integer|object)"/.test(type)) return undefined;
  const [, described] = DESCRIBED_UNIT.exec(descriptionOf(schema) ?? '') ?? [];
  return described ?? NAMED_UNITS.find(([suffix]) => suffix.test(property))?.[1];
}

function titleOf(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
