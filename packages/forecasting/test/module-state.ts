/** A source file that is looked at. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A top-level constant: its name and what it is set to. */
interface Constant {
  name: string;
  value: string;
}

const CONTAINERS = 'Map|Set|WeakMap|WeakSet|Array|[A-Z]\\w*Array';
/** Lines at the left margin that declare something, belong to what was declared above, or only say something. */
const DECLARES =
  /^(?:import|export|const|let|var|function|async function|class|abstract class|interface|type|declare|enum|namespace)\b|^(?:[}\])]|\/[/*]|\s\*|<\/|`)/;
const WRITERS = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';
/** Up to the semicolon before the next line at the left margin that closes nothing. */
const CONSTANT = /^(?:export )?const (\w+)(?:[^=]|=>)*?=(?!>)\s*([\s\S]*?;)(?=\n+[^\s})\]]|\s*(?![\s\S]))/gm;
/** Named for what they give: something that changes. */
const CREATES = /^(?:create|remember|memo|keep|cache)\w*(?:<[^>]*>)?\(/i;

/**
 * What the files keep outside of functions that can change, or do as soon as they are loaded, in words. The files are formatted: only
 * what is at the top level begins at the left margin.
 */
export function moduleStateOf(files: SourceFile[]): string[] {
  const constants = new Map(files.map((file) => [file.path, constantsOf(file.text)]));
  const exported = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)),
  );
  return files.flatMap((file) => {
    const own = constants.get(file.path) ?? [];
    const names = new Set([...own.map(({ name }) => name), ...importedBy(file.text, exported)]);
    return [...variablesOf(file), ...statementsOf(file), ...statefulOf(file, own), ...writesOf(file, names)];
  });
}

function constantsOf(text: string): Constant[] {
  return [...text.matchAll(CONSTANT)].map(([, name, value]) => ({ name, value }));
}

function importedBy(text: string, exported: Set<string>): string[] {
  return [...text.matchAll(/^import \{([^}]*)\}/gm)]
    .flatMap(([, names]) => names.split(','))
    .map((name) => name.trim().split(' as ').at(-1) ?? '')
    .filter((name) => exported.has(name));
}

function variablesOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(
    ([, name]) => `${path}: ${name} is a variable of the module`,
  );
}

function statementsOf({ path, text }: SourceFile): string[] {
  return text
    .replaceAll(/`[^`]*`/g, '``')
    .split('\n')
    .filter((line) => /^\S/.test(line) && !DECLARES.test(line))
    .map((line) => `${path}: "${line}" runs as soon as the module is loaded`);
}

/** Containers that can only be meant to be filled, and calls that give something that remembers. */
function statefulOf({ path }: SourceFile, constants: Constant[]): string[] {
  return constants.flatMap(({ name, value }) => {
    if (CREATES.test(value)) return [`${path}: ${name} is created once for the module`];
    if (/^\((?:async )?(?:\(|function)/.test(value) && /\)\(.*\);$/.test(value)) {
      return [`${path}: ${name} comes from a function that is called at once`];
    }
    const outsideFunctions = value.split('=>')[0];
    const isEmpty =
      new RegExp(`new (?:${CONTAINERS})(?:<.*>)?\\(\\)`).test(outsideFunctions) ||
      /^(?:\[\]|\{\})/.test(value) ||
      /new Weak(?:Map|Set)\b/.test(outsideFunctions);
    return isEmpty ? [`${path}: ${name} is a container that only a write can fill`] : [];
  });
}

function writesOf({ path, text }: SourceFile, names: Set<string>): string[] {
  return [...names].flatMap((name) => {
    const own = `(?<![\\w.])${name}`;
    const part = '(?:\\.\\w+|\\[[^\\]\\n]*\\])';
    const write = new RegExp(
      `${own}${part}*\\.(?:${WRITERS})\\(|` +
        `${own}${part}+ (?:[-+*/%&|^]|\\*\\*|<<|>>|\\?\\?|&&|\\|\\|)?=(?![=>])|` +
        `${own}${part}*(?:\\+\\+|--)|(?:\\+\\+|--|delete )${name}\\b|Object\\.(?:assign|defineProperty)\\(${name}\\b`,
    ).exec(text);
    return write === null ? [] : [`${path}: ${name} is written (${write[0]})`];
  });
}
