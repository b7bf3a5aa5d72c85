import type { DashboardSummary, ProductSummary } from '@lonja/client';
import {
  decimalText,
  type FileCell,
  headsIn,
  TIME_HEADS,
  timeCells,
  withoutOffset,
} from '../../charts/save-file.ts';
import { type Locale, translator } from '../../i18n/texts.ts';
import { beyondCell, type ClearedExtremes, type Marks, type Side } from '../../market/beyond-cleared.ts';
import type { ProductName } from '../../market/products.ts';
import { PERIOD_MS } from '../../market/resolution.ts';
import { madridOffset } from '../../time/madrid-time.ts';

type ProductDay = ProductSummary['days'][number];

/** What the sheet has of an auction in a period. EUR/MWh; null where there is none. */
export interface OfferCell {
  p10: number | null;
  p50: number | null;
  p90: number | null;
  /** Probability of a price below zero, 0.00 not counted, 0 to 1. */
  belowZero: number | null;
  cleared: number | null;
}

/** Fields that the forecast may have a mark for. */
const MARKED: Partial<Record<keyof OfferCell, 'value' | 'p10' | 'p90'>> = {
  p10: 'p10',
  p50: 'value',
  p90: 'p90',
};

/** The columns of an auction. */
export interface OfferColumns {
  product: ProductName;
  /** Whether any period has a forecast, or a cleared price: without one its columns are left out. */
  hasForecast: boolean;
  hasPrices: boolean;
  /** When the run was issued, RFC 3339. */
  issuedAt: string | undefined;
  /** One for each row. */
  cells: OfferCell[];
  /** The points with marks of what lies beyond anything cleared, one for each row; and what had cleared. */
  marks: Marks[];
  extremes: ClearedExtremes;
}

/** A delivery day by its periods, the auctions side by side: a row for each of its 23 to 25 hours, or 92 to 100 quarters. */
export interface OfferSheet {
  date: string;
  periodMs: number;
  startsMs: number[];
  auctions: OfferColumns[];
}

/** How it stands with the forecast of an auction for the day. */
export type OfferState =
  | { kind: 'forecast'; issuedAt: string; gateClosesAt: string }
  | { kind: 'to-come'; at: string }
  /** Its run is due and not there. */
  | { kind: 'late'; since: string }
  /** The gate closed before any run covered the day. */
  | { kind: 'none' };

/** The sheet of the summary's day with the wanted auctions; those without forecast and price are left out. */
export function offerSheet(
  { date, days, resolution, products }: DashboardSummary,
  wanted: readonly ProductName[],
): OfferSheet {
  const periodMs = PERIOD_MS[resolution];
  const bounds = days.at(-1);
  const firstMs = Date.parse(bounds?.starts_at ?? '');
  const count = bounds === undefined ? 0 : (Date.parse(bounds.ends_at) - firstMs) / periodMs;
  const startsMs = Array.from({ length: count }, (_, index) => firstMs + index * periodMs);
  const auctions = products
    .filter(({ product }) => wanted.includes(product))
    .map(({ product, days: own }) => columnsOf(product, own.at(-1), startsMs))
    .filter(({ hasForecast, hasPrices }) => hasForecast || hasPrices);
  return { date, periodMs, startsMs, auctions };
}

function columnsOf(
  product: ProductName,
  day: ProductDay | undefined,
  startsMs: readonly number[],
): OfferColumns {
  const points = new Map(day?.points.map((point) => [Date.parse(point.time), point]));
  const prices = new Map(day?.prices.map(({ time, value }) => [Date.parse(time), value]));
  return {
    product,
    hasForecast: points.size > 0,
    hasPrices: prices.size > 0,
    issuedAt: day?.run?.issued_at,
    extremes: day?.run?.cleared_extremes ?? null,
    marks: startsMs.map((start) => points.get(start)?.beyond_cleared),
    cells: startsMs.map((start) => {
      const point = points.get(start);
      return {
        p10: point?.p10 ?? null,
        p50: point?.value ?? null,
        p90: point?.p90 ?? null,
        belowZero: point?.probabilities?.below_zero ?? null,
        cleared: prices.get(start) ?? null,
      };
    }),
  };
}

