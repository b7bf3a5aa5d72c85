import type { texts as account } from '../languages/en/account.ts';
import type { texts as accuracy } from '../languages/en/accuracy.ts';
import type { texts as admin } from '../languages/en/admin.ts';
import type { texts as alerts } from '../languages/en/alerts.ts';
import type { texts as apiKeys } from '../languages/en/api-keys.ts';
import type { texts as degraded } from '../languages/en/degraded.ts';
import type { texts as drivers } from '../languages/en/drivers.ts';
import type { texts as entry } from '../languages/en/entry.ts';
import type { texts as forecasts } from '../languages/en/forecasts.ts';
import type { texts as landing } from '../languages/en/landing.ts';
import type { texts as market } from '../languages/en/market.ts';
import type { texts as offers } from '../languages/en/offers.ts';
import type { texts as overview } from '../languages/en/overview.ts';
import type { texts as parts } from '../languages/en/parts.ts';
import type { texts as portfolio } from '../languages/en/portfolio.ts';
import type { texts as preparation } from '../languages/en/preparation.ts';
import type { texts as reasons } from '../languages/en/reasons.ts';
import type { texts as settings } from '../languages/en/settings.ts';
import type { texts as shell } from '../languages/en/shell.ts';
import type { texts as support } from '../languages/en/support.ts';
import type { texts as users } from '../languages/en/users.ts';
import type { texts as webhooks } from '../languages/en/webhooks.ts';

/**
 * The English texts by area: what every page says (`shell`), what several pages say or one seldom does (`parts`), what pages say that lead in
 * (`entry`), reasons that the service gives (`reasons`), the steps of a first start (`preparation`), and what one page says. English gives the
 * keys and the names of values.
 */
interface English {
  account: typeof account;
  accuracy: typeof accuracy;
  admin: typeof admin;
  alerts: typeof alerts;
  'api-keys': typeof apiKeys;
  degraded: typeof degraded;
  drivers: typeof drivers;
  entry: typeof entry;
  forecasts: typeof forecasts;
  landing: typeof landing;
  market: typeof market;
  offers: typeof offers;
  overview: typeof overview;
  parts: typeof parts;
  portfolio: typeof portfolio;
  preparation: typeof preparation;
  reasons: typeof reasons;
  settings: typeof settings;
  shell: typeof shell;
  support: typeof support;
  users: typeof users;
  webhooks: typeof webhooks;
}

/** A file of each language, loaded when one of its texts is needed. */
export type Area = keyof English;

type NameIn<A extends Area> = `${A}.${keyof English[A] & string}`;
/** A group of texts, `area.catalogue`. */
export type Catalogue = { [A in Area]: NameIn<A> }[Area];

/** The English texts of a catalogue. */
export type TextsIn<N extends Catalogue> = N extends `${infer A extends Area}.${infer C}`
  ? English[A][C & keyof English[A]]
  : never;

/** An area in another language: every key of the English one. */
export type TextsOf<A extends Area> = {
  readonly [C in keyof English[A]]: Readonly<Record<keyof English[A][C], string>>;
};

/** The texts of one area by catalogue and key. */
export type AreaTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the file of a language has: what every page says, and where the rest is. */
export interface LanguageModule {
  shell: AreaTexts;
  rest: Readonly<Record<Exclude<Area, 'shell'>, () => Promise<{ texts: AreaTexts }>>>;
}
