import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { AppError } from '../errors.ts';
import { CLIENT_DIALECT } from './error-dialects.ts';
import { createRequestValidator, RequestFault } from './request-fault.ts';

const SCHEMA = z.strictObject({
  name: z.string().min(1).max(10),
  kind: z.enum(['solar', 'wind']),
  capacity_mw: z.number().min(0.001).max(100),
  days: z.int().min(1),
  enabled: z.boolean(),
  events: z.array(z.enum(['ping', 'pong'])).max(2),
  email: z.email(),
  secret: z.string().min(8),
  site: z.strictObject({ id: z.uuid() }),
  note: z.string().nullable(),
});

const VALID = {
  name: 'Cáceres 1',
  kind: 'solar',
  capacity_mw: 40.5,
  days: 2,
  enabled: true,
  events: ['ping'],
  email: 'ana@example.com',
  secret: 'long enough',
  site: { id: '0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de' },
  note: null,
};

/** The answer to a part of a request that its schema refuses. */
function refusal(schema: z.ZodType, httpPart: string, data: unknown): AppError {
  const validate = createRequestValidator({ now: () => 0 })({ schema, httpPart, method: 'POST', url: '/' });
  const result: unknown = validate(data);
  assert.ok(typeof result === 'object' && result !== null && 'error' in result, JSON.stringify(data));
  assert.ok(result.error instanceof RequestFault);
  return result.error.toAppError(CLIENT_DIALECT);
}

const messagesOf = (error: AppError) => error.faults?.map(({ msg }) => msg) ?? [error.message];

test('a fault of a body names the type that was sent and the one to send', () => {
  const cases: [object, string][] = [
    [{ capacity_mw: '40.5' }, 'Send a number, not a string. Leave out the quotes: 40.5.'],
    [{ capacity_mw: '40,5' }, 'Send a number, not a string.'],
    [{ capacity_mw: null }, 'Send a number, not null.'],
    [{ capacity_mw: [40.5] }, 'Send a number, not an array.'],
    [{ capacity_mw: 0 }, 'Send at least 0.001.'],
    [{ capacity_mw: 101 }, 'Send at most 100.'],
    [{ days: '2' }, 'Send a number, not a string. Leave out the quotes: 2.'],
    [{ days: 2.5 }, 'Send a whole number.'],
    [{ name: ['Cáceres 1'] }, 'Send a string, not an array.'],
    [{ name: 7 }, 'Send a string, not a number.'],
    [{ name: true }, 'Send a string, not true.'],
    [{ name: '' }, 'Send a value, not an empty one.'],
    [{ name: 'x'.repeat(11) }, 'Send at most 10 characters.'],
    [{ name: undefined }, 'Missing: send name.'],
    [{ kind: 'hydro' }, 'Send one of solar, wind.'],
    [{ kind: ['solar'] }, 'Send one of solar, wind, not an array.'],
    [{ enabled: 'yes' }, 'Send true or false, not a string.'],
    [{ enabled: 1 }, 'Send true or false, not a number.'],
    [{ events: 'ping' }, 'Send an array, not a string.'],
    [{ events: ['ping', 'pong', 'ping'] }, 'Send at most 2 entries.'],
    [{ events: [{}] }, 'Send one of ping, pong, not an object.'],
    [{ email: 'ana' }, 'Send an e-mail address.'],
    [{ email: ['ana@example.com'] }, 'Send a string, not an array.'],
    [{ secret: 'short' }, 'Send at least 8 characters.'],
    [{ site: 'x' }, 'Send a JSON object, not a string.'],
    [{ site: { id: 'x' } }, 'Send a UUID, such as 0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de.'],
    [{ site: {} }, 'Missing: send site.id.'],
    [{ note: 1 }, 'Send a string, not a number.'],
  ];
  for (const [change, message] of cases) {
    const error = refusal(SCHEMA, 'body', { ...VALID, ...change });
    assert.deepEqual(messagesOf(error), [message], JSON.stringify(change));
  }
});

test('a body that is no object says what to send', () => {
  assert.deepEqual(messagesOf(refusal(SCHEMA, 'body', null)), ['Missing: send a JSON object as the body.']);
  assert.deepEqual(messagesOf(refusal(SCHEMA, 'body', [VALID])), ['Send a JSON object, not an array.']);
});

test('a fault of a query names text and repetition', () => {
  const query = z.strictObject({ hour: z.int().max(23).optional(), product: z.enum(['da']).optional() });
  const cases: [object, string][] = [
    [{ hour: 'noon' }, 'Send a whole number.'],
    [{ hour: '7.5' }, 'Send a whole number.'],
    [{ hour: '24' }, 'Send at most 23.'],
    [{ hour: ['1', '2'] }, 'Given 2 times; send it once.'],
    [{ product: 'dax' }, 'Send one of da.'],
  ];
  for (const [data, message] of cases) {
    assert.deepEqual(messagesOf(refusal(query, 'querystring', data)), [message], JSON.stringify(data));
  }
});

test('an unknown name is compared with known ones, and likened only to one that is near', () => {
  const query = z.strictObject({ hour: z.int().optional(), product: z.string().optional() });
  const cases: [z.ZodType, string, object, string][] = [
    [
      query,
      'querystring',
      { hours: '1' },
      'The parameter "hours" is not known; did you mean "hour"? Known are hour, product.',
    ],
    [query, 'querystring', { model: 'x' }, 'The parameter "model" is not known; known are hour, product.'],
    [z.strictObject({}), 'querystring', { x: '1' }, 'The parameter "x" is not known; this route takes none.'],
    [query, 'body', { model: 'x' }, 'The field "model" is not known; known are hour, product.'],
    [
      SCHEMA,
      'body',
      { ...VALID, site: { ...VALID.site, nam: 1 } },
      'The field "site.nam" is not known; leave it out.',
    ],
  ];
  for (const [schema, part, data, message] of cases) {
    const error = refusal(schema, part, data);
    assert.deepEqual([error.code, error.message], ['unknown_parameter', message]);
  }
});
