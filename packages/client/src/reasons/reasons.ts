import type { en } from './en.ts';

type English = typeof en;
export type ReasonCode = Exclude<keyof English, 'of_day' | 'of_days'>;
/** The texts of a language by code. */
export type ReasonTexts = Readonly<Record<keyof English, string>>;

/** What says the days of a span is no reason. */
export function isReasonCode(key: string): key is ReasonCode {
  return key !== 'of_day' && key !== 'of_days';
}

/** Why something failed or is missing: a code, and what differs from one case to the next. */
export interface Reason {
  code: ReasonCode;
  parts: Readonly<Record<string, string | number>>;
}

/** What was asked for, and for which delivery days. */
export type Asked = string | { what: string; from: string; to: string };

type PartNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PartNames<Rest> : never;
type PartsOf<Code extends ReasonCode> = {
  [Name in PartNames<English[Code]>]: Name extends 'what' ? Asked : string | number;
};

/** A reason with the parts that its text has; the days of `what` become parts of their own. */
export function reason<Code extends ReasonCode>(
  code: Code,
  ...[given]: [PartNames<English[Code]>] extends [never] ? [] : [PartsOf<Code>]
): Reason {
  const { what, ...parts } = (given ?? {}) as Record<string, string | number> & { what?: Asked };
  const asked = what === undefined ? {} : typeof what === 'string' ? { what } : what;
  return { code, parts: { ...parts, ...asked } };
}

/** At least one reason in words, by the texts of a language. */
export function sayReasons(reasons: readonly Reason[], texts: ReasonTexts): string {
  return reasons
    .map(({ code, parts }) => fill(texts[code], { ...parts, ...askedIn(parts, texts) }))
    .reduce((said, next) => (said.endsWith(':') ? `${said} ${next}` : `${said.replace(/\.$/, '')}; ${next}`));
}

/** `what` with its days. */
function askedIn(parts: Reason['parts'], texts: ReasonTexts): { what?: string } {
  const { what, from, to } = parts;
  if (what === undefined || from === undefined || to === undefined) return {};
  return { what: fill(from === to ? texts.of_day : texts.of_days, parts) };
}

function fill(text: string, parts: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}
