import { priceKey } from '@lonja/forecasting/intraday';
import type { DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { availabilityOf } from '../connectors/omie/revisions.ts';
import { noteDataChange } from '../observations/data-version.ts';
import { listDaysWithoutResult } from '../publications/days-without-result.ts';
import { type ImportedDay, recordImportedDays, storeSeries } from './store-series.ts';
import { nextRevisionCheck } from '../sources/polling.ts';
import { dayHolesOf, holdBackDays, type ImportedPublication } from './hold-back-days.ts';
import { nameContradictions } from '../ingest/name-contradictions.ts';
import { type ImportOptions, type ImportReport, type Skipped, withHeldBack } from './import-report.ts';
import {
  hasPrices,
  type OmieAuction,
  omieSeries,
  readOmieFolder,
  readOmieCurves,
} from './read-omie-folder.ts';

const SOURCE = 'omie';

/**
 * Loads the prices of all OMIE files (`marginalpdbc`, `marginalpibc`) in a folder and the folders below it, and what is kept of its aggregate
 * curves (`curva_pbc`), of each day by the best readable revision (see `chooseRevision`), and enters the days into the ledger, those without a result too. A price counts as
 * available from the normal publication of its auction's results; where the auction was known to have no result, from `now` on.
 */
export async function importOmieFolder({
  db,
  folder,
  now = Date.now(),
  acceptsHeldBack: accepts = false,
  onProgress = () => undefined,
}: ImportOptions & { folder: string }): Promise<ImportReport> {
  const { auctions, curves: curveFiles, refused, counts } = await readOmieFolder(folder, onProgress);
  const curves = await readOmieCurves(folder, curveFiles, onProgress);
  const priced = auctions.filter(hasPrices);
  const skipped: Skipped[] = [
    { what: 'files', reason: 'not named like an OMIE file of prices or curves', count: counts.strangers },
    {
      what: 'files',
      reason: 'sessions other than the intraday auctions 1 to 3 of 2024-06-14 and later',
      count: counts.oldSessions,
    },
    {
      what: 'files',
      reason: 'superseded by a higher revision of the same day',
      count: counts.superseded + curves.superseded,
    },
    { what: 'files', reason: 'whole, but without prices: the auction had no result', count: counts.empty },
    {
      what: 'files',
      reason: 'without prices, though a lower revision of the same day has them',
      count: counts.passedOver,
    },
  ];
  const outcome = await db.transaction().execute(async (tx) => {
    const knownEmpty = await listDaysWithoutResult(tx, { asOf: now });
    const prices = omieSeries(priced, { knownEmpty, now });
    const checked = await holdBackDays(tx, SOURCE, publicationsOf(prices), { now, accepts });
    const heldBack = accepts ? [] : checked.heldBack;
    const reports = await storeSeries(tx, SOURCE, [...checked.series, ...curves.series], { onProgress });
    const held = new Set(heldBack.map(({ series, day }) => `${series} ${day}`));
    const kept = auctions.filter(({ product, day }) => !held.has(`${priceKey(product)} ${day}`));
    await recordImportedDays(tx, importedDays(kept, now), now);
    if (counts.empty > 0) await noteDataChange(tx);
    return {
      series: withHeldBack(reports, heldBack),
      heldBack,
      accepted: accepts ? checked.heldBack : [],
      contradicted: await nameContradictions(tx, checked.series, now),
      holes: dayHolesOf(prices, daysWithoutPrices(auctions)),
    };
  });
  return {
    from: folder,
    files: priced.length + curves.files,
    ...outcome,
    skipped: skipped.filter(({ count }) => count > 0),
    refused: [...refused, ...curves.refused],
  };
}

/** The prices of an auction in Spain and Portugal are one publication, as where OMIE is asked. */
function publicationsOf(prices: readonly Series[]): ImportedPublication[] {
  const nameOf = ({ key }: Series) => key.replace(/\.pt$/, '');
  const groups = Map.groupBy(prices, (series) => `${nameOf(series)} ${series.resolution}`);
  return [...groups.values()].map((series) => ({ name: nameOf(series[0]), series }));
}

/** The days, by series, of which a file says that the auction had no result. */
function daysWithoutPrices(auctions: OmieAuction[]): Map<string, DeliveryDay[]> {
  const without = Map.groupBy(
    auctions.filter(({ prices }) => prices === undefined),
    ({ product }) => priceKey(product),
  );
  const byKey = [...without].map(([key, auction]) => [key, auction.map(({ day }) => day)] as const);
  return new Map(byKey.flatMap(([key, days]) => [[key, days] as const, [`${key}.pt`, days] as const]));
}

/** The days for the ledger. A file without prices that is there before its auction has cleared says nothing of the result. */
function importedDays(auctions: OmieAuction[], now: number): ImportedDay[] {
  return auctions.flatMap(({ product, day, prices }): ImportedDay[] => {
    const expectedAt = availabilityOf(product, day, 1);
    if (prices === undefined && now < expectedAt) return [];
    const state = prices === undefined ? 'no_result' : 'complete';
    const nextAttemptAt = nextRevisionCheck(expectedAt, now);
    return [{ source: SOURCE, name: priceKey(product), day, state, expectedAt, nextAttemptAt }];
  });
}