/** How it stands with the forecast of an auction for the summary's day at `now`, epoch ms. */
export function offerState({ days }: ProductSummary, now: number): OfferState {
  const day = days.at(-1);
  if (day === undefined) return { kind: 'none' };
  if (day.run !== null && day.points.length > 0)
    return { kind: 'forecast', issuedAt: day.run.issued_at, gateClosesAt: day.gate_closes_at };
  if (Date.parse(day.first_run_at) > now) return { kind: 'to-come', at: day.first_run_at };
  return Date.parse(day.gate_closes_at) > now ? { kind: 'late', since: day.first_run_at } : { kind: 'none' };
}

/** The fields of an auction that the sheet shows. */
export function fieldsOf({ hasForecast, hasPrices }: OfferColumns): (keyof OfferCell)[] {
  return [
    ...(hasForecast ? (['p10', 'p50', 'p90', 'belowZero'] as const) : []),
    ...(hasPrices ? (['cleared'] as const) : []),
  ];
}

const FILE_NAMES: Record<keyof OfferCell, string> = {
  p10: 'p10 (EUR/MWh)',
  p50: 'p50 (EUR/MWh)',
  p90: 'p90 (EUR/MWh)',
  belowZero: 'probability_below_0 (0-1)',
  cleared: 'cleared (EUR/MWh)',
};

/** On which side of anything cleared the price of a field lies; undefined where it does not, or is not of the forecast. */
export function sideOf({ marks }: OfferColumns, row: number, field: keyof OfferCell): Side | undefined {
  const name = MARKED[field];
  return name && marks[row]?.[name];
}

/**
 * The sheet as a file: heads and rows, with numbers and instants as they are, and which run each auction's columns are of. At the end, where
 * no other column moves for it, what of each forecast lies beyond anything cleared.
 */
export function offerFile(
  { startsMs, auctions }: OfferSheet,
  { hasRuns, locale }: { hasRuns: boolean; locale: Locale },
): { head: string[]; rowCount: number; fileRow: (index: number) => FileCell[] } {
  const t = translator('parts.beyondCleared', locale);
  const forecast = auctions.filter(({ hasForecast }) => hasForecast);
  const runOf = ({ hasForecast, issuedAt }: OfferColumns) => (hasRuns && hasForecast ? [issuedAt] : []);
  return {
    head: [
      ...TIME_HEADS,
      ...auctions.flatMap((auction) => [
        ...fieldsOf(auction).map((field) => `${auction.product} ${FILE_NAMES[field]}`),
        ...runOf(auction).map(() => `${auction.product} run (UTC)`),
      ]),
      ...forecast.map(({ product }) => `${product} ${t('column')}`),
    ],
    rowCount: startsMs.length,
    fileRow: (index) => [
      ...timeCells(startsMs[index] ?? 0),
      ...auctions.flatMap((auction) => [
        ...fieldsOf(auction).map((field) => auction.cells[index]?.[field]),
        ...runOf(auction),
      ]),
      ...forecast.map(({ marks }) => beyondCell(marks[index], t)),
    ],
  };
}

/** The newest run of the sheet, for the name of its file. */
export function newestRun({ auctions }: OfferSheet): string | undefined {
  return auctions
    .flatMap(({ issuedAt, hasForecast }) => (hasForecast && issuedAt !== undefined ? [issuedAt] : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}

/**
 * The sheet as text that a spreadsheet pastes into cells: tabs between them, times as it takes them for times, and numbers with the
 * decimal sign of the reader's language.
 */
export function offerText(sheet: OfferSheet, locale: Locale): string {
  const { head, rowCount, fileRow } = offerFile(sheet, { hasRuns: false, locale });
  const textOf = (cell: FileCell) => {
    if (typeof cell === 'number') return decimalText(cell, locale);
    return withoutOffset(cell ?? '');
  };
  const rows = Array.from({ length: rowCount }, (_, index) => {
    // The local time loses its offset on the way into a spreadsheet, so the next column has it.
    const offset = `UTC+${madridOffset(sheet.startsMs[index] ?? 0) / PERIOD_MS.PT1H}`;
    return fileRow(index).toSpliced(TIME_HEADS.length, 0, offset);
  });
  const heads = headsIn(locale, head).toSpliced(TIME_HEADS.length, 0, 'offset');
  return [heads, ...rows].map((cells) => `${cells.map(textOf).join('\t')}\r\n`).join('');
}
