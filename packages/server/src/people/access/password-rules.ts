import { readFileSync } from 'node:fs';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Whose password it is to be; guessing tries what is known of a person. */
export interface PasswordOwner {
  email: string;
  tenant_name: string;
}

/** Of whom nothing is known. */
export const NOBODY: PasswordOwner = { email: '', tenant_name: '' };

/** Characters, with each repetition and each step of a sequence counted as none. */
const MIN_VARIED_LENGTH = 6;
/** Shorter parts of an address or a name are found in many words. */
const MIN_PART_LENGTH = 4;
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm', '1234567890'];
/** Letters and what is written in their place. */
const DISGUISES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** A rule, and the advice where a password breaks it. */
interface PasswordFault {
  rule: 'length' | 'common' | 'repetition' | 'disguise' | 'address' | 'organisation';
  advice: string;
}

/** The rule that a password breaks; undefined: none. */
export function passwordFault(password: string, owner: PasswordOwner): PasswordFault | undefined {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    const advice = `Choose a password of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;
    return { rule: 'length', advice };
  }
  const rule = guessedBy(password.toLowerCase(), owner);
  return rule && { rule, advice: `Choose another password: ${REASONS[rule]}.` };
}

const REASONS: Record<Exclude<PasswordFault['rule'], 'length'>, string> = {
  common: 'this one is among the commonest and would be guessed',
  repetition: 'repetitions and sequences, such as "aaaaaaaa" or "abcd1234", are guessed at once',
  disguise: 'one of the commonest with figures or signs around it is guessed at once',
  address: `without what is in your e-mail address it has fewer than ${MIN_PASSWORD_LENGTH} characters`,
  organisation: `without the name of your organisation it has fewer than ${MIN_PASSWORD_LENGTH} characters`,
};

function guessedBy(text: string, { email, tenant_name }: PasswordOwner) {
  if (commonPasswords().has(text)) return 'common';
  if (variedLength(text) < MIN_VARIED_LENGTH) return 'repetition';
  if (isCommonInDisguise(text)) return 'disguise';
  if (lengthWithout(text, partsOf(email)) < MIN_PASSWORD_LENGTH) return 'address';
  return lengthWithout(text, partsOf(tenant_name)) < MIN_PASSWORD_LENGTH ? 'organisation' : undefined;
}

/** How many characters say something new: a run of equal or successive characters counts as one, and so does a repeated unit. */
function variedLength(text: string): number {
  const unit = /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
  const characters = Array.from(unit);
  const steps = characters.slice(1).map((character, i) => stepBetween(characters[i], character));
  // Only runs of three and more are sequences: "ab" and "ss" stand in words.
  const isInRun = (i: number) =>
    steps[i] !== undefined && (steps[i] === steps[i - 1] || steps[i] === steps[i + 1]);
  return characters.length === 0 ? 0 : 1 + steps.filter((_, i) => !isInRun(i)).length;
}

/** 0 for the same character, 1 or -1 for the next or the one before in the alphabet or on the keyboard; undefined for any other. */
function stepBetween(from: string, to: string): number | undefined {
  const byCode = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
  if (Math.abs(byCode) <= 1) return byCode;
  const row = KEYBOARD_ROWS.find((keys) => keys.includes(from) && keys.includes(to));
  const byKey = row === undefined ? undefined : row.indexOf(to) - row.indexOf(from);
  return byKey !== undefined && Math.abs(byKey) === 1 ? byKey : undefined;
}

function isCommonInDisguise(text: string): boolean {
  const bare = (word: string) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const undisguised = (word: string) => word.replaceAll(/[@4310!$57]/g, (sign) => DISGUISES[sign] ?? sign);
  // "p@ssw0rd1!" is "password" with and without its end, "1password" with and without its beginning.
  const forms = [
    bare(text),
    bare(undisguised(text)),
    undisguised(bare(text)),
    undisguised(text.replace(/[^\p{L}]+$/u, '')),
  ];
  return forms.some(
    (form) =>
      form.length >= MIN_PART_LENGTH &&
      text.length - form.length < MIN_PASSWORD_LENGTH &&
      commonPasswords().has(form),
  );
}

/** An address or a name as a whole, and its words. */
function partsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words = lower.split(/[^\p{L}\p{N}]+/u);
  return [lower, lower.split('@')[0], words.join(''), ...words]
    .filter((part) => part.length >= MIN_PART_LENGTH)
    .sort((a, b) => b.length - a.length);
}

function lengthWithout(text: string, parts: readonly string[]): number {
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), text).length;
}

let known: ReadonlySet<string> | undefined;

/** Passwords that guessing starts with, lower case; `common-passwords.txt` says where they are from. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('# '))
      .flatMap((line) => line.split(' ')),
  );
  return known;
}
