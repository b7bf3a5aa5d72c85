export * from './calendar/madrid-time.ts';
export * from './calendar/delivery-day.ts';
export * from './calendar/holidays.ts';
export * from './calendar/products.ts';
export * from './series/series.ts';
export * from './series/panel.ts';
export * from './models/forecaster.ts';
