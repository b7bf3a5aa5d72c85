import { type Field, fieldsOf, meaningOf, typeOf } from './describe-schema.ts';
import type { Example, OpenApiDocument, Operation, Parameter, Schema } from './document.ts';
import { formatJson } from './format-json.ts';
import { wrap } from './wrap.ts';

/** How a description ends: who may call. */
const ACCESS = /(?:^| )(Needs (?:a|the) session .*|No credential is needed\.)$/;
const NOTE =
  'Examples are recorded from a service on the built-in simulator. Lists in answers are cut to two entries, secrets to their first letters. ' +
  '`LONJA_URL` is the address of the service, `LONJA_API_KEY` an API key, `LONJA_TOKEN` a session token of `POST /auth/token`.';

export interface PageParts {
  tag: { name: string; description: string };
  operations: Operation[];
  examples: Readonly<Record<string, Example>>;
  document: OpenApiDocument;
}

/** The page of one tag: each of its operations with parameters, an example and the errors of its own. */
export function renderPage({ tag, operations, examples, document }: PageParts): string {
  const usual = usualErrors(document);
  const sections = operations.map((operation) => {
    const example = examples[operation.operationId];
    if (example === undefined) throw new Error(`${operation.operationId} has no example; see e2e/reference.`);
    return renderOperation(operation, { example, usual, schemas: document.components.schemas });
  });
  return [
    `# API: ${tag.name}\n`,
    wrap(
      `${tag.description}. ${NOTE} What errors mean is in the [error reference](../errors.md), all routes are in [one list](README.md).`,
    ),
    ...sections,
  ].join('\n');
}

interface Surroundings {
  example: Example;
  usual: Map<string, string>;
  schemas: Record<string, Schema>;
}

function renderOperation(operation: Operation, { example, usual, schemas }: Surroundings): string {
  const { method, path, summary, description, parameters = [], requestBody } = operation;
  const access = ACCESS.exec(description)?.[1] ?? '';
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const parts = [
    `## ${method} ${path}\n`,
    wrap(`**${summary}.** ${description.slice(0, description.length - access.length).trim()}`.trim()),
    wrap(`Access: ${access}`),
    tableOf(
      'parameter',
      inPathFirst(parameters).map((parameter) => ({
        name: parameter.name,
        isRequired: parameter.required === true,
        type: typeOf(parameter.schema, schemas),
        meaning: parameter.description ?? meaningOf(parameter.schema, schemas),
      })),
    ),
    body === undefined ? '' : tableOf('field of the body', fieldsOf(body, schemas)),
    `\`\`\`sh\n${curlOf(operation, example)}\n\`\`\`\n`,
    answerOf(example),
    ownErrors(operation, usual),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function inPathFirst(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'));
}

function tableOf(title: string, fields: Field[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, isRequired, type, meaning }) =>
      `| \`${name}\`${isRequired ? ' (required)' : ''} | ${cell(type)} | ${cell(meaning)} |\n`,
  );
  return `| ${title} | type | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

const VARIABLES = { key: 'LONJA_API_KEY', session: 'LONJA_TOKEN' };

function curlOf({ method, requestBody }: Operation, { path, credential, body }: Example): string {
  const isForm = requestBody?.content['application/x-www-form-urlencoded'] !== undefined;
  const options = [
    credential === 'none' ? '' : `-H "Authorization: Bearer $${VARIABLES[credential]}"`,
    ...(body === undefined
      ? []
      : isForm
        ? Object.entries(body).map(([name, value]) => `--data-urlencode '${name}=${String(value)}'`)
        : ["-H 'Content-Type: application/json'", `-d '${formatJson(body)}'`]),
    `"$LONJA_URL/api/v1${path}"`,
  ];
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? 'curl' : `curl -X ${method}`;
  const isStream = path.startsWith('/events/stream');
  return [isStream ? `${verb} -N` : verb, ...options.filter((option) => option !== '')]
    .join(' \\\n  ')
    .replace(' \\\n ', '');
}

function answerOf({ status, answer }: Example): string {
  if (answer === undefined) return `Answer: ${status}, without a body.\n`;
  const text = typeof answer === 'string' ? answer : formatJson(answer);
  return `Answer, ${status}:\n\n\`\`\`${typeof answer === 'string' ? 'text' : 'json'}\n${text.trimEnd()}\n\`\`\`\n`;
}

/** What a status means on most routes. */
function usualErrors({ paths }: OpenApiDocument): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, { description }] of Object.entries(responses)) {
      const ofStatus = counts.get(status) ?? new Map<string, number>();
      counts.set(status, ofStatus.set(description, (ofStatus.get(description) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].map(([status, texts]) => [status, [...texts].toSorted((a, b) => b[1] - a[1])[0][0]]),
  );
}

function ownErrors({ responses }: Operation, usual: Map<string, string>): string {
  const own = Object.entries(responses).filter(
    ([status, { description }]) => status >= '400' && description !== usual.get(status),
  );
  if (own.length === 0) return '';
  const rows = own.map(([status, { description }]) => `| ${status} | ${cell(description)} |\n`);
  return `| error | when |\n|---|---|\n${rows.join('')}`;
}
