import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { ReasonCodesField } from '../../ground/http/reason-fields.ts';
import { isFitLine } from '../../ground/http/text-fault.ts';
import { EventType } from '../events/schemas.ts';
import { instantField, ResolutionField } from '../../ground/http/fields.ts';
import { instantParameter, parseInstant, WantedQuantiles } from '../../ground/http/parameters.ts';
import { pageOf, pageParameters } from '../../ground/http/paging.ts';

const LONGEST_NAME = 200;
const LONGEST_URL = 2048;
const LONGEST_GRACE_S = 86_400;

const DeliveredEvent = z.enum([...EventType.options, 'ping']);
const DeliveryState = z.enum(['pending', 'succeeded', 'failed']);
const EndpointState = z.enum(['active', 'disabled']);

const Name = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .refine(isFitLine, 'Send one line without control characters.')
  .meta({ description: 'Name for people', examples: ['Trading desk'] });

const Url = z
  .string()
  .min(1)
  .max(LONGEST_URL)
  .refine(isFitLine, 'Send one line without control characters.')
  .meta({
    description: 'https, port 443 or above 1024, a host of the public internet, no user name',
    examples: ['https://example.com/hooks/lonja'],
  });

const Events = z
  .array(EventType)
  .min(1, 'Name at least one event.')
  .max(EventType.options.length, 'Name each event once.')
  .refine((events) => new Set(events).size === events.length, 'Name each event once.')
  .meta({ description: 'Events to send', examples: [['forecast.published', 'prices.published']] });

const MarketIds = z
  .array(z.string().refine((id) => ZONES.includes(id), `Send markets of GET /markets, such as ${ZONES[0]}.`))
  .min(1, 'Name at least one market.')
  .max(ZONES.length, 'Name each market once.')
  .refine((ids) => new Set(ids).size === ids.length, 'Name each market once.')
  .meta({ description: 'Markets whose events are sent', examples: [['es']] });

const QuantilesOfPoints = WantedQuantiles.meta({
  description:
    'Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent; none: as without',
  examples: [[5, 25, 75, 95]],
});

const ResolutionOfPoints = ResolutionField.meta({
  description:
    'Periods that points are sent for: hours, or quarter hours where the run or the prices have them',
});

export const NewWebhook = z
  .strictObject({
    name: Name,
    url: Url,
    events: Events,
    market_ids: MarketIds.default([ZONES[0]]),
    quantiles: QuantilesOfPoints.optional(),
    resolution: ResolutionOfPoints.optional(),
  })
  .meta({ id: 'NewWebhook' });

export const WebhookChange = z
  .strictObject({
    name: Name.optional(),
    url: Url.optional(),
    events: Events.optional(),
    market_ids: MarketIds.optional(),
    quantiles: QuantilesOfPoints.optional(),
    resolution: ResolutionOfPoints.optional(),
    state: EndpointState.optional().meta({
      description: 'disabled: nothing is sent, what waits has failed; active: sending begins again',
    }),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Send what to change.')
  .meta({ id: 'WebhookChange' });

export const WebhookRecord = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the endpoint' }),
    name: z.string(),
    url: z.string().meta({
      description: 'Where deliveries are sent, in that form: host in lower case and ASCII, no default port',
    }),
    events: z.array(EventType),
    market_ids: z
      .array(z.string())
      .meta({ description: 'Markets whose events are sent', examples: [['es']] }),
    quantiles: QuantilesOfPoints,
    resolution: ResolutionOfPoints,
    state: EndpointState,
    disabled_reason: z.string().nullable().meta({ description: 'Why it is disabled; null while it is not' }),
    disabled_reason_codes: ReasonCodesField,
    created_at: instantField('When it was registered'),
    updated_at: instantField('When it was last changed'),
    last_success_at: instantField('When a delivery last succeeded').nullable(),
    last_failure_at: instantField('When an attempt last failed').nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookRecord = z.infer<typeof WebhookRecord>;

const SecretField = z.string().meta({
  description: 'Key of the signatures; shown in this answer and never again',
  examples: ['whsec_...'],
});

export const CreatedWebhook = WebhookRecord.extend({ secret: SecretField }).meta({ id: 'CreatedWebhook' });

export const WebhookPage = pageOf(WebhookRecord).meta({ id: 'WebhookPage' });

export const Rotation = z
  .strictObject({
    grace_seconds: z
      .int()
      .min(0)
      .max(LONGEST_GRACE_S)
      .optional()
      .meta({
        description:
          'How long deliveries are signed with the old secret as well; absent: not at all; 0: every earlier secret ends',
        examples: [3600],
      }),
  })
  .nullish()
  .meta({ id: 'SecretRotation' });

export const RotatedSecret = z
  .object({
    id: z.uuid(),
    secret: SecretField,
    previous_secret_expires_at: instantField('Until when the old secret signs too').nullable(),
  })
  .meta({ id: 'RotatedSecret' });

export const QueuedDelivery = z
  .object({ delivery_id: z.uuid().meta({ description: 'The delivery that was queued' }) })
  .meta({ id: 'QueuedDelivery' });

export const DeliveryRecord = z
  .object({
    id: z.uuid().meta({ description: 'As in Svc-Webhook-Id; the same over all attempts' }),
    endpoint_id: z.uuid(),
    event_id: z.uuid().meta({ description: 'The event, as in GET /events' }),
    event: DeliveredEvent,
    state: DeliveryState,
    attempts: z.int().min(0).meta({ description: 'Attempts so far' }),
    next_attempt_at: instantField('When it is attempted next').nullable(),
    last_status: z.int().nullable().meta({ description: 'HTTP status of the last attempt; null: no answer' }),
    created_at: instantField('When the event was written'),
    completed_at: instantField('When it succeeded or was given up').nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const DeliveryDetail = DeliveryRecord.extend({
  attempt_log: z
    .array(
      z.object({
        at: instantField('When the attempt began'),
        status: z.int().nullable().meta({ description: 'HTTP status; null: no answer' }),
        duration_ms: z.int().meta({ description: 'Until the answer began, or the attempt was given up' }),
        error: z.string().nullable().meta({ description: 'Why it failed; null when it did not' }),
        error_codes: ReasonCodesField,
        response_excerpt: z.string().nullable().meta({ description: 'Beginning of the answer, 500 bytes' }),
      }),
    )
    .meta({ description: 'The last 50 attempts, oldest first' }),
}).meta({ id: 'WebhookDeliveryDetail' });

export const DeliveryPage = pageOf(DeliveryRecord).meta({ id: 'WebhookDeliveryPage' });

const from = instantParameter('Created at or after this instant', '2026-03-30T00:00:00Z');
const to = instantParameter('Created before this instant', '2026-03-31T00:00:00Z');

export const DeliveryQuery = z.strictObject({
  state: DeliveryState.optional().meta({ description: 'Only deliveries in this state' }),
  event: DeliveredEvent.optional().meta({ description: 'Only deliveries of this event' }),
  from: from.optional(),
  to: to.optional(),
  ...pageParameters,
});

export const ReplayRequest = z
  .strictObject({
    from: instantParameter('First instant of the span', '2026-03-30T00:00:00Z'),
    to: instantParameter('End of the span, exclusive', '2026-03-31T00:00:00Z'),
  })
  .refine(
    ({ from: start, to: end }) => parseInstant(start) < parseInstant(end),
    'Send a `to` that is later than `from`.',
  )
  .meta({ id: 'ReplayRequest' });

export const ReplayAnswer = z
  .object({ deliveries: z.int().min(0).meta({ description: 'Deliveries that were queued' }) })
  .meta({ id: 'ReplayAnswer' });
