import { readFile, writeFile } from 'node:fs/promises';
import { COMMON_INPUTS } from '../src/command/api-command.ts';
import { type Command, longFlag } from '../src/command/command.ts';
import { EXIT_CODES } from '../src/command/exit-codes.ts';
import type { Input, Inputs } from '../src/command/inputs.ts';
import { lonja } from '../src/commands/table.ts';
import { wrapText } from '../src/output/wrap-text.ts';

/** Writes docs/cli.md from the table of commands; with `--check` it changes nothing and fails when the file is not current. */
const PAGE = new URL('../../../docs/cli.md', import.meta.url);
const COLUMNS = 120;

const text = page();
if (!process.argv.includes('--check')) await writeFile(PAGE, text);
else if ((await readFile(PAGE, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('docs/cli.md is not current; run "npm run generate".\n');
  process.exitCode = 1;
}

function page(): string {
  return `# The \`lonja\` command

Written from the table of commands in \`packages/cli/src/commands/table.ts\`; run \`npm run generate\` instead of editing it.

${paragraph(lonja)}

${examplesOf(lonja)}

## Signing in

\`lonja login\` asks for address, password and, where the account has one, the code of the second factor, and keeps the session of 24 hours
in \`lonja/credentials.json\` of the XDG configuration folder (\`~/.config\`), which only you can read. A credential is sent to no service
but its own. Programs use an API key: \`LONJA_API_KEY\` in the environment, or \`--key\`. \`--key\` comes before \`LONJA_API_KEY\`, and that
before what \`login\` keeps; likewise \`--server\`, \`LONJA_SERVER\`, the service of the last login, \`http://127.0.0.1:8080\`.

In the folder of a service's first start no credential is needed: where none is named or kept, the key in \`data/first-run.json\` (of
\`DATA_DIR\`) is sent to the address in that file, which is then also the default one. It counts only on the same computer and for the user
whose file it is, if nobody else may read it.

## What is printed

A table as wide as the terminal; elsewhere nothing is cut. A row that does not fit has several lines, with its identifier on the last.
\`--json\` prints one JSON document, the answer of the service; \`--csv\` prints the table with every decimal. CSV has each time twice: in
UTC (\`time (UTC)\`) and in Madrid time with its offset (\`start (Europe/Madrid)\`). Times in tables are those of Spain and say so: CET in
winter, CEST in summer. Messages go to standard error.

Commands that delete, revoke or deactivate ask first at a terminal. \`--yes\` skips the question; without a terminal it is required.
\`lonja forecast --plot\` has no colours in a pipe or where \`NO_COLOR\` is set.

\`yesterday\`, \`today\`, \`tomorrow\` and \`now\`, the spans that commands take by default and the state of API keys go by the clock of the
service, not by this computer's; days are those of Spain. The command asks \`GET /health\` for the time where it needs it. Where that
gives no time (a service of an earlier release, a proxy that keeps the route to itself), it says so and goes by this computer's clock.

Every command that shows an answer of the service takes:

${inputTable(COMMON_INPUTS)}
| exit code | meaning |
|---|---|
${EXIT_CODES.map(([code, meaning]) => `| ${code} | ${meaning} |\n`).join('')}
## Commands

| command | what it does |
|---|---|
${rowsOf(lonja, [])}
${sectionsOf(lonja, []).trimStart()}`;
}

function rowsOf(parent: Command, path: string[]): string {
  return parent.commands
    .map((child) => {
      const words = [...path, child.name];
      const row = `| [\`${words.join(' ')}\`](#lonja-${words.join('-')}) | ${cell(child.summary)} |\n`;
      return row + rowsOf(child, words);
    })
    .join('');
}

function sectionsOf(parent: Command, path: string[]): string {
  return parent.commands
    .map((child) => {
      const words = [...path, child.name];
      return section(child, words.join(' ')) + sectionsOf(child, words);
    })
    .join('');
}

function section(command: Command, path: string): string {
  const { inputs, examples } = command;
  const isCommon = (input: unknown) => Object.values(COMMON_INPUTS).some((common) => common === input);
  const own = Object.fromEntries(Object.entries(inputs).filter(([, input]) => !isCommon(input)));
  return [
    `\n### lonja ${path}\n\n${paragraph(command)}\n`,
    ...(Object.keys(own).length === 0 ? [] : [`\n${inputTable(own)}`]),
    ...(examples.length === 0 ? [] : [`\n${examplesOf(command)}\n`]),
  ].join('');
}

function paragraph({ summary, notes }: Command): string {
  return wrapText([summary, notes ?? ''].join(' ').trim(), COLUMNS).join('\n');
}

function inputTable(inputs: Inputs): string {
  const lines = Object.entries(inputs).map(
    ([name, input]) => `| \`${usageOf(name, input)}\` | ${cell(meaningOf(input))} |\n`,
  );
  return `| input | meaning |\n|---|---|\n${lines.join('')}`;
}

function examplesOf({ examples }: Command): string {
  return `\`\`\`\n${examples.map(([line, meaning]) => `# ${meaning}\n${line}\n`).join('')}\`\`\``;
}

function usageOf(name: string, { kind, placeholder }: Input<unknown>): string {
  if (kind === 'argument') return `<${placeholder}>`;
  return kind === 'flag' ? longFlag(name) : `${longFlag(name)} <${placeholder}>`;
}

function meaningOf({ kind, description, choices, initial, isRequired, variable }: Input<unknown>): string {
  const listed =
    choices === undefined || description.includes(choices.join(', ')) ? '' : `: ${choices.join(', ')}`;
  return [
    `${description}${listed}`,
    ...(isRequired && kind === 'option' ? ['required'] : []),
    ...(initial === undefined ? [] : [`default: \`${JSON.stringify(initial).replaceAll('"', '')}\``]),
    ...(variable === undefined ? [] : [`or \`${variable}\` in the environment`]),
  ].join('; ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
