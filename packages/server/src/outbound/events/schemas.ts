import { ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  dayField,
  DegradedField,
  DegradedReasonsField,
  ForecastIdField,
  instantField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  OCCASION_FIELDS,
  priceField,
  ProductField,
  QuantilesField,
  SimulatedField,
  UnitField,
} from '../../ground/http/fields.ts';
import { pageParameters } from '../../ground/http/paging.ts';
import { AlertRecord } from '../notifications/record.ts';

/** The events that endpoints can subscribe to. */
export const EventType = z.enum([
  'forecast.published',
  'forecast.changed',
  'prices.published',
  'alert.fired',
]);

const EventResolution = z.enum(['PT1H', 'PT15M']).meta({
  description:
    'Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in deliveries to an endpoint with it',
});

const ForecastEventData = z
  .object({
    resolution: EventResolution,
    forecast_id: ForecastIdField,
    market_id: MarketIdField,
    market_product_id: MarketProductIdField,
    product: ProductField,
    issued_at: instantField('When the run was issued'),
    ...z.object(OCCASION_FIELDS).partial().shape,
    model_version_id: ModelVersionField,
    unit: UnitField,
    points: z
      .array(
        z.object({
          time: instantField('Start of the delivery period, UTC', '2026-03-31T18:00:00Z'),
          value: priceField('Forecast price', 62.4),
          p10: priceField('10th percentile', 48.1),
          p90: priceField('90th percentile', 79.9),
          quantiles: QuantilesField.optional().meta({
            description:
              'Quantiles by percent, EUR/MWh, 2 decimals, as points of forecasts have them; only in deliveries to an endpoint with `quantiles`',
          }),
        }),
      )
      .meta({ description: 'Delivery periods of the run, in order' }),
    degraded: DegradedField,
    degraded_reasons: DegradedReasonsField.optional().meta({
      description:
        'The reasons of `degraded` as data, one for each day that a reason concerns; absent from events of before reasons were sent so',
    }),
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastEventData', description: 'A forecast run' });

const ForecastChangeData = ForecastEventData.extend({
  previous_forecast_id: ForecastIdField.meta({ description: 'The run before, which it is compared with' }),
  max_change: z.number().meta({
    description:
      'The largest difference of point forecasts of an hour that both runs forecast, EUR/MWh, 2 decimals',
    examples: [4.2],
  }),
}).meta({ id: 'ForecastChangeData', description: 'A forecast run that differs from the one before' });

const PriceEventData = z
  .object({
    resolution: EventResolution,
    market_id: MarketIdField,
    market_product_id: MarketProductIdField,
    product: ProductField,
    delivery_date: dayField(`Delivery day in ${TIME_ZONE}`),
    unit: UnitField,
    points: z
      .array(
        z.object({
          time: instantField('Start of the delivery period, UTC', '2026-03-31T18:00:00Z'),
          value: priceField('Cleared price', 62.4),
        }),
      )
      .meta({ description: 'Every delivery period of the day, in order' }),
    correction: z.boolean().meta({ description: 'Whether other prices were published for this day before' }),
    simulated: SimulatedField,
  })
  .meta({ id: 'PriceEventData', description: 'Cleared prices of a delivery day' });

const AlertEventData = AlertRecord.extend({
  rule_name: z.string().meta({ description: 'Name of the rule at the time', examples: ['Dear evening'] }),
  market_product_id: MarketProductIdField,
}).meta({ id: 'AlertEventData', description: 'What an alert rule of a user of the tenant found in a run' });

const occurredAt = instantField('When the event was recorded');

const eventId = {
  id: z.uuid().meta({
    description:
      'Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have',
  }),
};

const ForecastPublished = z
  .object({
    ...eventId,
    event: z.literal('forecast.published'),
    occurred_at: occurredAt,
    data: ForecastEventData,
  })
  .meta({ id: 'ForecastPublished', description: 'A forecast run was published' });

const ForecastChanged = z
  .object({
    ...eventId,
    event: z.literal('forecast.changed'),
    occurred_at: occurredAt,
    data: ForecastChangeData,
  })
  .meta({
    id: 'ForecastChanged',
    description: "A forecast differs from the run before by at least the tenant's threshold",
  });

const PricesPublished = z
  .object({ ...eventId, event: z.literal('prices.published'), occurred_at: occurredAt, data: PriceEventData })
  .meta({ id: 'PricesPublished', description: 'The prices of a delivery day were published or corrected' });

const AlertFired = z
  .object({ ...eventId, event: z.literal('alert.fired'), occurred_at: occurredAt, data: AlertEventData })
  .meta({ id: 'AlertFired', description: 'An alert rule of a user of the tenant found something in a run' });

/** What a test of an endpoint sends. */
export const Ping = z
  .object({
    ...eventId,
    event: z.literal('ping'),
    occurred_at: occurredAt,
    data: z.object({
      endpoint_id: z.uuid().meta({ description: 'Identifier of the endpoint' }),
      name: z.string().meta({ description: 'Name of the endpoint' }),
    }),
  })
  .meta({ id: 'Ping', description: 'A test of the endpoint' });

const listedId = z.uuid().meta({ description: 'Identifier of the event; continue with it as `after`' });

const LISTED_NAMES = {
  'forecast.published': 'ForecastPublishedEvent',
  'forecast.changed': 'ForecastChangedEvent',
  'prices.published': 'PricesPublishedEvent',
  'alert.fired': 'AlertFiredEvent',
} as const;

/** An event as lists give it; `event` says which type it is. */
export const EventRecord = z
  .discriminatedUnion('event', [
    ForecastPublished.extend({ id: listedId }).meta({ id: LISTED_NAMES['forecast.published'] }),
    ForecastChanged.extend({ id: listedId }).meta({ id: LISTED_NAMES['forecast.changed'] }),
    PricesPublished.extend({ id: listedId }).meta({ id: LISTED_NAMES['prices.published'] }),
    AlertFired.extend({ id: listedId }).meta({ id: LISTED_NAMES['alert.fired'] }),
  ])
  .meta({
    id: 'Event',
    description: 'An event: a forecast or prices that were published, or an alert of the tenant',
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(
        Object.entries(LISTED_NAMES).map(([event, name]) => [event, `#/components/schemas/${name}`]),
      ),
    },
  });
export type EventRecord = z.infer<typeof EventRecord>;

export const EventList = z
  .object({
    items: z.array(EventRecord).meta({ description: 'Oldest first' }),
    total: z.int().min(0).meta({ description: 'Events after `after`, those of this page included' }),
    next_after: z
      .uuid()
      .nullable()
      .meta({ description: 'Send as `after` for the next page; null: no event' }),
  })
  .meta({ id: 'EventList' });

const EventMarket = z
  .string()
  .refine(
    (id) => id === 'all' || ZONES.includes(id),
    `Send a market of GET /markets, such as ${ZONES[0]}, or all.`,
  )
  .default(ZONES[0])
  .meta({ description: 'Market of the events, or `all`', examples: ['es'] });

export const EventQuery = z.strictObject({
  after: z
    .uuid('Send the id of an event.')
    .optional()
    .meta({ description: 'The last event that was seen; absent: begin with the oldest that is kept' }),
  event: EventType.optional().meta({ description: 'Only events of this type' }),
  market_id: EventMarket,
  page_size: pageParameters.page_size,
});

export const StreamQuery = z.strictObject({
  market_id: EventMarket,
  after: EventQuery.shape.after.meta({
    description: 'The last event that was seen; absent: begin with the next one that is written',
  }),
});

/** The bodies of deliveries by the name of their event, for the document's `webhooks`. */
export const DELIVERIES = {
  'forecast.published': { name: 'ForecastPublished', schema: ForecastPublished },
  'forecast.changed': { name: 'ForecastChanged', schema: ForecastChanged },
  'prices.published': { name: 'PricesPublished', schema: PricesPublished },
  'alert.fired': { name: 'AlertFired', schema: AlertFired },
  ping: { name: 'Ping', schema: Ping },
} as const;
