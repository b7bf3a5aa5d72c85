export const texts = {
  steps: {
    first: 'The service is making its first forecast.',
    firstIn: 'Ready in {span}.',
    rest: 'The first forecast is ready. The rest is being prepared in the background:',
    database: 'Database ready',
    data: 'Load market data',
    calibration: 'Forecast past days, which give the 10–90% interval',
    forecast: 'Forecast the day-ahead market',
    auctions: 'Forecast the intraday auctions',
    issued_past: 'Issue the forecasts of the past month of the simulated market',
    backtest: 'Back-test past days, for the first accuracy figures',
    count: '{done} of {total}',
    done: 'done',
    running: 'in progress',
    waiting: 'waiting',
  },
} as const;
