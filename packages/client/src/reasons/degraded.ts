import type { degradedEn } from './degraded-en.ts';

type English = typeof degradedEn;
/** What can weaken a forecast. */
type DegradedCode = Exclude<keyof English, 'stand_in' | 'names'>;
/** The texts of a language by code, and the names of inputs and of what stands in for them. */
export type DegradedTexts = Readonly<Record<DegradedCode | 'stand_in', string>> & {
  readonly names: Readonly<Record<keyof English['names'], string>>;
};

/** Why a forecast is weaker than usual; a part that the code has not is absent or null. */
interface WhyDegraded {
  code: DegradedCode;
  /** The series or auction that is lacking. */
  input?: string | null | undefined;
  /** The delivery day that it is lacking of, or after. */
  day?: string | null | undefined;
  /** In place of the day those of several reasons, where the text can name them. */
  days?: string | null | undefined;
  /** What is used in its place. */
  stand_in?: string | null | undefined;
  known?: number | null | undefined;
  wanted?: number | null | undefined;
}

/** What can weaken a forecast, as it is known to a language's texts. */
export function isDegradedCode(code: string, texts: DegradedTexts): code is DegradedCode {
  return code !== 'stand_in' && code !== 'names' && Object.hasOwn(texts, code);
}

/** Why a forecast is weaker than usual, in words; `nameOf` gives the words for inputs and what stands in for them. */
export function sayDegraded(
  { code, input, day, days = day, stand_in, known, wanted }: WhyDegraded,
  texts: DegradedTexts,
  nameOf: (key: string) => string,
): string {
  const text = texts[code];
  const parts: Record<string, string | number | null | undefined> = {
    input: input && nameOf(input),
    stand_in: stand_in && nameOf(stand_in),
    day,
    days,
    known,
    wanted,
  };
  const fill = (given: string) => given.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${parts[name] ?? ''}`);
  parts['reason'] = fill(text);
  const isAdded = typeof stand_in === 'string' && !text.includes('{stand_in}');
  return isAdded ? fill(texts.stand_in) : parts['reason'];
}
