import { z } from 'zod';
import { ACCURACY_BASES } from '../../forecasts/accuracy/scored-points.ts';
import { BACKTESTED_LACKS } from './previewed-runs.ts';
import { ALERT_CHANNELS } from '../../ground/database/notification-schema.ts';
import { changesOf, idField, lineField, shownField } from '../../people/access/account-fields.ts';
import {
  ForecastIdField,
  ProductField,
  ResolutionField,
  SimulatedField,
  dayField,
  instantField,
  MarketIdField,
} from '../../ground/http/fields.ts';
import { pageOf } from '../../ground/http/paging.ts';
import { ProductName, KnownMarketId } from '../../ground/http/parameters.ts';
import { AlertKind, alertDayFields } from '../../outbound/notifications/record.ts';

const LARGEST_THRESHOLD = 20_000;
const MOST_DAYS_AHEAD = 7;

const RuleResolution = z.enum(['PT1H', 'PT15M']).meta({
  description:
    'Whether the rule is held against hours or quarter hours; numbers of hours count a quarter as 0.25',
});

const Threshold = z
  .number()
  .min(-LARGEST_THRESHOLD)
  .max(LARGEST_THRESHOLD)
  .meta({
    description:
      'EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for `negative_hours` a number of hours, 1 to 25',
    examples: [150],
  });

const Probability = z
  .int()
  .min(1)
  .max(99)
  .nullable()
  .meta({
    description: 'Percent that the probability reaches, for rules on a probability; null for others',
    examples: [50],
  });

const Hours = z
  .int()
  .min(1)
  .max(24)
  .nullable()
  .meta({
    description: 'Hours of a day that the probability is of, together or apart; null for other rules',
    examples: [4],
  });

const FromHour = z
  .int()
  .min(0)
  .max(23)
  .meta({ description: 'First local hour (Europe/Madrid) that counts', examples: [8] });

const ToHour = z
  .int()
  .min(1)
  .max(24)
  .meta({ description: 'Local hour before which the last one that counts starts', examples: [22] });

const DaysAhead = z
  .int()
  .min(1)
  .max(MOST_DAYS_AHEAD)
  .meta({ description: 'Delivery days of each run that count, from its first', examples: [1] });

const Channels = z
  .array(z.enum(ALERT_CHANNELS))
  .min(1, 'Name at least one channel.')
  .max(ALERT_CHANNELS.length, 'Name each channel once.')
  .refine((channels) => new Set(channels).size === channels.length, 'Name each channel once.')
  .meta({ description: 'How to notify: in the application, by mail', examples: [['in_app', 'email']] });

const Enabled = z.boolean().meta({ description: 'False: the rule rests', examples: [true] });

const ruleFields = {
  name: lineField('Name of the rule, which titles its notifications', 'Dear evening'),
  kind: AlertKind,
  product: ProductName,
  resolution: RuleResolution,
  threshold: Threshold,
  probability: Probability,
  hours: Hours,
  from_hour: FromHour,
  to_hour: ToHour,
  days_ahead: DaysAhead,
  channels: Channels,
  enabled: Enabled,
};

export const NewAlertRule = z
  .strictObject(
    {
      ...ruleFields,
      market_id: KnownMarketId,
      resolution: RuleResolution.default('PT1H'),
      probability: Probability.default(null),
      hours: Hours.default(null),
      from_hour: FromHour.default(0),
      to_hour: ToHour.default(24),
      days_ahead: DaysAhead.default(1),
      channels: Channels.default(['in_app']),
      enabled: Enabled.default(true),
    },
    'Send name, kind, product and threshold as JSON.',
  )
  .meta({ id: 'NewAlertRule' });

export const AlertCondition = NewAlertRule.omit({ name: true, channels: true, enabled: true }).meta({
  id: 'AlertCondition',
});

export const AlertRuleChange = changesOf(ruleFields).meta({ id: 'AlertRuleChange' });

export const AlertRuleRecord = z
  .object({
    id: idField('Identifier of the rule'),
    name: shownField('Name of the rule', 'Dear evening'),
    kind: AlertKind,
    market_id: MarketIdField,
    product: ProductField,
    resolution: ResolutionField,
    threshold: z.number().meta({ description: 'EUR/MWh, or hours', examples: [150] }),
    probability: Probability,
    hours: Hours,
    from_hour: z.int().meta({ description: 'First local hour that counts', examples: [8] }),
    to_hour: z.int().meta({ description: 'End of the hours that count, exclusive', examples: [22] }),
    days_ahead: z.int().meta({ description: 'Delivery days of each run that count', examples: [1] }),
    channels: z.array(z.enum(ALERT_CHANNELS)).meta({ description: 'How to notify' }),
    enabled: Enabled,
    created_at: instantField('When it was created'),
    updated_at: instantField('When it was last changed'),
    last_notified_at: instantField('When it last notified').nullable(),
  })
  .meta({ id: 'AlertRule' });
export type AlertRuleRecord = z.infer<typeof AlertRuleRecord>;

export const AlertRulePage = pageOf(AlertRuleRecord).meta({ id: 'AlertRulePage' });

const previewedRunFields = {
  basis: z
    .enum(ACCURACY_BASES)
    .meta({ description: 'Whether the run was issued or back-tested', examples: ['issued'] }),
  forecast_id: ForecastIdField.nullable().meta({
    description: 'Identifier of the forecast run; null where it is back-tested',
  }),
  issued_at: instantField('When the run was issued, or would have been'),
};

const runFields = { forecast_id: ForecastIdField, issued_at: instantField('When the run was issued') };

export const AlertRulePreview = z
  .object({
    since: instantField('Runs that were issued from here on are looked at'),
    until: instantField('End of that time: now'),
    runs: z.int().meta({ description: 'Issued runs that the rule was checked with', examples: [60] }),
    days_looked_at: z.int().meta({
      description: 'Delivery days whose auctions the rule was checked for: the first day of each run',
      examples: [30],
    }),
    days_backtested: z.int().meta({
      description: 'Those of them that had no issued run and were checked by back-tested ones',
      examples: [12],
    }),
    first_day: dayField('First of the days looked at').nullable(),
    last_day: dayField('Last of the days looked at').nullable(),
    backtested_lack: z
      .enum(BACKTESTED_LACKS)
      .nullable()
      .meta({
        description: [
          'What the condition needs that back-tested runs do not have, so that days without an issued run were not looked at:',
          '`quarter_hours`; `paths`, of which a probability is made; `every_run`, for a change from one run to the next.',
          'Null where they can answer it',
        ].join(' '),
        examples: [null],
      }),
    notifications: z
      .int()
      .meta({ description: 'How many notifications the rule would have made', examples: [4] }),
    days: z.array(z.object({ ...alertDayFields, ...previewedRunFields })).meta({
      description:
        'Delivery days that it would have notified of, each with the run that did, in order of the runs',
    }),
    current: z
      .object({ ...runFields, days: z.array(z.object(alertDayFields)) })
      .nullable()
      .meta({
        description:
          'The newest run, and the delivery days on which the condition holds in it; days that have cleared are left out. Null where there is no run',
      }),
    simulated: SimulatedField,
  })
  .meta({ id: 'AlertRulePreview' });
export type AlertRulePreview = z.infer<typeof AlertRulePreview>;
