import { type Credential, type Recorder, textAt } from './recorder.ts';

const DAY = '2026-03-31';
const PAST = { date_from: '2026-03-28', date_to: '2026-03-29' };
/** Errors of past forecasts. */
const SCORES = [
  'getAccuracy',
  'getModelPerformance',
  'getAccuracyStatistics',
  'getCalibrationStatistics',
  'getBatteryStatistics',
  'getFundamentalsStatistics',
  'getAccuracyPage',
];

/** Years as files. */
const EXPORTS = ['getPricesExport', 'getForecastsExport', 'getFundamentalsExport', 'getAccuracyExport'];

/** What an API key reads: forecasts, prices, tariffs, errors, events. */
export async function recordReads({ call }: Recorder, key: Credential): Promise<void> {
  const read = (operationId: string, query?: Record<string, string>, path?: Record<string, string>) =>
    call(operationId, { as: key, ...(query && { query }), ...(path && { path }) });
  await call('getHealth');
  await call('getReadiness');
  await read('listMarkets');
  await read('getMarket', undefined, { market_id: 'es' });
  await read('listMarketProducts', undefined, { market_id: 'es' });
  const run = await read('getLatestForecast', { market_id: 'es', product: 'da' });
  await read('getForecast', { market_id: 'es', product: 'da', date: DAY, quantiles: '5,25,75,95' });
  await read('getScenarios', { market_id: 'es', product: 'da', date: DAY, paths: '2' });
  await read('getPriceProbabilities', {
    market_id: 'es',
    product: 'da',
    date: DAY,
    thresholds: '0,20',
    hours: '4',
  });
  await read('getSpreads', { market_id: 'es', product: 'ida1', date: '2026-03-30' });
  await read('getZoneSpreads', { product: 'da', date: DAY });
  await read('getOutlook', { market_id: 'es', product: 'ida1', date: DAY });
  await read('getIntradayOutlook', { date: '2026-04-01' });
  await call('getWhatIf', {
    as: key,
    body: { shifts: [{ input: 'wind', date: DAY, from_period: 18, to_period: 22, percent: 10 }] },
  });
  await read('listAvailableDates', { product: 'da' });
  await read('getForecastSchedule');
  await read('getForecastSeries', {
    product: 'da',
    days_ahead: '1',
    issued_before: '12:06',
    date_from: '2026-03-28',
    date_to: '2026-03-29',
  });
  const runs = await read('listForecastRuns', { product: 'da', date: DAY });
  await read('getForecastDifference', {
    from_run: textAt(runs, 'items', 1, 'forecast_id'),
    to_run: textAt(runs, 'items', 0, 'forecast_id'),
    date: DAY,
  });
  await read('getForecastRun', undefined, { forecast_id: textAt(run, 'forecast_id') });
  await read('getForecastEvolution', { delivery: `${DAY}T18:00:00Z` });
  await read('getDayAheadForecast', { date: DAY });
  await read('getIntradayForecast', { date: '2026-03-30' }, { session: '2' });
  await read('listPrices', PAST);
  await read('getCurves', { date: DAY });
  await read('getFundamentals', { date: DAY, hour: '20' });
  for (const operationId of EXPORTS) await read(operationId, PAST);
  await read('getPriceStatistics', { ...PAST, group_by: 'day' });
  await read('getHomeTariff', { tariff: 'pvpc', electricity_tax: '5.11269632', tax: '21', hours: '36' });
  await read('getEvccTariff', { surcharge: '0.045', tax: '21' });
  await read('getEvccOptimizerInput', { surcharge: '0.045', tax: '21', hours: '4', resolution: 'PT1H' });
  await read('getHomeAssistantTariff', { surcharge: '0.045', tax: '21', hours: '48' });
  await read('getPredbatTariff', { surcharge: '0.045', tax: '21' });
  await read('getEmhassTariff', { surcharge: '0.045', tax: '21', feed_in: '-0.005' });
  await read('getDrivers', { market_id: 'es', product: 'da', date: DAY });
  await read('getPriceChart', PAST);
  await read('getSummary', { date: DAY });
  await read('getWeather', { date: DAY });
  await read('getDataStatus');
  for (const operationId of SCORES) await read(operationId, PAST);
  const events = await read('listEvents', { event: 'forecast.published' });
  await read('streamEvents', { after: textAt(events, 'items', 0, 'id') });
}
