import { setTimeout as delay } from 'node:timers/promises';
import { LonjaError } from '@lonja/client';
import { type Format, formatOf, printView } from '../output/print-view.ts';
import { CSV_LOCALES } from '../output/render-csv.ts';
import type { View } from '../output/view.ts';
import { YES_INPUT, confirm } from '../session/confirm.ts';
import type { Environment } from '../session/environment.ts';
import { type Api, openApi } from '../session/open-api.ts';
import type { ServiceClock } from '../session/service-clock.ts';
import { serviceFailure } from '../session/service-failure.ts';
import { type Command, type Example, asValues } from './command.ts';
import { type Inputs, type ValuesOf, choice, flag, option, parseNumber } from './inputs.ts';

/** Inputs of every command that asks a service. */
export const CONNECTION_INPUTS = {
  server: option(
    'url',
    'address of the service (default: LONJA_SERVER, the last login, http://127.0.0.1:8080)',
  ),
  key: option('key', 'API key; LONJA_API_KEY and "lonja login" keep it out of the list of processes'),
};
/** Of every command that prints a result. */
export const JSON_INPUT = { json: flag('print the result as one JSON document') };
/** Of every command that writes CSV. */
export const CSV_LOCALE_INPUT = {
  csvLocale: choice(
    'locale',
    'how CSV is written: en, or es or pt with semicolons, decimal commas and times as spreadsheets with such settings open them',
    CSV_LOCALES,
  ),
};
/** Inputs of every command whose result is a table or a record. */
export const OUTPUT_INPUTS = {
  ...JSON_INPUT,
  csv: flag('print the table as CSV, times in UTC and in Madrid time'),
  ...CSV_LOCALE_INPUT,
};
/** What every command takes that shows an answer of the service. */
export const COMMON_INPUTS = { ...OUTPUT_INPUTS, ...CONNECTION_INPUTS };
const WATCH_INPUT = {
  watch: option('seconds', 'refresh every so many seconds, at least 5', parseNumber),
};
const SHORTEST_WATCH_S = 5;
const CLEAR_SCREEN = '\u001B[2J\u001B[H';

interface ApiCommandSpec<I extends Inputs> {
  name: string;
  summary: string;
  inputs?: I;
  examples: Example[];
  notes?: string;
  commands?: Command[];
  /** Whether it changes nothing and may be shown again and again. */
  canWatch?: boolean;
  /** The question before something is lost for good; undefined where nothing is. */
  question?: (values: ValuesOf<I>) => string | undefined;
  load: (api: Api, values: ValuesOf<I>, format: Format) => Promise<View>;
}

/** A command that asks a service and shows its answer. */
export function apiCommand<const I extends Inputs>(spec: ApiCommandSpec<I>): Command {
  const { load, question, canWatch = false, commands = [], ...rest } = spec;
  const inputs = {
    ...spec.inputs,
    ...(canWatch && WATCH_INPUT),
    ...(question && YES_INPUT),
    ...COMMON_INPUTS,
  };
  return {
    ...rest,
    commands,
    inputs,
    run: (environment, values) => {
      const { json, csv, csvLocale, watch, yes, ...connection } = asValues<
        typeof COMMON_INPUTS & typeof WATCH_INPUT & typeof YES_INPUT
      >(values);
      const format = formatOf({ json, csv, csvLocale });
      // Commands hand their values on to the service, which must see no key among them.
      const names = Object.keys(spec.inputs ?? {}).filter((name) => name in values);
      const own = Object.fromEntries(names.map((name) => [name, values[name]]));
      const { stdout } = environment;
      const work = async (api: Api) => {
        for (;;) {
          const resolved = asValues<I>(await resolveInputs(spec.inputs, own, api.clock));
          await confirm(environment, question?.(resolved), yes);
          const view = await load(api, resolved, format);
          if (watch !== undefined && stdout.isTTY === true) stdout.write(CLEAR_SCREEN);
          printView(view, format, stdout, csvLocale);
          if (watch === undefined) return;
          await delay(Math.max(watch, SHORTEST_WATCH_S) * 1000);
        }
      };
      return withApi(environment, connection, work, inputs);
    },
  };
}

async function resolveInputs(
  inputs: Inputs = {},
  values: Record<string, unknown>,
  clock: ServiceClock,
): Promise<Record<string, unknown>> {
  const resolved = { ...values };
  for (const [name, { resolve }] of Object.entries(inputs)) {
    const value = values[name];
    if (resolve !== undefined && typeof value === 'string') resolved[name] = await resolve(value, clock);
  }
  return resolved;
}

/** Gives a service to the work, and turns what the service refuses into a sentence, in the words of the inputs, and an exit code. */
export async function withApi(
  environment: Environment,
  connection: { server?: string | undefined; key?: string | undefined },
  work: (api: Api) => Promise<void>,
  inputs: Inputs = {},
): Promise<void> {
  const api = await openApi(environment, connection);
  try {
    await work(api);
  } catch (error) {
    throw error instanceof LonjaError ? serviceFailure(error, api, inputs) : error;
  }
}
