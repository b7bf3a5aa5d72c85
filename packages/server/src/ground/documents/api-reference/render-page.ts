import { type Field, fieldsOf, meaningOf, typeOf } from './describe-schema.ts';
import type { Example, OpenApiDocument, Operation, Parameter, Schema } from './document.ts';
import { formatJson } from './format-json.ts';
import type { ReferenceWords } from './reference-words.ts';

/** How a description ends: who may call. */
const ACCESS = /(?:^| )(Needs (?:a|the) session .*|No credential is needed\.)$/;
interface PageParts {
  tag: { name: string; description: string };
  operations: Operation[];
  examples: Readonly<Record<string, Example | undefined>>;
  document: OpenApiDocument;
  tongue: Tongue;
}

/** In which language pages are, and what it has for a text of openapi.json. */
export interface Tongue {
  words: ReferenceWords;
  translate: (text: string) => string;
}

/** The page of one tag: each of its operations with parameters, an example and the errors of its own. */
export function renderPage({ tag, operations, examples, document, tongue }: PageParts): string {
  const { words, translate } = tongue;
  const usual = usualErrors(document);
  const sections = operations.map((operation) => {
    const example = examples[operation.operationId];
    return renderOperation(operation, { example, usual, schemas: document.components.schemas, tongue });
  });
  return [
    `# ${words.title(translate(tag.name))}\n`,
    wrap(`${translate(tag.description)}. ${words.note} ${words.more}`),
    ...sections,
  ].join('\n');
}

interface Surroundings {
  /** Undefined: none is recorded of a new operation yet. */
  example: Example | undefined;
  usual: Map<string, string>;
  schemas: Record<string, Schema>;
  tongue: Tongue;
}

function renderOperation(operation: Operation, surroundings: Surroundings): string {
  const { example, usual, schemas, tongue } = surroundings;
  const { words, translate } = tongue;
  const { method, path, summary, description, parameters = [], requestBody } = operation;
  const access = ACCESS.exec(description)?.[1] ?? '';
  const about = description.slice(0, description.length - access.length).trim();
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const parts = [
    `## ${method} ${path}\n`,
    wrap(`**${translate(summary)}.** ${about === '' ? '' : translate(about)}`.trim()),
    wrap(`${words.access}: ${translate(access)}`),
    tableOf(
      words.parameter,
      inPathFirst(parameters).map((parameter) => ({
        name: parameter.name,
        isRequired: parameter.required === true,
        type: typeOf(parameter.schema, schemas, words),
        meaning: parameter.description ?? meaningOf(parameter.schema, schemas),
      })),
      tongue,
    ),
    body === undefined ? '' : tableOf(words.bodyField, fieldsOf(body, schemas, words), tongue),
    ...(example === undefined
      ? []
      : [`\`\`\`sh\n${curlOf(operation, example)}\n\`\`\`\n`, answerOf(example, words)]),
    ownErrors(operation, usual, tongue),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function inPathFirst(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'));
}

function tableOf(title: string, fields: Field[], { words, translate }: Tongue): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, isRequired, type, meaning }) =>
      `| \`${name}\`${isRequired ? ` (${words.required})` : ''} | ${cell(type)} | ${meaning === '' ? '' : cell(translate(meaning))} |\n`,
  );
  return `| ${title} | ${words.type} | ${words.meaning} |\n|---|---|---|\n${rows.join('')}`;
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

function answerOf({ status, answer }: Example, words: ReferenceWords): string {
  if (answer === undefined) return `${words.emptyAnswer(status)}\n`;
  const text = typeof answer === 'string' ? answer : formatJson(answer);
  return `${words.answer}, ${status}:\n\n\`\`\`${typeof answer === 'string' ? 'text' : 'json'}\n${text.trimEnd()}\n\`\`\`\n`;
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

function ownErrors(
  { responses }: Operation,
  usual: Map<string, string>,
  { words, translate }: Tongue,
): string {
  const own = Object.entries(responses).filter(
    ([status, { description }]) => status >= '400' && description !== usual.get(status),
  );
  if (own.length === 0) return '';
  const rows = own.map(([status, { description }]) => `| ${status} | ${cell(translate(description))} |\n`);
  return `| ${words.error} | ${words.when} |\n|---|---|\n${rows.join('')}`;
}

interface RouteGroup {
  tag: { name: string; description: string };
  file: string;
  operations: Operation[];
}

/** All routes by topic, each with a link to its description. */
export function renderRouteList(groups: readonly RouteGroup[], { words, translate }: Tongue): string {
  const sections = groups.map(({ tag, file, operations }) => {
    const rows = operations.map(
      (operation) =>
        `| [\`${operation.method} ${operation.path}\`](${file}#${anchorOf(operation)}) | ${translate(operation.summary)} |\n`,
    );
    return `## ${translate(tag.name)}\n\n${wrap(`${translate(tag.description)}.`)}\n${words.routes}\n|---|---|\n${rows.join('')}`;
  });
  return sections.join('\n');
}

/** The id that GitHub gives the heading of an operation. */
function anchorOf({ method, path }: Operation): string {
  return `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

const WIDTH = 120;

/** Paragraphs and lists of Markdown with lines that a reader can scan. */
function wrap(text: string): string {
  return `${text.split('\n').map(wrapLine).join('\n')}\n`;
}

function wrapLine(line: string): string {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].join('\n');
}
