import type { Client, HomeTariff } from '@lonja/client';
import { UsageError } from '../errors.ts';
import { parseCount } from '../option-values.ts';
import { choice, option, sentAs, withDefault, type ValuesOf } from './inputs.ts';
import { quarterHoursInput, resolutionOf } from './market-inputs.ts';

const perKwh = (period: string) => option('eur', `added in ${period} of 2.0TD, EUR/kWh before tax`);

/** What a home pays beside the market's price. */
export const TARIFF_INPUTS = {
  tariff: choice(
    'name',
    '2.0TD, an indexed price with the surcharges --p1, --p2 and --p3; or pvpc, the regulated price',
    ['2.0TD', 'pvpc'],
  ),
  p1: sentAs('surcharge_p1', perKwh('P1 (working days 10-14 and 18-22)')),
  p2: sentAs('surcharge_p2', perKwh('P2 (working days 8-10, 14-18 and 22-24)')),
  p3: sentAs('surcharge_p3', perKwh('P3 (0-8, weekends and national holidays)')),
  zone: sentAs(
    'tariff_zone',
    choice('zone', 'whose hours the periods have (default: peninsula)', ['peninsula', 'ceuta_melilla']),
  ),
  surcharge: option('eur', 'fees in all hours, EUR/kWh before tax'),
  adjustment: sentAs('adjustment_eur_mwh', option('eur', 'adjustment services, EUR/MWh')),
  futures: sentAs('futures_eur_mwh', option('eur', 'price of the basket of futures in the PVPC, EUR/MWh')),
  losses: option('percent', 'grid losses that the market price is paid for as well'),
  electricityTax: sentAs('electricity_tax', option('percent', 'electricity tax, such as 5.11269632')),
  tax: option('percent', 'value-added tax; 21,10@2026-07-01 is 10 from that day on'),
  hours: withDefault(option('count', 'hours ahead, 1 to 168', parseCount), 24),
  quarterHours: quarterHoursInput,
};

/** Throws UsageError where a tariff lacks its surcharges, or these a tariff. */
export async function readHomeTariff(
  client: Client,
  values: ValuesOf<typeof TARIFF_INPUTS>,
): Promise<HomeTariff> {
  const { tariff, p1, p2, p3, zone, adjustment, futures, electricityTax, quarterHours, ...rest } = values;
  const given = [p1, p2, p3].filter((price) => price !== undefined).length;
  if (tariff === undefined && (given > 0 || zone !== undefined))
    throw new UsageError('Say whose periods they are: add --tariff 2.0TD.');
  if (given < 3 && (tariff === '2.0TD' || given > 0))
    throw new UsageError(`Give --p1, --p2 and --p3 with --tariff ${tariff}: they are on the bill.`);
  if (tariff !== 'pvpc' && futures !== undefined)
    throw new UsageError('Futures are a part of the PVPC alone: add --tariff pvpc.');
  return client.integrations.homeTariff({
    ...rest,
    tariff: tariff === 'pvpc' ? 'pvpc' : 'indexed',
    adjustment_eur_mwh: adjustment,
    futures_eur_mwh: futures,
    electricity_tax: electricityTax,
    surcharge_p1: p1,
    surcharge_p2: p2,
    surcharge_p3: p3,
    tariff_zone: zone,
    resolution: resolutionOf(quarterHours),
  });
}

/** What stands in for futures, and what the formula of the PVPC errs by; nothing of an indexed price. */
export function tariffNotes({ futures, published_error: error }: HomeTariff): string[] {
  if (futures === null || error === null) return [];
  const source = futures.source === 'request' ? '' : ', the mean day-ahead price of the last 365 days';
  return [
    `PVPC, before the taxes that you do not give; futures at ${futures.price} EUR/MWh${source}.`,
    `Its formula erred by ${error} EUR/kWh on average on three published days of 2025; the bounds are those of the market's price alone.`,
  ];
}
