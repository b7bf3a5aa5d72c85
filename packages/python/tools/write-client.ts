import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { operationName } from '../../client/tools/operation-name.ts';
import { listOperations, type Operation, parseDocument } from '../../client/tools/read-document.ts';
import { linesOf, type Schema } from '../../client/tools/schema-type.ts';
import {
  descriptionOf,
  docstring,
  joined,
  literal,
  pascal,
  PythonModels,
  pythonName,
} from './python-type.ts';

/** Writes src/lonja/generated from docs/openapi.json; with `--check` it changes nothing and fails where a file is not current. */
const DOCUMENT = new URL('../../../docs/openapi.json', import.meta.url);
const GENERATED = new URL('../src/lonja/generated/', import.meta.url);
const HEADER =
  '# Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.\n';
/** Bodies of webhooks, which no operation answers. */
const DELIVERIES = ['ForecastPublished', 'ForecastChanged', 'PricesPublished', 'AlertFired', 'Ping'];
const STREAM_OF_EVENTS = 'Event';

interface Argument {
  name: string;
  wire: string;
  schema: Schema;
  type: string;
  isRequired: boolean;
  isNullable: boolean;
  isPath: boolean;
  description: string | undefined;
}

interface Method {
  name: string;
  operation: Operation;
  route: string;
  arguments: Argument[];
  reply: string;
}

const document = parseDocument(await readFile(DOCUMENT, 'utf8'));
const models = new PythonModels(document.components.schemas);
const groups = grouped(listOperations(document));
for (const component of [...DELIVERIES, STREAM_OF_EVENTS]) models.component(component);

const isCheck = process.argv.includes('--check');
if (!isCheck) await mkdir(GENERATED, { recursive: true });
for (const [name, text] of [
  ['__init__.py', `${HEADER}"""What is written from the service's OpenAPI document."""\n`],
  ['routes.py', routesFile()],
  ['operations.py', operationsFile()],
  ['models.py', modelsFile()],
] as const) {
  const file = new URL(name, GENERATED);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(
      `packages/python/src/lonja/generated/${name} is not current; run "npm run generate".\n`,
    );
    process.exitCode = 1;
  }
}

function grouped(operations: Operation[]): Map<string, Method[]> {
  const groups = new Map<string, Method[]>();
  for (const operation of operations) {
    const { group, method } = operationName(operation.tag, operation.operationId);
    const methods = groups.get(pythonName(group)) ?? [];
    const name = pythonName(method);
    if (methods.some((other) => other.name === name))
      throw new Error(`Two operations would be ${pythonName(group)}.${name}.`);
    methods.push(methodOf(name, operation));
    groups.set(pythonName(group), methods);
  }
  return groups;
}

function methodOf(name: string, operation: Operation): Method {
  const { operationId, reply } = operation;
  return {
    name,
    operation,
    route: pythonName(operationId).toUpperCase(),
    arguments: argumentsOf(operation),
    reply: reply === undefined ? 'None' : models.typeOf(reply, 'output', pascal(operationId)),
  };
}

