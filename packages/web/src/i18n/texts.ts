import { inZone } from '../market/shown-markets.ts';
import type { Area, AreaTexts, Catalogue, LanguageModule, TextsIn } from './catalogues.ts';

/** Languages of the application. Each is a folder of `languages`, and a file beside it that loads what is in it. */
const LANGUAGES = {
  en: () => import('../languages/en.ts'),
  es: () => import('../languages/es.ts'),
  pt: () => import('../languages/pt.ts'),
} satisfies Record<string, () => Promise<LanguageModule>>;
export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as Locale[];

/** The names that languages give themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
};

type Texts = Readonly<Record<string, string>>;

/** By `locale/area`. What could not be loaded stays here until `forgetFailedTexts`, so that a page asks once. */
const loading = new Map<string, Promise<void>>();
const loaded = new Map<string, AreaTexts>();
const failed = new Set<string>();

/** Fetches the texts of an area in a language, once. */
export function loadTexts(locale: Locale, area: Area): Promise<void> {
  const key = `${locale}/${area}`;
  const before = loading.get(key);
  if (before !== undefined) return before;
  const load = async () => {
    try {
      const { shell, rest } = await LANGUAGES[locale]();
      loaded.set(key, area === 'shell' ? shell : (await rest[area]()).texts);
    } catch (error) {
      failed.add(key);
      throw error;
    }
  };
  const fresh = load();
  loading.set(key, fresh);
  return fresh;
}

/** The texts of all areas that have been shown so far. */
export async function loadLanguage(locale: Locale): Promise<void> {
  const areas = new Set([...loading.keys()].map((key) => key.split('/')[1] as Area));
  await Promise.all([...areas].map((area) => loadTexts(locale, area)));
}

/** Texts that could not be loaded are fetched again when they are next needed. */
export function forgetFailedTexts(): void {
  for (const key of failed) loading.delete(key);
  failed.clear();
}

/** The area of a catalogue `area.catalogue`. */
export function areaOf(name: Catalogue): Area {
  return name.slice(0, name.indexOf('.')) as Area;
}

export function isLoaded(locale: Locale, area: Area): boolean {
  return loaded.has(`${locale}/${area}`);
}

/** The texts of a catalogue by key, for keys that are looked up. They are loaded already. */
export function wordsOf<N extends Catalogue>(name: N, locale: Locale): Record<keyof TextsIn<N>, string> {
  const texts = loaded.get(`${locale}/${areaOf(name)}`)?.[name.slice(name.indexOf('.') + 1)];
  if (texts === undefined) throw new Error(`The texts ${name} are not loaded in ${locale}.`);
  return texts as Record<keyof TextsIn<N>, string>;
}

type ValueNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;
type Values<Text> = Record<ValueNames<Text>, string | number>;
/** Keys that come as `key.one` and `key.other`. */
type CountedKey<E> = keyof E extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never;

/** Gives the texts of a catalogue by key. `{name}` in a text stands for a value. */
export interface Translate<N extends Catalogue> {
  <K extends keyof TextsIn<N>>(
    key: K,
    ...values: [ValueNames<TextsIn<N>[K]>] extends [never] ? [] : [Values<TextsIn<N>[K]>]
  ): string;
  /** The text for a number of things: `key.one` or `key.other`, with `{count}` in the reader's digits. */
  count(key: CountedKey<TextsIn<N>>, count: number): string;
}

/** The texts of a catalogue in one language, which are loaded already. */
export function translator<N extends Catalogue>(name: N, locale: Locale): Translate<N> {
  const texts: Texts = wordsOf(name, locale);
  const textOf = (key: string) => inZone(texts[key] ?? key);
  return Object.assign(
    (key: keyof TextsIn<N>, ...[values]: [Record<string, string | number>?]) =>
      fill(textOf(String(key)), values),
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
