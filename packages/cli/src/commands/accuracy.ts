import { type BatteryStatistics, LonjaError } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { basisInput, cutoffInput } from '../command/accuracy-inputs.ts';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { option, sentAs } from '../command/inputs.ts';
import { auctionInputs, headingOf, marketOf, spanInputs, spanOf } from '../command/market-inputs.ts';
import { fixed, plain, whole, yesOrNo } from '../output/cell.ts';
import { CommandFailure } from '../errors.ts';
import { batteryNote, cautions, driftNotes, scoredDaysNotes } from '../output/notes.ts';
import { csvOnly, named, tableOf, timeColumn } from '../output/view.ts';

const SPAN_DAYS = 30;
/** More groups than there are hours, or versions in a span. */
const PAGE_SIZE = 200;
const spanned = { ...auctionInputs, ...spanInputs(SPAN_DAYS) };

const modelsCommand = apiCommand({
  name: 'models',
  summary: 'Compare the model versions on the days on which each was active.',
  inputs: { ...spanned, cutoff: cutoffInput },
  examples: [['lonja accuracy models --from 2026-01-01', 'every version of this year']],
  async load({ client }, { marketId, product, cutoff, from, to }) {
    const market = marketOf(product);
    const span = { from, to };
    const reply = await client.accuracy.modelPerformance({
      market_id: marketId,
      market,
      cutoff,
      ...spanOf(span, SPAN_DAYS),
    });
    return {
      data: reply,
      head: [
        `${headingOf(marketId, product)}, ${reply.date_from} to ${reply.date_to}, EUR/MWh`,
        ...scoredDaysNotes(reply),
        ...cautions(reply),
      ],
      table: tableOf(reply.versions, {
        market: csvOnly(() => plain(market)),
        model: named('model_version', ({ model_version: version }) => whole(version)),
        'active from': timeColumn('active_from', ({ active_from: at }) => at),
        'active to': timeColumn('active_to', ({ active_to: at }) => at),
        hours: named('n_observations', ({ n_observations: hours }) => fixed(hours, 0)),
        mae: named('mae (EUR/MWh)', ({ mae }) => fixed(mae, 2)),
        rmse: named('rmse (EUR/MWh)', ({ rmse }) => fixed(rmse, 2)),
        'mape %': named('mape (%)', ({ mape }) => fixed(mape, 2)),
        simulated: csvOnly(() => yesOrNo(reply.simulated)),
        'mape hours': named('mape_n_observations', (version) => fixed(version.mape_n_observations, 0)),
        market_id: csvOnly(() => plain(marketId)),
      }),
    };
  },
});