/** Parameters and the fields of the body beside each other, those that are required first. */
function argumentsOf({ operationId, parameters, body, offersCsv }: Operation): Argument[] {
  const fields = parameters
    .filter(({ name }) => !(offersCsv && name === 'format'))
    .map((parameter) =>
      argument(operationId, parameter.name, {
        schema: parameter.schema,
        isRequired: parameter.required === true,
        isPath: parameter.in === 'path',
        description: parameter.description,
      }),
    );
  const bodyFields = body === undefined ? [] : fieldsOf(body.schema);
  const all = [
    ...fields,
    ...bodyFields.map(([name, schema, isRequired]) =>
      argument(operationId, name, { schema, isRequired, isPath: false, description: descriptionOf(schema) }),
    ),
  ];
  const clash = all.find(({ name }, index) => all.findIndex((other) => other.name === name) !== index);
  if (clash !== undefined) throw new Error(`${operationId} has ${clash.name} in its path and in its body.`);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

function argument(
  operationId: string,
  wire: string,
  given: Pick<Argument, 'schema' | 'isRequired' | 'isPath' | 'description'>,
): Argument {
  const type = models.typeOf(given.schema, 'input', `${pascal(operationId)}${pascal(wire)}`);
  return { name: pythonName(wire), wire, type, isNullable: type.endsWith('| None'), ...given };
}

function fieldsOf(schema: Schema): [name: string, schema: Schema, isRequired: boolean][] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const only = parts?.filter(({ type }) => type !== 'null');
  if (only?.length === 1 && only[0] !== undefined) return fieldsOf(only[0]);
  const { properties, required = [] } = models.schemaOf(schema);
  const whole = models.schemaOf(schema);
  if (properties === undefined && (whole.anyOf ?? whole.oneOf ?? whole.allOf) !== undefined)
    return fieldsOf(whole);
  if (properties === undefined) throw new Error(`No fields in the body ${JSON.stringify(schema)}.`);
  return Object.entries(properties).map(([name, property]) => [name, property, required.includes(name)]);
}

function modelsFile(): string {
  const { text } = models;
  const typing = ['TYPE_CHECKING', 'ClassVar', 'Literal', 'NotRequired', 'TypedDict', 'Union'].filter(
    (name) => name === 'TYPE_CHECKING' || new RegExp(`\\b${name}\\b`).test(text),
  );
  return `${HEADER}"""What the service answers, with the names that it writes, and what it is sent."""

from __future__ import annotations

import datetime as dt
${abstractTypes(text)}from typing import ${typing.join(', ')}

from pydantic import Field

from .._model import Model, Table, UnknownEvent

if TYPE_CHECKING:
    from typing import Literal as OneOf
else:
    from .._model import OneOf


${text}`;
}

function routesFile(): string {
  const routes = [...groups.values()].flat().map(({ route, operation, arguments: given, reply }) => {
    const { method, path, body, isOnce } = operation;
    const nullable = given.filter(({ isNullable }) => isNullable).map(({ wire }) => literal(wire));
    const options = [
      ...(body?.encoding === undefined ? [] : [`encoding=${literal(body.encoding)}`]),
      ...(isOnce ? ['is_once=True'] : []),
      ...(nullable.length === 0 ? [] : [`nullable=frozenset({${nullable.join(', ')}})`]),
    ];
    const kind = reply === 'None' ? 'None' : `models.${reply}`;
    const parts = [literal(method), literal(path), reply === 'None' ? 'None' : kind, ...options];
    return `${route}: Route[${kind}] = Route(${parts.join(', ')})\n`;
  });
  return `${HEADER}"""Method, path, answer and encoding of the body of every operation."""

from __future__ import annotations

from .._route import Route
from . import models

${routes.join('')}`;
}

function operationsFile(): string {
  const classes = [...groups].flatMap(([group, methods]) => [
    classText(group, methods, false),
    classText(group, methods, true),
  ]);
  const holder = (isAsync: boolean) => {
    const prefix = isAsync ? 'Async' : '';
    const lines = [...groups.keys()].map(
      (group) => `        self.${group} = ${prefix}${pascal(group)}(send)\n`,
    );
    return `class ${prefix}Operations:
    """Every operation of the service by group and name${isAsync ? ', to be awaited' : ''}."""

    def __init__(self, send: ${prefix}Send) -> None:
${lines.join('')}`;
  };
  const text = [...classes, holder(false), holder(true)].join('\n\n');
  return `${HEADER}"""Every operation of the service, as a method of its group."""

from __future__ import annotations

import datetime as dt
${abstractTypes(text)}from typing import Literal

from .._route import UNSET, AsyncSend, Send, Unset
from . import models as _m
from . import routes as _r


${text}`;
}

/** An import of those that the text uses. */
function abstractTypes(text: string): string {
  const used = ['Mapping', 'Sequence'].filter((name) => text.includes(`${name}[`));
  return used.length === 0 ? '' : `from collections.abc import ${used.join(', ')}\n`;
}

