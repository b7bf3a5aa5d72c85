import type { FieldFault, LonjaError } from '@lonja/client';
import { longFlag } from '../command/command.ts';
import type { Inputs } from '../command/inputs.ts';
import { snakeCase } from '../output/wire-names.ts';

const PLACES = new Set(['body', 'query', 'path', 'params']);

/** What the service says of a request, with the options and arguments of the command in place of the fields that they were sent as. */
export function inInputWords(
  { detail, message }: Pick<LonjaError, 'detail' | 'message'>,
  inputs: Inputs,
): string {
  const names = namesByField(inputs);
  if (typeof detail === 'string') return renamed(message, names);
  return detail.map((fault) => faultText(fault, names)).join(' ');
}

function faultText({ loc, msg }: FieldFault, names: ReadonlyMap<string, string>): string {
  const path = loc.map(String).filter((part, i) => i > 0 || !PLACES.has(part));
  const [field = '', ...rest] = path;
  // A service counts from 0, and people from 1.
  const place = rest
    .map((part) => (/^\d+$/.test(part) ? ` (value ${Number(part) + 1})` : `.${part}`))
    .join('');
  const name = `${names.get(field) ?? field}${place}`;
  return name === '' ? renamed(msg, names) : `${name}: ${renamed(msg, names)}`;
}

/** Names of several words wherever they stand; others, which may be ordinary words, only where a sentence begins with one. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b|^[a-z]+(?=: | must )/g, (word) => names.get(word) ?? word);
}

function namesByField(inputs: Inputs): Map<string, string> {
  return new Map(
    Object.entries(inputs)
      .filter(([, { standsFor }]) => standsFor === undefined)
      .map(([name, { kind, placeholder, field }]) => [
        field ?? snakeCase(name),
        kind === 'argument' ? `<${placeholder}>` : longFlag(name),
      ]),
  );
}