export const accuracyCommand = apiCommand({
  name: 'accuracy',
  summary: 'Show the errors of the forecasts against the prices, by hour of the day.',
  inputs: {
    ...spanned,
    cutoff: cutoffInput,
    basis: basisInput,
    modelVersion: sentAs('model_version', option('version', 'of one model version')),
  },
  notes:
    'Compared is one run of each day: by default the last run before the gate closed, of day-ahead the last before the results. Whoever bids needs ' +
    '--cutoff gate. The first lines say how many of the days have both forecasts and prices. MAPE is of the hours whose price is 1 EUR/MWh or more from zero; mape_n_observations counts them.',
  examples: [
    ['lonja accuracy', 'day-ahead, the last 30 days'],
    ['lonja accuracy --cutoff gate', 'what one could bid with'],
    ['lonja accuracy --from yesterday --to yesterday', 'one day'],
    ['lonja accuracy --market-id pt', 'of the forecasts of Portugal'],
    ['lonja accuracy --product ida2 --from 2026-03-01 --to 2026-03-31', 'one auction, one month'],
  ],
  commands: [modelsCommand],
  async load({ client }, { marketId, product, modelVersion, cutoff, basis, ...asked }) {
    const market = marketOf(product);
    const span = spanOf(asked, SPAN_DAYS);
    const wanted = {
      market_id: marketId,
      product,
      cutoff,
      basis,
      model_version: modelVersion,
      page_size: PAGE_SIZE,
      ...span,
    };
    const [reply, byHour, byVersion, battery] = await Promise.all([
      client.statistics.accuracy(wanted),
      client.statistics.accuracy({ ...wanted, group_by: 'hour' }),
      client.statistics.accuracy({ ...wanted, group_by: 'model_version' }),
      // Of all versions together, and not by services of before.
      modelVersion === undefined
        ? client.statistics.battery({ market_id: marketId, product, basis, ...span }).catch(unlessUnknown)
        : null,
    ]);
    const [overall] = reply.items;
    const version = byVersion.items.toSorted((a, b) => b.n_observations - a.n_observations).at(0)?.group;
    if (overall === undefined || version === undefined)
      throw nothingScored(headingOf(marketId, product), span, reply);
    const { date_from, date_to, day_counts, provisional, drift, simulated } = reply;
    const { n_observations, mae, rmse, mape, mape_n_observations } = overall;
    const mapeText =
      mape === null ? 'none' : `${mape.toFixed(2)} % (of ${mape_n_observations} of ${n_observations} hours)`;
    return {
      data: {
        market_id: marketId,
        market,
        date_from,
        date_to,
        model_version: version,
        n_observations,
        mae,
        rmse,
        mape,
        mape_n_observations,
        hourly_breakdown: byHour.items.map(({ group, ...figures }) => ({
          hour: Number(group),
          mae: figures.mae,
          rmse: figures.rmse,
          mape: figures.mape,
          mape_n_observations: figures.mape_n_observations,
          n_observations: figures.n_observations,
        })),
        cutoff,
        basis,
        day_counts,
        provisional,
        drift,
        battery: battery && batteryFields(battery),
        simulated,
      },
      head: [
        `${headingOf(marketId, product)}, ${date_from} to ${date_to}, ${n_observations} hours, EUR/MWh, ${version}`,
        ...scoredDaysNotes(reply),
        ...driftNotes(reply),
        `MAE ${mae.toFixed(2)}, RMSE ${rmse.toFixed(2)}, MAPE ${mapeText}`,
        ...(battery === null ? [] : [batteryNote(battery)]),
        ...cautions(reply),
      ],
      table: tableOf(byHour.items, {
        market: csvOnly(() => plain(market)),
        hour: named('hour (Europe/Madrid)', ({ group }) => plain(group)),
        mae: named('mae (EUR/MWh)', (hour) => fixed(hour.mae, 2)),
        rmse: named('rmse (EUR/MWh)', (hour) => fixed(hour.rmse, 2)),
        'mape %': named('mape (%)', (hour) => fixed(hour.mape, 2)),
        hours: named('n_observations', ({ n_observations: hours }) => fixed(hours, 0)),
        model_version: csvOnly(() => plain(version)),
        simulated: csvOnly(() => yesOrNo(simulated)),
        cutoff: csvOnly(() => plain(cutoff)),
        basis: csvOnly(() => plain(basis)),
        'mape hours': named('mape_n_observations', (hour) => fixed(hour.mape_n_observations, 0)),
        market_id: csvOnly(() => plain(marketId)),
      }),
    };
  },
});

/** What is new of the figures of the battery: the rest stands beside them. */
function batteryFields({ battery, floor, forecast, optimum, captured, gap, ...rest }: BatteryStatistics) {
  const { quarter_hour_days, prices_since, cutoff, day_counts } = rest;
  return {
    ...battery,
    floor,
    forecast,
    optimum,
    captured,
    gap,
    quarter_hour_days,
    prices_since,
    cutoff,
    day_counts,
  };
}

function unlessUnknown(error: unknown): null {
  if (error instanceof LonjaError && error.status === 404) return null;
  throw error;
}

function nothingScored(
  market: string,
  { date_from: from, date_to: to }: { date_from: string; date_to: string },
  {
    cutoff,
    basis,
    day_counts: { settled },
  }: { cutoff: string; basis: string; day_counts: { settled: number } },
): CommandFailure {
  const what = basis === 'issued' ? 'forecasts' : 'back-tested forecasts';
  const remedy =
    settled === 0
      ? ''
      : ` The prices of ${settled === 1 ? '1 day' : `${settled} days`} are known: try another --cutoff or --basis.`;
  return new CommandFailure(
    `${market} has no day from ${from} to ${to} with both ${what} (cutoff ${cutoff}) and prices; name other days with --from and --to.${remedy}`,
    EXIT_CODE.notFound,
  );
}
