import { formatMadrid } from '@lonja/forecasting/market';
import { z } from 'zod';

/**
 * What every answer says beside its figures. Schemas of answers are plain: the SDK's own client refuses a `multipleOf`, a default or a date that
 * its server lets through. They are sent with the list of tools, so they have few words: the instructions of the server explain these fields.
 */
export const ENVELOPE = {
  market: z.string(),
  zone: z.string(),
  time_zone: z.string(),
  unit: z.string(),
  run: z.object({ forecast_id: z.string(), issued_at: z.string(), model_version: z.string() }).nullable(),
  simulated: z.boolean(),
  licence: z.string(),
  notes: z.array(z.string()),
};

/** Most rows of an answer: a day of quarter hours, the longest one included. */
export const MOST_ROWS = 100;

export const ROWS_INPUT = {
  max_rows: z
    .number()
    .int()
    .min(0)
    .max(MOST_ROWS)
    .default(MOST_ROWS)
    .describe(`Most rows to give, at most ${MOST_ROWS}; 0: the summary alone`),
};

export const ROWS_LEFT_OUT = {
  rows_left_out: z.number().describe('Rows beyond max_rows that were left out'),
};

export interface Envelope {
  market: string;
  zone: string;
  time_zone: string;
  unit: string;
  run: { forecast_id: string; issued_at: string; model_version: string } | null;
  simulated: boolean;
  licence: string;
  notes: string[];
}

const LICENCE =
  'Prices: OMIE. Load, wind and solar power: Red Eléctrica (REE), ENTSO-E. Weather: Open-Meteo.com (CC BY 4.0). Forecasts: this service. ' +
  'Name these sources; get_status has the terms of each before values are published or resold.';
const SIMULATED_LICENCE =
  'Made up by the market simulator of this service: no terms of others, and no real prices.';

interface Answered {
  simulated: boolean;
  market_product_id?: string;
  forecast_id?: string;
  issued_at?: string;
  model_version?: string;
  degraded?: readonly string[];
}

/** What an answer of the service says of itself, as every answer of a tool does. */
export function envelopeOf(answer: Answered, given: Partial<Envelope> = {}): Envelope {
  const { forecast_id, issued_at, model_version, simulated } = answer;
  const isOfRun = forecast_id !== undefined && issued_at !== undefined && model_version !== undefined;
  const market = given.market ?? answer.market_product_id ?? 'es-da';
  return {
    market,
    zone: market.startsWith('pt') ? 'PT, 10YPT-REN------W' : 'ES, 10YES-REE------0',
    time_zone: 'Europe/Madrid',
    unit: 'EUR/MWh',
    run: isOfRun ? { forecast_id, issued_at: madridTime(issued_at), model_version } : null,
    simulated,
    licence: simulated ? SIMULATED_LICENCE : LICENCE,
    notes: [...(answer.degraded ?? []), ...(given.notes ?? [])],
    ...withoutNotes(given),
  };
}

function withoutNotes({ notes: _notes, ...rest }: Partial<Envelope>): Partial<Envelope> {
  return rest;
}

/** `2026-03-31T12:00:00+02:00`: the offset distinguishes the two hours 2 of the longest day. */
export function madridTime(instant: string): string {
  return formatMadrid(Date.parse(instant));
}

/** The first rows, and how many more there are. */
export function capRows<Row>(rows: readonly Row[], most: number): { rows: Row[]; rows_left_out: number } {
  return { rows: rows.slice(0, most), rows_left_out: Math.max(0, rows.length - most) };
}
