import { AUCTION_CALENDAR, auctionOf, formatMadrid, instantFor, TIME_ZONE } from '@lonja/forecasting/market';
import { spreadOfSample } from '@lonja/forecasting/scenarios';
import { toSpreadDays, toSpreadFields } from '../../forecasts/runs/outlooks-record.ts';
import type { CsvColumns, CsvTable } from '../../ground/http/csv.ts';
import {
  formatInstant,
  roundMoney,
  roundPower,
  roundPrice,
  roundProbability,
} from '../../ground/http/wire.ts';
import { marketProductId, PRICE_UNIT } from '../../ground/market-ids.ts';
import { toOutlook } from '../portfolio/portfolio-records.ts';
import type { Waiting } from './schemas.ts';
import type { AuctionWaiting, SiteWaiting, WaitingQuery } from './value-waiting.ts';

export function toWaiting(
  { site, outlook, position, knownUntil, auctions }: SiteWaiting,
  { resolution, maxLoss, confidence }: Pick<WaitingQuery, 'resolution' | 'maxLoss' | 'confidence'>,
): Waiting {
  return {
    site_id: site.id,
    kind: site.kind,
    date: outlook.day,
    unit: PRICE_UNIT,
    resolution,
    volume_source: position.source,
    known_until: formatInstant(knownUntil),
    ...toOutlook(outlook),
    max_loss: maxLoss === undefined ? null : roundMoney(maxLoss),
    confidence: roundProbability(confidence),
    auctions: auctions.map((auction) => toAuction(auction, outlook)),
  };
}

function toAuction(
  { product, past, periods, worth, size }: AuctionWaiting,
  { day, periodHours }: SiteWaiting['outlook'],
): Waiting['auctions'][number] {
  return {
    product: auctionOf(product),
    market_product_id: marketProductId(product),
    gate_closes_at: formatInstant(instantFor(day, AUCTION_CALENDAR[product].gateClosure)),
    ...toSpreadDays(past),
    energy_mwh: roundPower(periodHours * periods.reduce((sum, { mw }) => sum + Math.abs(mw), 0)),
    worth:
      worth === undefined
        ? null
        : {
            expected_eur: roundMoney(worth.mean),
            error_eur: roundMoney(worth.meanError),
            median_eur: roundMoney(worth.value),
            p10_eur: roundMoney(worth.p10),
            p90_eur: roundMoney(worth.p90),
            lowest_eur: roundMoney(worth.lowest),
            probability_gain: roundProbability(worth.probabilityGain),
            loss_eur: roundMoney(worth.lossOfAll),
          },
    size:
      size === undefined
        ? null
        : {
            share: roundProbability(size.part),
            peak_mw: roundPower(size.peakMw),
            energy_mwh: roundPower(size.mwh),
            loss_eur: roundMoney(size.loss),
          },
    points:
      worth === undefined
        ? []
        : periods.map(({ start, mw, spreads }) => {
            const mean = spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
            return {
              time: formatInstant(start),
              power_mw: roundPower(mw),
              spread_mean: roundPrice(mean),
              ...toSpreadFields(spreadOfSample([...spreads])),
              expected_eur: roundMoney(mean * mw * periodHours),
            };
          }),
  };
}

type Auction = Waiting['auctions'][number];
type WaitingPoint = Pick<Auction, 'product' | 'spread_days'> &
  Pick<Waiting, 'simulated'> &
  Auction['points'][number];

const WAITING_COLUMNS: CsvColumns<WaitingPoint> = {
  product: ({ product }) => product,
  'time (UTC)': ({ time }) => time,
  [`start (${TIME_ZONE})`]: ({ time }) => formatMadrid(Date.parse(time)),
  'power (MW)': ({ power_mw }) => power_mw,
  'spread_mean (EUR/MWh)': ({ spread_mean }) => spread_mean,
  'spread (EUR/MWh)': ({ spread }) => spread,
  'spread_p10 (EUR/MWh)': ({ spread_p10 }) => spread_p10,
  'spread_p90 (EUR/MWh)': ({ spread_p90 }) => spread_p90,
  'probability_positive (0-1)': ({ probability_positive }) => probability_positive,
  'expected (EUR)': ({ expected_eur }) => expected_eur,
  spread_days: ({ spread_days }) => spread_days,
  simulated: ({ simulated }) => simulated,
};

/** A row for each auction and period. */
export function waitingCsvTable({ auctions, date, simulated }: Waiting): CsvTable<WaitingPoint> {
  const records = auctions.flatMap(({ product, spread_days, points: own }) =>
    own.map((point) => ({ ...point, product, spread_days, simulated })),
  );
  return { name: ['waiting', date], columns: WAITING_COLUMNS, records };
}
