import assert from 'node:assert/strict';

/** What a field must be; `orNull` adds null. Further fields are allowed: the interface may grow. */
export type Shape =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'date'
  | 'instant'
  | 'utc'
  | 'uuid'
  | 'hour'
  | { const: unknown }
  | { oneOf: readonly unknown[] }
  | { orNull: Shape }
  | { each: Shape }
  | { fields: Record<string, Shape> };

const PATTERNS = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  utc: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
};

/** Fails with the path of the first field that is missing or of another type. */
export function assertShape(value: unknown, shape: Shape, path = 'body'): void {
  if (typeof shape === 'string') {
    assert.ok(isScalar(value, shape), `${path} is ${JSON.stringify(value)}, which is no ${shape}`);
  } else if ('const' in shape) {
    assert.deepEqual(value, shape.const, path);
  } else if ('oneOf' in shape) {
    assert.ok(shape.oneOf.includes(value), `${path} is ${JSON.stringify(value)}`);
  } else if ('orNull' in shape) {
    if (value !== null) assertShape(value, shape.orNull, path);
  } else if ('each' in shape) {
    assert.ok(Array.isArray(value) && value.length > 0, `${path} is no array with elements`);
    value.forEach((item, i) => assertShape(item, shape.each, `${path}[${i}]`));
  } else {
    assert.ok(typeof value === 'object' && value !== null, `${path} is no object`);
    const fields = new Map<string, unknown>(Object.entries(value));
    for (const [name, field] of Object.entries(shape.fields)) {
      assert.ok(fields.has(name), `${path}.${name} is missing`);
      assertShape(fields.get(name), field, `${path}.${name}`);
    }
  }
}

function isScalar(value: unknown, type: Extract<Shape, string>): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'hour':
      return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23;
    default:
      return typeof value === 'string' && PATTERNS[type].test(value);
  }
}
