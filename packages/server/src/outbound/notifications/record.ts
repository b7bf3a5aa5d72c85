import { auctionOf, zoneOf } from '@lonja/forecasting/market';
import { z } from 'zod';
import { ALERT_KINDS, type AlertContent } from '../../ground/database/notification-schema.ts';
import {
  dayField,
  ForecastIdField,
  instantField,
  MarketIdField,
  ProductField,
  ResolutionField,
  SimulatedField,
  countField,
} from '../../ground/http/fields.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';
import { formatOptionalInstant } from '../../ground/http/wire.ts';
import { idField, shownField } from '../../people/access/account-fields.ts';

export const AlertKind = z.enum(ALERT_KINDS).meta({
  id: 'AlertKind',
  description: [
    'What the rule looks for on a delivery day: `price_above`, `price_below`: hours above or below the threshold;',
    '`negative_hours`: at least so many hours below zero;',
    '`forecast_change`: an hour that differs from the run before by at least the threshold;',
    '`spread`: a difference of at least the threshold between the most expensive and the cheapest hour;',
    '`probability_above`, `probability_below`: that the price is above the threshold, or at or below it, in `hours` hours or more with a',
    'probability of at least `probability` percent.',
  ].join(' '),
  examples: ['price_above'],
});

/** What an alert says of a day. */
export const alertDayFields = {
  date: dayField('Delivery day'),
  figure: z.number().meta({
    description:
      'Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in percent',
    examples: [187.2],
  }),
  hours: z.number().meta({
    description: 'Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25',
    examples: [3],
  }),
  at: instantField('Start of the period with the figure').nullable(),
};

export const AlertRecord = z
  .object({
    rule_id: idField('The rule, which may be deleted by now'),
    rule_kind: AlertKind,
    market_id: MarketIdField,
    product: ProductField,
    resolution: ResolutionField,
    threshold: z.number().meta({ description: 'Of the rule at the time', examples: [150] }),
    forecast_id: ForecastIdField,
    simulated: SimulatedField,
    days: z.array(z.object(alertDayFields)),
  })
  .meta({ id: 'Alert' });
export type AlertRecord = z.infer<typeof AlertRecord>;

export const NotificationRecord = z
  .object({
    id: idField('Identifier of the notification'),
    kind: z
      .enum([
        'alert',
        'webhook_disabled',
        'channel_disabled',
        'ticket_answered',
        'key_expiring',
        'plan_not_kept',
      ])
      .meta({ description: 'What it is about', examples: ['alert'] }),
    title: shownField("One line in the reader's language", 'Dear evening: day-ahead, Tuesday 31 March'),
    text: shownField(
      "The rest in the reader's language, one paragraph a line",
      'Tuesday 31 March: 3 hours above 150.00 EUR/MWh, the highest 187.20 EUR/MWh at 20:00 CEST.',
    ),
    path: shownField(
      'Where the web application shows more',
      '/forecasts?products=da&from=2026-03-31&to=2026-03-31',
    ),
    alert: AlertRecord.nullable().meta({ description: 'What a rule found; null for other kinds' }),
    created_at: instantField('When it was written'),
    read_at: instantField('When it was marked as read').nullable(),
  })
  .meta({ id: 'Notification' });
export type NotificationRecord = z.infer<typeof NotificationRecord>;

const UnreadField = countField('Unread notifications of the user', 2);

export const NotificationPage = pageOf(NotificationRecord)
  .extend({ unread: UnreadField })
  .meta({ id: 'NotificationPage' });

export const NotificationQuery = z.strictObject({
  unread: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only those that are not marked as read' }),
  ...pageParameters,
});

export const UnreadCount = z.object({ unread: UnreadField }).meta({ id: 'UnreadCount' });

export const ReadCount = z
  .object({
    read: countField('How many were unread', 2),
  })
  .meta({ id: 'ReadCount' });

/** What a rule found, as the API and events give it. */
export function toAlertRecord(alert: AlertContent): AlertRecord {
  return {
    rule_id: alert.ruleId,
    rule_kind: alert.ruleKind,
    market_id: zoneOf(alert.product),
    product: auctionOf(alert.product),
    resolution: alert.resolution ?? 'PT1H',
    threshold: alert.threshold,
    forecast_id: alert.forecastId,
    simulated: alert.simulated,
    days: alert.days.map(({ day, figure, hours, at }) => ({
      date: day,
      figure,
      hours,
      at: formatOptionalInstant(at ?? undefined),
    })),
  };
}
