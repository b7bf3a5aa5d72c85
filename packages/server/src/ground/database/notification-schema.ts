import type { Reasons } from '../reasons/reasons.ts';
import type { Product } from '@lonja/forecasting/market';
import type { Generated, JSONColumnType } from 'kysely';

export interface NotificationTables {
  alert_rule: AlertRuleTable;
  alert_finding: AlertFindingTable;
  alert_run: AlertRunTable;
  notification: NotificationTable;
  alert_channel: AlertChannelTable;
  alert_message: AlertMessageTable;
  push_key: PushKeyTable;
}

export const ALERT_KINDS = [
  'price_above',
  'price_below',
  'negative_hours',
  'forecast_change',
  'spread',
  'probability_above',
  'probability_below',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_CHANNELS = ['in_app', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Conditions on forecasts of which a user is notified. */
export interface AlertRuleTable {
  id: string;
  tenant_id: string;
  user_id: string;
  name: string;
  kind: AlertKind;
  product: Product;
  /** Periods that it is held against. */
  resolution: 'PT15M' | 'PT1H';
  /** EUR/MWh; for `negative_hours` a number of hours. */
  threshold: number;
  /** Of rules on a probability: percent that it reaches, and hours that it is of; null for others. */
  probability: number | null;
  hours: number | null;
  /** Local hours that count, from inclusive, to exclusive. */
  from_hour: number;
  to_hour: number;
  /** Delivery days of a run that count, from its first. */
  days_ahead: number;
  channels: AlertChannel[];
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
  last_notified_at: Date | null;
  /** Since it was saved it has not been held against the current run. */
  is_unchecked: Generated<boolean>;
}

interface AlertFindingTable {
  tenant_id: string;
  rule_id: string;
  delivery_day: string;
  figure: number;
  told_at: Date;
}

interface AlertRunTable {
  run_id: string;
  previous_run_id: string | null;
  after_rule: string | null;
  created_at: Date;
  tries: Generated<number>;
}

export const CHANNEL_KINDS = ['slack', 'teams', 'telegram', 'push'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Where alerts are sent beside the application and mail. */
export interface AlertChannelTable {
  id: string;
  tenant_id: string;
  /** Null: of the tenant, for the alerts of all its users. */
  user_id: string | null;
  kind: ChannelKind;
  name: string;
  /** Sealed: address, for Telegram token and chat, for a device the keys of its subscription. */
  target: Buffer;
  /** Of the address, to be shown. */
  host: string;
  /** Local times, `22:00`; null: none. */
  quiet_from: string | null;
  quiet_to: string | null;
  digest_at: string | null;
  time_zone: string;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
  /** Failed tries in a row. */
  failures: Generated<number>;
  /** Nobody sends before: a try failed, or is under way. */
  next_attempt_at: Date;
  last_success_at: Date | null;
  last_failure_at: Date | null;
  /** Why the last try failed, as `parseFault` reads it; null once one has succeeded. */
  last_error: string | null;
}

/** A pair of keys (VAPID) by which push services know the service. The newest that can be opened is used for new devices. */
interface PushKeyTable {
  id: string;
  /** Point of P-256 in base64url, as browsers take it. */
  public_key: string;
  private_key: Buffer;
  created_at: Date;
}

/** An alert that waits to be sent to a channel. */
export interface AlertMessageTable {
  id: string;
  tenant_id: string;
  channel_id: string;
  content: JSONColumnType<AlertContent>;
  created_at: Date;
  due_at: Date;
}

export interface NotificationTable {
  id: string;
  tenant_id: string;
  user_id: string;
  content: JSONColumnType<NotificationContent>;
  created_at: Date;
  read_at: Date | null;
}

/** What a notification is about; the words are found when it is read, in the reader's language. */
export type NotificationContent =
  | AlertContent
  | {
      kind: 'webhook_disabled';
      webhookId: string;
      name: string;
      url: string;
      reason: string;
      /** Absent in those of before there were codes, here and below. */
      reasonCodes?: Reasons;
    }
  | { kind: 'channel_disabled'; channelId: string; name: string; fault: ChannelFault }
  | { kind: 'ticket_answered'; ticketId: string; subject: string }
  /** `expiresAt` is epoch ms. */
  | { kind: 'key_expiring'; keyId: string; label: string; prefix: string; expiresAt: number }
  /** `day` is YYYY-MM-DD. */
  | {
      kind: 'plan_not_kept';
      siteId: string;
      site: string;
      day: string;
      reason: string;
      reasonCodes?: Reasons;
    };

/** Why a message was not taken by a channel, without any part of its target; the words are found when it is read. */
export type ChannelFault =
  /** `copy`: this installation is a copy of another. */
  | { code: 'forbidden_target' | 'no_answer' | 'unreadable' | 'copy' | 'bad_keys' }
  | {
      code: 'answered';
      kind: ChannelKind;
      status: number;
      /** In the service's words. */
      reason?: string;
      /** What is to be renewed; absent where a later try may succeed. */
      cure?: 'target' | 'token' | 'chat_id';
    };

/** What a rule found in a run. */
export interface AlertContent {
  kind: 'alert';
  ruleId: string;
  ruleName: string;
  ruleKind: AlertKind;
  product: Product;
  /** Absent in those of before rules had one: hours. */
  resolution?: 'PT15M' | 'PT1H';
  threshold: number;
  forecastId: string;
  simulated: boolean;
  /** In order of time. */
  days: [AlertDay, ...AlertDay[]];
}

export interface AlertDay {
  day: string;
  /** The price, difference or spread that reaches the rule's, EUR/MWh; a number of hours; a probability in percent. */
  figure: number;
  /** Hours that do, where a quarter counts 0.25; for a probability those that it is of. */
  hours: number;
  /** Start of the period that has the figure, epoch ms; null where it belongs to none in particular. */
  at: number | null;
}
