/** Languages of the application. */
export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** Texts by key in both languages. `{name}` in a text stands for a value. */
export interface Messages<E extends Record<string, string>> {
  en: E;
  es: Record<keyof E, string>;
}

/** Texts of one page or component. English gives the keys and the names of values; Spanish must have the same keys. */
export function defineMessages<const E extends Record<string, string>>(messages: {
  en: E;
  es: Record<keyof E, string>;
}): Messages<E> {
  return messages;
}

type ValueNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;
type Values<Text> = Record<ValueNames<Text>, string | number>;
/** Keys that come as `key.one` and `key.other`. */
type CountedKey<E> = keyof E extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never;

export interface Translate<E extends Record<string, string>> {
  <K extends keyof E>(key: K, ...values: [ValueNames<E[K]>] extends [never] ? [] : [Values<E[K]>]): string;
  /** The text for a number of things: `key.one` or `key.other`, with `{count}` in the reader's digits. */
  count(key: CountedKey<E>, count: number): string;
}

/** The texts in one language. */
export function translator<E extends Record<string, string>>(
  messages: Messages<E>,
  locale: Locale,
): Translate<E> {
  const texts: Record<string, string> = messages[locale];
  const textOf = (key: string) => texts[key] ?? key;
  return Object.assign(
    (key: keyof E, ...[values]: [Record<string, string | number>?]) => fill(textOf(String(key)), values),
    {
      // Most texts count nothing, and the browser takes long to learn a language's plurals.
      count: (key: string, count: number) =>
        fill(textOf(`${key}.${new Intl.PluralRules(locale).select(count) === 'one' ? 'one' : 'other'}`), {
          count: count.toLocaleString(locale),
        }),
    },
  );
}

function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The translator of the messages M. */
export type TextsOf<M> = M extends Messages<infer E> ? Translate<E> : never;