function classText(group: string, methods: Method[], isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const texts = methods.flatMap((method) => [
    methodText(method, isAsync, false),
    ...(method.operation.offersCsv ? [methodText(method, isAsync, true)] : []),
  ]);
  return `class ${prefix}${pascal(group)}:
    """\`${isAsync ? 'AsyncLonja' : 'Lonja'}.${group}\`."""

    def __init__(self, send: ${prefix}Send) -> None:
        self._send = send

${texts.join('\n')}`;
}

function methodText(method: Method, isAsync: boolean, isCsv: boolean): string {
  const { operation } = method;
  // The language of numbers is that of CSV alone.
  const all = method.arguments.filter(({ wire }) => isCsv || !operation.offersCsv || wire !== 'locale');
  const inPath = all.filter(({ isPath }) => isPath);
  const named = all.filter(({ isPath }) => !isPath);
  const declared = [
    'self',
    ...inPath.map(declaration),
    ...(named.length === 0 && !operation.isOnce ? [] : ['*']),
    ...named.map(declaration),
    ...(operation.isOnce ? ['idempotency_key: str | None = None'] : []),
  ];
  const reply = isCsv ? 'str' : method.reply === 'None' ? 'None' : `_m.${method.reply}`;
  const said = isCsv ? `${operation.summary}, as CSV` : operation.summary;
  const values = [
    ...all.map(({ name, wire }) => `${literal(wire)}: ${name}`),
    ...(isCsv ? ['"format": "csv"'] : []),
  ];
  const route = isCsv ? `_r.${method.route}.as_csv()` : `_r.${method.route}`;
  const key = operation.isOnce ? ', idempotency_key' : '';
  const line = values.join(', ');
  const sent =
    line.length <= 50
      ? `{${line}}`
      : `{\n${values.map((value) => `            ${value},\n`).join('')}        }`;
  const call = `self._send(${route}, ${sent}${key})`;
  const signature = `    ${isAsync ? 'async ' : ''}def ${method.name}${isCsv ? '_csv' : ''}(`;
  return `${signature}${wrapped(declared, '        ')}) -> ${reply}:
${methodDocstring(`${said} (${operation.method} ${operation.path}).`, all, operation.isOnce)}        ${reply === 'None' ? '' : 'return '}${isAsync ? 'await ' : ''}${call}
`;
}

function methodDocstring(said: string, all: Argument[], isOnce: boolean): string {
  const told = all.flatMap(({ name, description }) =>
    description === undefined ? [] : [`${name}: ${description}`],
  );
  if (isOnce)
    told.push('idempotency_key: names the request; absent: a random one, the same in every attempt');
  if (told.length === 0) return docstring(said, '        ');
  const lines = told.flatMap((text) => {
    const [first = '', ...rest] = linesOf(
      text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/),
      94,
    );
    return [`        ${first}\n`, ...rest.map((part) => `            ${part}\n`)];
  });
  const [first = '', ...rest] = linesOf(said.split(' '), 98);
  return `        """${[first, ...rest.map((line) => `        ${line}`)].join('\n')}\n\n${lines.join('')}        """\n`;
}

/** Where null means something, what is left out has a value of its own. */
function declaration({ name, type, isRequired, isNullable }: Argument): string {
  if (isRequired) return `${name}: ${qualified(type)}`;
  if (isNullable) return `${name}: ${qualified(joined([type, 'Unset']))} = UNSET`;
  return `${name}: ${qualified(type)} | None = None`;
}

/** Names of models as the file of operations writes them. */
function qualified(type: string): string {
  return type.replaceAll(/(?<!["\w.])([A-Z]\w+)/g, (name) =>
    models.names.includes(name) ? `_m.${name}` : name,
  );
}

function wrapped(parts: string[], indent: string): string {
  const line = parts.join(', ');
  if (line.length <= 60) return line;
  return `\n${parts.map((part) => `${indent}${part},\n`).join('')}    `;
}
