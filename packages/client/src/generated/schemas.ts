// Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.

/** One of `mw`, `percent`, `eur_mwh` and `like` */
export type InputShiftInput = {
  /**
   * What is shifted: `load`, `wind` or `solar`; `gas`, its price before the auction; `outage`, power of plants that is missing, which others have to make up
   * for
   */
  input: "load" | "wind" | "solar" | "gas" | "outage";
  /** Delivery day in Europe/Madrid; absent: every day of the forecast */
  date?: string | undefined;
  /** First hour of the day, from 1 in order of time; absent: the first */
  from_period?: number | undefined;
  /** Last hour of the day, 23 to 25 at most; absent: the last */
  to_period?: number | undefined;
  /** So much more; negative: less */
  mw?: number | undefined;
  /** So much more in percent; negative: less */
  percent?: number | undefined;
  /** Of gas: so much dearer */
  eur_mwh?: number | undefined;
  /** Day whose load, wind or sun it is */
  like?: string | undefined;
};

/**
 * What the rule looks for on a delivery day: `price_above`, `price_below`: hours above or below the threshold; `negative_hours`: at least so many hours below
 * zero; `forecast_change`: an hour that differs from the run before by at least the threshold; `spread`: a difference of at least the threshold between the
 * most expensive and the cheapest hour; `probability_above`, `probability_below`: that the price is above the threshold, or at or below it, in `hours` hours or
 * more with a probability of at least `probability` percent.
 */
export type AlertKindInput = "price_above" | "price_below" | "negative_hours" | "forecast_change" | "spread" | "probability_above" | "probability_below";

export type NewIncidentInput = {
  /** What is wrong, in a line */
  title: string;
  /** What it affects */
  components: ("api" | "forecast_da" | "forecast_ida1" | "forecast_ida2" | "forecast_ida3" | "forecast_pt" | "sources" | "webhooks" | "mail")[];
  /** `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a remedy is watched; `resolved`: it is over */
  state?: "investigating" | "identified" | "monitoring" | "resolved" | undefined;
  /** What is known, for everybody to read */
  text: string;
};

export type NewIncidentUpdateInput = {
  /** `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a remedy is watched; `resolved`: it is over */
  state: "investigating" | "identified" | "monitoring" | "resolved";
  /** What is known, for everybody to read */
  text: string;
};

export type RetryFailedInput = {
  /** Only jobs of this queue */
  queue?: string | undefined;
};

export type BackfillStartInput = {
  /** One delivery day; instead of date_from and date_to */
  date?: string | undefined;
  /** First delivery day, inclusive */
  date_from?: string | undefined;
  /** Last delivery day, inclusive */
  date_to?: string | undefined;
  /** The same as date_from */
  from?: string | undefined;
  /** The same as date_to */
  to?: string | undefined;
  /** One publication of the source; all of them when left out */
  publication?: string | undefined;
};

export type NewTicketInput = {
  /** What it is about */
  subject: string;
  /** What you want to say */
  message: string;
};

export type NewMessageInput = {
  /** What you want to say */
  message: string;
};

export type NewAlertRuleInput = {
  /** Name of the rule, which titles its notifications */
  name: string;
  kind: AlertKindInput;
  /** Market product: day-ahead (`da`) or one of the three intraday auctions */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Whether the rule is held against hours or quarter hours; numbers of hours count a quarter as 0.25 */
  resolution?: "PT1H" | "PT15M" | undefined;
  /** EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for `negative_hours` a number of hours, 1 to 25 */
  threshold: number;
  /** Percent that the probability reaches, for rules on a probability; null for others */
  probability?: number | null | undefined;
  /** Hours of a day that the probability is of, together or apart; null for other rules */
  hours?: number | null | undefined;
  /** First local hour (Europe/Madrid) that counts */
  from_hour?: number | undefined;
  /** Local hour before which the last one that counts starts */
  to_hour?: number | undefined;
  /** Delivery days of each run that count, from its first */
  days_ahead?: number | undefined;
  /** How to notify: in the application, by mail */
  channels?: ("in_app" | "email")[] | undefined;
  /** False: the rule rests */
  enabled?: boolean | undefined;
  /** Market identifier; GET /markets lists them */
  market_id?: string | undefined;
};

export type AlertConditionInput = {
  kind: AlertKindInput;
  /** Market product: day-ahead (`da`) or one of the three intraday auctions */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Whether the rule is held against hours or quarter hours; numbers of hours count a quarter as 0.25 */
  resolution?: "PT1H" | "PT15M" | undefined;
  /** EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for `negative_hours` a number of hours, 1 to 25 */
  threshold: number;
  /** Percent that the probability reaches, for rules on a probability; null for others */
  probability?: number | null | undefined;
  /** Hours of a day that the probability is of, together or apart; null for other rules */
  hours?: number | null | undefined;
  /** First local hour (Europe/Madrid) that counts */
  from_hour?: number | undefined;
  /** Local hour before which the last one that counts starts */
  to_hour?: number | undefined;
  /** Delivery days of each run that count, from its first */
  days_ahead?: number | undefined;
  /** Market identifier; GET /markets lists them */
  market_id?: string | undefined;
};

export type AlertRuleChangeInput = {
  /** Name of the rule, which titles its notifications */
  name?: string | undefined;
  kind?: AlertKindInput | undefined;
  /** Market product: day-ahead (`da`) or one of the three intraday auctions */
  product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
  /** Whether the rule is held against hours or quarter hours; numbers of hours count a quarter as 0.25 */
  resolution?: "PT1H" | "PT15M" | undefined;
  /** EUR/MWh: a price from -9999 to 9999, or a difference from 0.01; for `negative_hours` a number of hours, 1 to 25 */
  threshold?: number | undefined;
  /** Percent that the probability reaches, for rules on a probability; null for others */
  probability?: number | null | undefined;
  /** Hours of a day that the probability is of, together or apart; null for other rules */
  hours?: number | null | undefined;
  /** First local hour (Europe/Madrid) that counts */
  from_hour?: number | undefined;
  /** Local hour before which the last one that counts starts */
  to_hour?: number | undefined;
  /** Delivery days of each run that count, from its first */
  days_ahead?: number | undefined;
  /** How to notify: in the application, by mail */
  channels?: ("in_app" | "email")[] | undefined;
  /** False: the rule rests */
  enabled?: boolean | undefined;
};

export type NewKeptPlanInput = {
  /** Delivery day in Europe/Madrid */
  date: string;
  /** The plan, which stands at any price, or the offer with its steps */
  kind?: "plan" | "offer" | undefined;
  /** As of the schedule */
  plan?: "expected" | "robust" | undefined;
  /** As of the offer */
  limits?: "cost" | "none" | undefined;
  /** As of the offer, MW */
  contract_mw?: number | undefined;
  /** Battery: charge at the start of the day, percent; as the site says when absent */
  start_soc?: number | undefined;
  /** Battery: least charge at the end of the day, percent; as the site says when absent */
  end_soc?: number | undefined;
  /** Battery: most fillings taken out in the day; as the site says when absent */
  max_cycles?: number | undefined;
};

export type NewSiteInput = {
  /** Name for people */
  name: string;
  /** What the site is; `hybrid` is a plant with a battery behind one connection */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Power of the plant, the battery or the consumer, MW; of a hybrid that of its plant and of its connection */
  capacity_mw: number;
  /** Hybrid: what it generates with; null: solar */
  technology?: "solar" | "wind" | null | undefined;
  /** Degrees north; a solar site needs its place */
  latitude?: number | null | undefined;
  /** Degrees east */
  longitude?: number | null | undefined;
  storage_mw?: number | null | undefined;
  /** Battery and hybrid: what the battery stores with, from which its wear cost follows where none is given; null: lithium_ion */
  storage_technology?: "lithium_ion" | "lead_acid" | "flow" | "pumped_hydro" | null | undefined;
  energy_mwh?: number | null | undefined;
  /** Battery and hybrid: share of the energy drawn that a whole cycle gives back */
  efficiency?: number | null | undefined;
  /** Battery and hybrid: what the battery holds at the start of a day, percent of `energy_mwh`; null: 50 */
  start_soc?: number | null | undefined;
  /** Battery and hybrid: what it holds at least at the end of a day, percent; null: as at the start */
  end_soc?: number | null | undefined;
  /** Battery and hybrid: most energy taken out of the battery in a day, in fillings of it; null: 1.5; 100 never binds */
  max_cycles?: number | null | undefined;
  /**
   * Battery and hybrid: what its use costs, EUR for each MWh that it gives at the connection; null: as usual for its `storage_technology` (lithium_ion 15,
   * lead_acid 60, flow 5, pumped_hydro 2); 0: nothing
   */
  wear_cost?: number | null | undefined;
  /** Solar, wind and hybrid: the price below which the plant does not produce, EUR/MWh; null: it produces at any price */
  offer_floor?: number | null | undefined;
  /** Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to 23; both hours 2 of the 25-hour day take the same */
  profile?: number[] | null | undefined;
  /** What is kept by itself when the gate of the day-ahead auction closes, by the last run before it; null: nothing */
  keeps_at_gate?: "plan" | "offer" | null | undefined;
  /** Anything worth remembering */
  notes?: string | null | undefined;
};

export type SiteChangeInput = {
  /** Name for people */
  name?: string | undefined;
  /** What the site is; `hybrid` is a plant with a battery behind one connection */
  kind?: "solar" | "wind" | "battery" | "load" | "hybrid" | undefined;
  /** Hybrid: what it generates with; null: solar */
  technology?: "solar" | "wind" | null | undefined;
  /** Degrees north; a solar site needs its place */
  latitude?: number | null | undefined;
  /** Degrees east */
  longitude?: number | null | undefined;
  /** Power of the plant, the battery or the consumer, MW; of a hybrid that of its plant and of its connection */
  capacity_mw?: number | undefined;
  storage_mw?: number | null | undefined;
  /** Battery and hybrid: what the battery stores with, from which its wear cost follows where none is given; null: lithium_ion */
  storage_technology?: "lithium_ion" | "lead_acid" | "flow" | "pumped_hydro" | null | undefined;
  energy_mwh?: number | null | undefined;
  /** Battery and hybrid: share of the energy drawn that a whole cycle gives back */
  efficiency?: number | null | undefined;
  /** Battery and hybrid: what the battery holds at the start of a day, percent of `energy_mwh`; null: 50 */
  start_soc?: number | null | undefined;
  /** Battery and hybrid: what it holds at least at the end of a day, percent; null: as at the start */
  end_soc?: number | null | undefined;
  /** Battery and hybrid: most energy taken out of the battery in a day, in fillings of it; null: 1.5; 100 never binds */
  max_cycles?: number | null | undefined;
  /**
   * Battery and hybrid: what its use costs, EUR for each MWh that it gives at the connection; null: as usual for its `storage_technology` (lithium_ion 15,
   * lead_acid 60, flow 5, pumped_hydro 2); 0: nothing
   */
  wear_cost?: number | null | undefined;
  /** Solar, wind and hybrid: the price below which the plant does not produce, EUR/MWh; null: it produces at any price */
  offer_floor?: number | null | undefined;
  /** Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to 23; both hours 2 of the 25-hour day take the same */
  profile?: number[] | null | undefined;
  /** What is kept by itself when the gate of the day-ahead auction closes, by the last run before it; null: nothing */
  keeps_at_gate?: "plan" | "offer" | null | undefined;
  /** Anything worth remembering */
  notes?: string | null | undefined;
};

export type NewAlertChannelInput = {
  /** Service that alerts are sent to; `push`: a device of the user, by Web Push */
  kind: "slack" | "teams" | "telegram" | "push";
  /** Name of the channel */
  name: string;
  /** `user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by admins */
  owner?: "user" | "tenant" | undefined;
  /**
   * Address of the incoming webhook of Slack or of the workflow of Teams; for a device `endpoint` of its subscription; for Telegram a bot API of your own, if
   * any. Never shown again
   */
  url?: string | undefined;
  /** Telegram: token of the bot. Never shown again */
  token?: string | undefined;
  /** Telegram: chat to write to. Never shown again */
  chat_id?: string | undefined;
  /** Device: key `p256dh` of its subscription */
  p256dh?: string | undefined;
  /** Device: key `auth` of its subscription. Never shown again */
  auth?: string | undefined;
  /** Nothing is sent from this local time on; null: no quiet hours */
  quiet_from?: string | null | undefined;
  /** Until this local time */
  quiet_to?: string | null | undefined;
  /** All alerts of a day in one message at this local time; null: each as it comes */
  digest_at?: string | null | undefined;
  /** Zone of these times */
  time_zone?: string | undefined;
};

export type AlertChannelChangeInput = {
  /** Name of the channel */
  name?: string | undefined;
  /**
   * Address of the incoming webhook of Slack or of the workflow of Teams; for a device `endpoint` of its subscription; for Telegram a bot API of your own, if
   * any. Never shown again
   */
  url?: string | undefined;
  /** Telegram: token of the bot. Never shown again */
  token?: string | undefined;
  /** Telegram: chat to write to. Never shown again */
  chat_id?: string | undefined;
  /** Nothing is sent from this local time on; null: no quiet hours */
  quiet_from?: string | null | undefined;
  /** Until this local time */
  quiet_to?: string | null | undefined;
  /** All alerts of a day in one message at this local time; null: each as it comes */
  digest_at?: string | null | undefined;
  /** Zone of these times */
  time_zone?: string | undefined;
  /** False: nothing is sent, and new alerts do not wait */
  enabled?: boolean | undefined;
};

export type NewWebhookInput = {
  /** Name for people */
  name: string;
  /** https, port 443 or above 1024, a host of the public internet, no user name */
  url: string;
  /** Events to send */
  events: ("forecast.published" | "forecast.changed" | "prices.published" | "alert.fired")[];
  /** Markets whose events are sent */
  market_ids?: string[] | undefined;
  /** Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent; none: as without */
  quantiles?: number[] | undefined;
  /** Periods that points are sent for: hours, or quarter hours where the run or the prices have them */
  resolution?: "PT1H" | "PT15M" | undefined;
};

export type WebhookChangeInput = {
  /** Name for people */
  name?: string | undefined;
  /** https, port 443 or above 1024, a host of the public internet, no user name */
  url?: string | undefined;
  /** Events to send */
  events?: ("forecast.published" | "forecast.changed" | "prices.published" | "alert.fired")[] | undefined;
  /** Markets whose events are sent */
  market_ids?: string[] | undefined;
  /** Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent; none: as without */
  quantiles?: number[] | undefined;
  /** Periods that points are sent for: hours, or quarter hours where the run or the prices have them */
  resolution?: "PT1H" | "PT15M" | undefined;
  /** disabled: nothing is sent, what waits has failed; active: sending begins again */
  state?: "active" | "disabled" | undefined;
};

export type SecretRotationInput = {
  /** How long deliveries are signed with the old secret as well; absent: not at all; 0: every earlier secret ends */
  grace_seconds?: number | undefined;
} | null;

export type ReplayRequestInput = {
  /** First instant of the span */
  from: string;
  /** End of the span, exclusive */
  to: string;
};

export type FieldFault = {
  /** Where the fault is */
  loc: string[];
  /** What is wrong */
  msg: string;
  /** Kind of fault */
  type: string;
};

export type ErrorBody = {
  /** Machine-readable code */
  error: string;
  /** What is wrong and what to do; for 422 one entry for each faulty field */
  detail: string | FieldFault[];
  /** The HTTP status */
  status: number;
  /** Name it when you report a problem; also in the header X-Request-Id */
  request_id: string;
};

export type Problem = {
  /** Names the code: a reference into the documentation */
  type: string;
  /** What the code means */
  title: string;
  /** The HTTP status */
  status: number;
  /** What is wrong and what to do */
  detail: string;
  /** Names this request */
  instance: string;
  /** Machine-readable code */
  error: string;
  /** Name it when you report a problem; also in the header X-Request-Id */
  request_id: string;
  /** For 422: one entry for each faulty field */
  errors?: FieldFault[];
};

export type DegradedReason = {
  /** What it is; `other` for runs of before reasons were kept as data */
  code: "prices_late" | "auction_prices_late" | "auction_late" | "auction_empty" | "no_auction_known" | "input_late" | "input_stale" | "input_not_renewed" | "fundamentals_not_forecast" | "no_weather" | "not_modelled" | "short_history" | "model_replaced" | "no_past_prices" | "few_calibration_days" | "bounds_widened" | "bounds_of_naive" | "bounds_of_day_ahead" | "bounds_of_spread" | "other";
  /** The series or auction that is lacking */
  input: string | null;
  /** The delivery day that it is lacking of, or after */
  day: string | null;
  /** What is used in its place: an auction, `da.forecast`, `own_forecast`, `weekly_naive`, or the name of a source */
  stand_in: string | null;
  /** How many days there are of those that are wanted */
  known: number | null;
  /** How many days are wanted */
  wanted: number | null;
  /** The reason in English */
  text: string;
};

export type PriceExtreme = {
  /** Start of the period */
  time: string;
  /** Its price, EUR/MWh, 2 decimals */
  value: number;
};

/**
 * Only where the point estimate (`value`) or a bound lies below the lowest or above the highest price of `cleared_extremes`, and of these only such ones: a
 * price that the auction has never cleared. Possible, but rare
 */
export type BeyondCleared = {
  value?: "below" | "above";
  p10?: "below" | "above";
  p90?: "below" | "above";
};

export type ForecastPoint = {
  /** Start of the delivery period */
  time: string;
  /** Point estimate, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
  /**
   * The wanted quantiles by percent, EUR/MWh, 2 decimals: the price is at or below the one of `25` with a probability of 25 %. Only where `quantiles` was sent
   */
  quantiles?: Record<string, number>;
  beyond_cleared?: BeyondCleared;
};

export type ForecastRun = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  range_start: string | null;
  range_end: string | null;
  points: ForecastPoint[];
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read: `as_of` from then on shows it */
  published_at: string;
  /** Newest input data used */
  data_as_of: string;
  /** Up to when cleared prices were known to the run */
  known_until: string;
  /** The scheduled time that the run answers, or when the input came that it answers */
  scheduled_for: string;
  /** `schedule`, or `input` of a run beside the schedule: an input had come or been corrected */
  trigger: "schedule" | "input";
  /** Whether the run could be read before the gate of its first delivery day closed: one could bid with it */
  before_gate: boolean;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type HourlyForecast = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Point estimate, EUR/MWh, 2 decimals */
  forecast_price: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  lower_bound: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  upper_bound: number;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  beyond_cleared?: BeyondCleared;
};

export type DayAheadForecast = {
  market: "day-ahead";
  /** Delivery day */
  date: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Newest input data used */
  data_as_of: string;
  forecasts: HourlyForecast[];
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type IntradayForecast = {
  market: "intraday";
  session: number;
  /** Delivery day */
  date: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Newest input data used */
  data_as_of: string;
  forecasts: HourlyForecast[];
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type AvailableDate = {
  /** Delivery day */
  date: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the newest run for the day was issued */
  issued_at: string;
  /** Delivery hours of the day that the product covers */
  hours: number;
};

export type AvailableDateList = {
  items: AvailableDate[];
  total: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type WhatIfPoint = {
  /** Start of the delivery period */
  time: string;
  /** Point estimate with the shifts, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile with the shifts, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile with the shifts, EUR/MWh, 2 decimals */
  p90: number;
  /** Point estimate of the current forecast, EUR/MWh, 2 decimals */
  base_value: number;
  /** 10th percentile of the current forecast, EUR/MWh, 2 decimals */
  base_p10: number;
  /** 90th percentile of the current forecast, EUR/MWh, 2 decimals */
  base_p90: number;
  /** `value` less `base_value`, EUR/MWh, 2 decimals */
  change: number;
};

export type WhatIfDay = {
  /** Delivery day */
  date: string;
  /** Mean of the current forecast, EUR/MWh, 2 decimals */
  base_mean: number;
  /** Mean with the shifts, EUR/MWh, 2 decimals */
  mean: number;
  /** `mean` less `base_mean`, EUR/MWh, 2 decimals */
  change: number;
};

export type SupposedValue = {
  /** Start of the hour; of gas of the first day */
  time: string;
  /** As the forecast knew it */
  base: number;
  /** With the shifts */
  supposed: number;
};

/** An input that was shifted, by hours */
export type SupposedInput = {
  input: "load" | "wind" | "solar" | "gas";
  unit: "MW" | "EUR/MWh";
  values: SupposedValue[];
};

export type WhatIf = {
  /** Always true: what the current forecast would be if inputs were others */
  hypothetical: true;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Model version that produced the forecast */
  model_version: string;
  points: WhatIfPoint[];
  days: WhatIfDay[];
  inputs: SupposedInput[];
  /** How long the models of the run were fitted once more for this answer; 0: they were there */
  fitted_ms: number;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/**
 * What the rule looks for on a delivery day: `price_above`, `price_below`: hours above or below the threshold; `negative_hours`: at least so many hours below
 * zero; `forecast_change`: an hour that differs from the run before by at least the threshold; `spread`: a difference of at least the threshold between the
 * most expensive and the cheapest hour; `probability_above`, `probability_below`: that the price is above the threshold, or at or below it, in `hours` hours or
 * more with a probability of at least `probability` percent.
 */
export type AlertKind = "price_above" | "price_below" | "negative_hours" | "forecast_change" | "spread" | "probability_above" | "probability_below";

export type Alert = {
  /** The rule, which may be deleted by now */
  rule_id: string;
  rule_kind: AlertKind;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Of the rule at the time */
  threshold: number;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  days: {
    /** Delivery day */
    date: string;
    /** Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in percent */
    figure: number;
    /** Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25 */
    hours: number;
    at: string | null;
  }[];
};

export type Notification = {
  /** Identifier of the notification */
  id: string;
  /** What it is about */
  kind: "alert" | "webhook_disabled" | "channel_disabled" | "ticket_answered" | "key_expiring" | "plan_not_kept";
  /** One line in the reader's language */
  title: string;
  /** The rest in the reader's language, one paragraph a line */
  text: string;
  /** Where the web application shows more */
  path: string;
  /** What a rule found; null for other kinds */
  alert: Alert | null;
  /** When it was written */
  created_at: string;
  read_at: string | null;
};

export type NotificationPage = {
  items: Notification[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** Unread notifications of the user */
  unread: number;
};

export type UnreadCount = {
  /** Unread notifications of the user */
  unread: number;
};

export type ReadCount = {
  /** How many were unread */
  read: number;
};

/** A forecast run */
export type ForecastEventData = {
  /** Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in deliveries to an endpoint with it */
  resolution: "PT1H" | "PT15M";
  /** Identifier of the forecast run */
  forecast_id: string;
  /** Market identifier */
  market_id: string;
  /** Market and product */
  market_product_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** When the run was issued */
  issued_at: string;
  /** The scheduled time that the run answers, or when the input came that it answers */
  scheduled_for?: string;
  /** `schedule`, or `input` of a run beside the schedule: an input had come or been corrected */
  trigger?: "schedule" | "input";
  /** Whether the run could be read before the gate of its first delivery day closed: one could bid with it */
  before_gate?: boolean;
  /** Model version that produced the forecast */
  model_version_id: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Delivery periods of the run, in order */
  points: {
    /** Start of the delivery period, UTC */
    time: string;
    /** Forecast price, EUR/MWh, 2 decimals */
    value: number;
    /** 10th percentile, EUR/MWh, 2 decimals */
    p10: number;
    /** 90th percentile, EUR/MWh, 2 decimals */
    p90: number;
    /** Quantiles by percent, EUR/MWh, 2 decimals, as points of forecasts have them; only in deliveries to an endpoint with `quantiles` */
    quantiles?: Record<string, number>;
  }[];
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns; absent from events of before reasons were sent so */
  degraded_reasons?: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** A forecast run that differs from the one before */
export type ForecastChangeData = {
  /** Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in deliveries to an endpoint with it */
  resolution: "PT1H" | "PT15M";
  /** Identifier of the forecast run */
  forecast_id: string;
  /** Market identifier */
  market_id: string;
  /** Market and product */
  market_product_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** When the run was issued */
  issued_at: string;
  /** The scheduled time that the run answers, or when the input came that it answers */
  scheduled_for?: string;
  /** `schedule`, or `input` of a run beside the schedule: an input had come or been corrected */
  trigger?: "schedule" | "input";
  /** Whether the run could be read before the gate of its first delivery day closed: one could bid with it */
  before_gate?: boolean;
  /** Model version that produced the forecast */
  model_version_id: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Delivery periods of the run, in order */
  points: {
    /** Start of the delivery period, UTC */
    time: string;
    /** Forecast price, EUR/MWh, 2 decimals */
    value: number;
    /** 10th percentile, EUR/MWh, 2 decimals */
    p10: number;
    /** 90th percentile, EUR/MWh, 2 decimals */
    p90: number;
    /** Quantiles by percent, EUR/MWh, 2 decimals, as points of forecasts have them; only in deliveries to an endpoint with `quantiles` */
    quantiles?: Record<string, number>;
  }[];
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns; absent from events of before reasons were sent so */
  degraded_reasons?: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** The run before, which it is compared with */
  previous_forecast_id: string;
  /** The largest difference of point forecasts of an hour that both runs forecast, EUR/MWh, 2 decimals */
  max_change: number;
};

/** Cleared prices of a delivery day */
export type PriceEventData = {
  /** Length of the periods of `points`: hours, each the mean of its quarter hours; `PT15M` only in deliveries to an endpoint with it */
  resolution: "PT1H" | "PT15M";
  /** Market identifier */
  market_id: string;
  /** Market and product */
  market_product_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Delivery day in Europe/Madrid */
  delivery_date: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Every delivery period of the day, in order */
  points: {
    /** Start of the delivery period, UTC */
    time: string;
    /** Cleared price, EUR/MWh, 2 decimals */
    value: number;
  }[];
  /** Whether other prices were published for this day before */
  correction: boolean;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** What an alert rule of a user of the tenant found in a run */
export type AlertEventData = {
  /** The rule, which may be deleted by now */
  rule_id: string;
  rule_kind: AlertKind;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Of the rule at the time */
  threshold: number;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  days: {
    /** Delivery day */
    date: string;
    /** Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in percent */
    figure: number;
    /** Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25 */
    hours: number;
    at: string | null;
  }[];
  /** Name of the rule at the time */
  rule_name: string;
  /** Market and product */
  market_product_id: string;
};

/** A forecast run was published */
export type ForecastPublished = {
  /** Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have */
  id: string;
  event: "forecast.published";
  /** When the event was recorded */
  occurred_at: string;
  data: ForecastEventData;
};

/** A forecast differs from the run before by at least the tenant's threshold */
export type ForecastChanged = {
  /** Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have */
  id: string;
  event: "forecast.changed";
  /** When the event was recorded */
  occurred_at: string;
  data: ForecastChangeData;
};

/** The prices of a delivery day were published or corrected */
export type PricesPublished = {
  /** Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have */
  id: string;
  event: "prices.published";
  /** When the event was recorded */
  occurred_at: string;
  data: PriceEventData;
};

/** An alert rule of a user of the tenant found something in a run */
export type AlertFired = {
  /** Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have */
  id: string;
  event: "alert.fired";
  /** When the event was recorded */
  occurred_at: string;
  data: AlertEventData;
};

/** A test of the endpoint */
export type Ping = {
  /** Identifier of the event: the same in every delivery, in GET /events and in the stream; drop what you have */
  id: string;
  event: "ping";
  /** When the event was recorded */
  occurred_at: string;
  data: {
    /** Identifier of the endpoint */
    endpoint_id: string;
    /** Name of the endpoint */
    name: string;
  };
};

export type ForecastPublishedEvent = {
  /** Identifier of the event; continue with it as `after` */
  id: string;
  event: "forecast.published";
  /** When the event was recorded */
  occurred_at: string;
  data: ForecastEventData;
};

export type ForecastChangedEvent = {
  /** Identifier of the event; continue with it as `after` */
  id: string;
  event: "forecast.changed";
  /** When the event was recorded */
  occurred_at: string;
  data: ForecastChangeData;
};

export type PricesPublishedEvent = {
  /** Identifier of the event; continue with it as `after` */
  id: string;
  event: "prices.published";
  /** When the event was recorded */
  occurred_at: string;
  data: PriceEventData;
};

export type AlertFiredEvent = {
  /** Identifier of the event; continue with it as `after` */
  id: string;
  event: "alert.fired";
  /** When the event was recorded */
  occurred_at: string;
  data: AlertEventData;
};

/** An event: a forecast or prices that were published, or an alert of the tenant */
export type LonjaEvent = ForecastPublishedEvent | ForecastChangedEvent | PricesPublishedEvent | AlertFiredEvent;

export type EventList = {
  /** Oldest first */
  items: LonjaEvent[];
  /** Events after `after`, those of this page included */
  total: number;
  /** Send as `after` for the next page; null: no event */
  next_after: string | null;
};

export type ScenarioSet = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Starts of the delivery periods */
  times: string[];
  /** Equally likely paths: one list for each, with a price for each of `times`, EUR/MWh, 2 decimals */
  paths: (number[])[];
  /**
   * Where the distributions come from: forecast with the run, or, for runs of before they were stored, two halves of normal distributions through point
   * forecast and bounds
   */
  distribution: "forecast" | "bounds";
  /** How prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few of them */
  dependence: "past_forecasts" | "assumed";
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read */
  published_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type PeriodProbabilities = {
  /** Start of the delivery period */
  time: string;
  /** Probability of a price at or below the threshold, one for each of `thresholds` */
  at_most: number[];
  /** Probability that the period is as cheap as the `hours` cheapest hours of its day, 0 to 1, 4 decimals */
  cheapest: number;
  /** Probability that it is as dear as the `hours` dearest ones, 0 to 1, 4 decimals */
  dearest: number;
};

export type DayProbabilities = {
  /** Delivery day */
  date: string;
  /** Probability that any period of the day is at or below the threshold, one for each of `thresholds` */
  any: number[];
  /** Probability that `hours` hours or more are, together or apart, one for each of `thresholds` */
  at_least: number[];
  /** Probability that `hours` hours or more in a row are, one for each of `thresholds` */
  consecutive: number[];
};

export type PriceProbabilities = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Prices, EUR/MWh */
  thresholds: number[];
  /** Hours of a day that are counted */
  hours: number;
  points: PeriodProbabilities[];
  days: DayProbabilities[];
  /** Paths that the probabilities of days are counted in */
  paths: number;
  /**
   * Where the distributions come from: forecast with the run, or, for runs of before they were stored, two halves of normal distributions through point
   * forecast and bounds
   */
  distribution: "forecast" | "bounds";
  /** How prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few of them */
  dependence: "past_forecasts" | "assumed";
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read */
  published_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ZoneSpreadSet = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Market that the spread is to */
  against: string;
  /** Market and product */
  against_market_product_id: string;
  /** The run of that market which this one was made from */
  against_forecast_id: string;
  points: {
    /** Start of the delivery period */
    time: string;
    /** Probability that the prices differ, 0 to 1, 4 decimals */
    probability_split: number;
    /** Probability of a lower price than in `against`, 0 to 1, 4 decimals */
    probability_below: number;
    /** Probability of a higher price than in `against`, 0 to 1, 4 decimals */
    probability_above: number;
    /** Expected spread: price less that of `against`, EUR/MWh, 2 decimals */
    value: number;
    /** Its 10th percentile, EUR/MWh, 2 decimals */
    p10: number;
    /** Its 90th percentile, EUR/MWh, 2 decimals */
    p90: number;
  }[];
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read */
  published_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type SpreadPoint = {
  /** Start of the delivery period */
  time: string;
  /** Point estimate of the intraday price, EUR/MWh, 2 decimals */
  forecast: number;
  /** Price of the earlier auction, or the point estimate of it, EUR/MWh, 2 decimals */
  reference_price: number;
  /** Whether that price is public, or forecast */
  reference: "cleared" | "forecast";
  /** Median of the spread, the intraday price minus that of the earlier auction, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile of the spread, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile of the spread, EUR/MWh, 2 decimals */
  p90: number;
  /** Probability that the intraday price is higher, 0 to 1, 4 decimals */
  probability_positive: number;
};

export type SpreadSet = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Earlier auction that the spread is to */
  reference_product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  reference_market_product_id: string;
  /** The run that stands in for prices that are not public; null where all are */
  reference_forecast_id: string | null;
  reference_issued_at: string | null;
  points: SpreadPoint[];
  /**
   * Where the distributions come from: forecast with the run, or, for runs of before they were stored, two halves of normal distributions through point
   * forecast and bounds
   */
  distribution: "forecast" | "bounds";
  /**
   * How the prices of both auctions go together: as the errors of past forecasts did, or by an assumption where there are too few of them; null where every
   * price of the earlier auction is public
   */
  dependence: "past_forecasts" | "assumed" | null;
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read */
  published_at: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type OutlookPoint = {
  /** Start of the delivery period */
  time: string;
  /** Median of the price, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile of the price, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile of the price, EUR/MWh, 2 decimals */
  p90: number;
  /** Price of the earlier auction, or the point estimate of it, EUR/MWh, 2 decimals */
  reference_price: number;
  /** Median of the spread, the price minus that of the earlier auction, EUR/MWh, 2 decimals */
  spread: number;
  /** 10th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p10: number;
  /** 90th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p90: number;
  /** Probability that the intraday price is higher, 0 to 1, 4 decimals */
  probability_positive: number;
};

export type IntradayOutlook = {
  /** Always true: this is no forecast of the auction and is not scored as one */
  outlook: true;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Delivery day */
  date: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** The last earlier auction of the day that has cleared; before that `da` */
  reference_product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  reference_market_product_id: string;
  /** The day-ahead run that stands for its prices; null where it has cleared */
  reference_forecast_id: string | null;
  reference_issued_at: string | null;
  /** Past days whose spreads were counted */
  spread_days: number;
  /** First of them */
  spreads_from: string;
  /** Last of them */
  spreads_to: string;
  points: OutlookPoint[];
  /** Of the day-ahead run; null where the earlier auction has cleared */
  model_version: string | null;
  distribution: "forecast" | "bounds" | null;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type GateOutlookPoint = {
  /** Start of the delivery period */
  time: string;
  /** Median of the price, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile of the price, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile of the price, EUR/MWh, 2 decimals */
  p90: number;
  /** Point estimate of the day-ahead price, EUR/MWh, 2 decimals */
  reference_price: number;
  /** Mean of the spread, the price minus the day-ahead price, EUR/MWh, 2 decimals */
  spread_mean: number;
  /** Median of the spread, EUR/MWh, 2 decimals */
  spread: number;
  /** 10th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p10: number;
  /** 90th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p90: number;
  /** Probability that the intraday price is higher, 0 to 1, 4 decimals */
  probability_positive: number;
};

export type AuctionBeforeGate = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** When the auction closes */
  gate_closes_at: string;
  /** Past days whose spreads were counted */
  spread_days: number;
  spreads_from: string | null;
  spreads_to: string | null;
  /** Whether there are the 28 past days that an outlook needs; without them no points */
  known: boolean;
  points: GateOutlookPoint[];
};

export type GateOutlook = {
  /** Always true: this is no forecast of the auctions and is not scored as one */
  outlook: true;
  /** Market identifier */
  market_id: string;
  /** Delivery day */
  date: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** What became known later is not in it: the day-ahead gate, or now where that is still to come */
  known_until: string;
  /** The day-ahead run that was the newest by then */
  forecast_id: string;
  /** When that run was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  distribution: "forecast" | "bounds" | null;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  auctions: AuctionBeforeGate[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ComparedRun = {
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** When it could be read */
  published_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Newest input data used */
  data_as_of: string;
  /** Up to when cleared prices were known to the run */
  known_until: string;
  /** Whether explanations are stored with it for some of these days; contributions need those of both runs */
  explained: boolean;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
};

export type ComparedForecast = {
  /** Point estimate, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
};

export type ChangedContribution = {
  /**
   * Group of inputs as in GET /dashboard/drivers; `baseline` is the mean price of the four weeks before, `rest` what explanations do not hold, such as limits
   */
  input: string;
  /** How much more it adds than before, EUR/MWh, 2 decimals */
  value: number;
};

export type DifferencePoint = {
  /** Start of the delivery period */
  time: string;
  from: ComparedForecast;
  to: ComparedForecast;
  /** Second minus first run, EUR/MWh, 2 decimals */
  change: number;
  /** They add up to the change, up to rounding; null where a run has no explanation */
  contributions: ChangedContribution[] | null;
};

export type MeanContribution = {
  /**
   * Group of inputs as in GET /dashboard/drivers; `baseline` is the mean price of the four weeks before, `rest` what explanations do not hold, such as limits
   */
  input: string;
  /** Mean over the explained periods, EUR/MWh, 2 decimals */
  mean: number;
  /** Mean size, EUR/MWh, 2 decimals */
  mean_absolute: number;
};

/** The hour in which it changed most; null where it did not */
export type LargestInputChange = {
  /** Start of the hour */
  time: string;
  /** As the first run knew it, in `unit`, MW with 1, EUR/MWh with 2 decimals */
  from: number;
  /** As the second run knew it, in `unit`, MW with 1, EUR/MWh with 2 decimals */
  to: number;
} | null;

export type ChangedInput = {
  /** `load`, `wind`, `solar`, or `gas`: its last settlement, the same in every hour */
  input: string;
  /** Of its values */
  unit: "MW" | "EUR/MWh";
  /** Hours in which both runs knew it */
  hours: number;
  /** Hours in which the second run alone knew it */
  hours_only_to: number;
  /** Hours in which the first run alone knew it */
  hours_only_from: number;
  mean_from: number | null;
  mean_to: number | null;
  mean_change: number | null;
  mean_absolute_change: number | null;
  largest: LargestInputChange;
};

export type ForecastDifference = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  from: ComparedRun;
  to: ComparedRun;
  /** Whether the runs are of two model versions */
  model_changed: boolean;
  /** Mean change of the point estimate, EUR/MWh, 2 decimals */
  mean_change: number;
  /** Mean size of the change, EUR/MWh, 2 decimals */
  mean_absolute_change: number;
  /** The largest first */
  contributions: MeanContribution[];
  /** Load, wind, sun and gas in the hours of the periods */
  inputs: ChangedInput[];
  /** Why the second run alone is weaker than usual */
  new_reasons: DegradedReason[];
  /** Why the first run alone was */
  gone_reasons: DegradedReason[];
  /** The periods that both runs forecast, in order */
  points: DifferencePoint[];
  /** Number of them */
  total: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** How many of the days that were asked for the figures rest on */
export type DayCounts = {
  /** Delivery days that were asked for */
  asked: number;
  /** Of these those with prices */
  settled: number;
  /** Days that the figures rest on */
  counted: number;
  /** Days with prices and without a forecast of before the cutoff */
  without_forecast: number;
};

export type ExportFile = {
  /** Form of the file */
  format: "parquet" | "csv.gz";
  /** Its name, with the year: a later file of that year takes its place */
  name: string;
  /** Where it is, with the credential of this request; from the root of the service */
  url: string;
  /** Its length */
  bytes: number;
  /** Of all its bytes, in hexadecimal digits */
  sha256: string;
};

export type ExportPart = {
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Rows of each of its files */
  rows: number;
  /** The same rows in each form */
  files: ExportFile[];
};

export type ExportColumn = {
  /** Its name in every file */
  name: string;
  /** In Parquet: DATE, TIMESTAMP of UTC in milliseconds, DECIMAL(9, 2), DECIMAL(9, 1), STRING, BOOLEAN */
  type: "day" | "instant" | "price" | "power" | "text" | "flag";
  /** Whether it can be null, which is an empty field in CSV */
  nullable: boolean;
  /** What it is */
  description: string;
};

export type ExportManifest = {
  /** What the rows are */
  dataset: "prices" | "forecasts" | "fundamentals" | "accuracy";
  /** Market identifier */
  market_id: string;
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** The moment whose knowledge the files hold */
  as_of: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** The columns of every file, in order */
  columns: ExportColumn[];
  /** The calendar years of the span, in order */
  parts: ExportPart[];
  /** Rows of all parts */
  rows: number;
};

export type ForecastRunSummary = {
  /** Identifier of the forecast run */
  forecast_id: string;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** When the run was issued */
  issued_at: string;
  /** First delivery day that the run covers */
  first_date: string;
  /** Last delivery day that the run covers */
  last_date: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** When the run could be read: `as_of` from then on shows it */
  published_at: string;
  /** Newest input data used */
  data_as_of: string;
  /** Up to when cleared prices were known to the run */
  known_until: string;
  /** The scheduled time that the run answers, or when the input came that it answers */
  scheduled_for: string;
  /** `schedule`, or `input` of a run beside the schedule: an input had come or been corrected */
  trigger: "schedule" | "input";
  /** Whether the run could be read before the gate of its first delivery day closed: one could bid with it */
  before_gate: boolean;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ForecastRunList = {
  /** Newest first */
  items: ForecastRunSummary[];
  /** Runs on all pages */
  total: number;
  /** This page */
  page: number;
  /** Runs in this page */
  page_size: number;
};

export type ForecastVintage = {
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Point estimate, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  beyond_cleared?: BeyondCleared;
};

export type ForecastEvolution = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Start of the delivery period */
  delivery: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Unit of every price */
  unit: "EUR/MWh";
  price: number | null;
  /** What each run said of the period, oldest run first */
  items: ForecastVintage[];
  /** Runs that cover the period */
  total: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type LastScheduledRun = {
  /** Identifier of the forecast run */
  forecast_id: string;
  /** The instant that it answers */
  scheduled_for: string;
  /** When it was issued */
  issued_at: string;
  /** When it could be read */
  published_at: string;
  /** From the instant that it answers to its publication, seconds */
  delay_s: number;
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
};

export type LateReason = {
  /**
   * `preparing`: the first start is not done; `not_in_time`: given up, as the next run was due; `read_only`: the database takes no writes; `source_failing`,
   * `source_late`: an input has not come; `unknown`: none of these, so it is being computed or no worker runs
   */
  code: "preparing" | "not_in_time" | "read_only" | "source_failing" | "source_late" | "unknown";
  /** The source, where it is one */
  input: string | null;
};

export type LateRun = {
  /** The first schedule that no run has answered */
  since: string;
  /** How long ago that was, seconds */
  late_s: number;
  reasons: LateReason[];
};

export type ProductSchedule = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** `due`: the time has come, and up to 15 minutes may pass until the run is there; `late`: longer; `missing`: there is no run at all */
  status: "on_time" | "due" | "late" | "missing";
  /** When the next run is due */
  next_due_at: string;
  /** First delivery day that it forecasts */
  next_date: string;
  /** When the next gate closes */
  next_gate_at: string;
  /** Delivery day of that gate */
  next_gate_date: string;
  last_run: LastScheduledRun | null;
  late: LateRun | null;
};

export type ForecastSchedule = {
  /** Instant of the service that the answer is of, to the minute */
  as_of: string;
  items: ProductSchedule[];
  total: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ForecastSeriesPoint = {
  /** Start of the delivery period */
  time: string;
  /** Point estimate, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
  /**
   * The wanted quantiles by percent, EUR/MWh, 2 decimals: the price is at or below the one of `25` with a probability of 25 %. Only where `quantiles` was sent
   */
  quantiles?: Record<string, number>;
};

export type ForecastSeriesDay = {
  /** Delivery day */
  date: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** When it could be read */
  published_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  points: ForecastSeriesPoint[];
};

export type MissingSeriesDay = {
  /** Delivery day */
  date: string;
  /** `not_issued`: no run that covers the day had been published, or it has no points of the resolution; `not_yet`: the time is still to come */
  reason: "not_issued" | "not_yet";
};

export type ForecastSeries = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** As it was asked for */
  days_ahead: number;
  /** As it was asked for */
  issued_before: string;
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** The days that have a forecast, in order */
  days: ForecastSeriesDay[];
  /** The other days of the span */
  missing: MissingSeriesDay[];
  /** Days that have a forecast */
  total: number;
};

export type Driver = {
  /**
   * Group of inputs: `calendar` (weekday, season and what the model has learnt of the market), `recent_prices`, an input such as `load`, `wind` or `solar`, or
   * `zone_spread`, how far Portugal is expected to clear from Spain
   */
  input: string;
  /** What the group adds to the forecast, EUR/MWh, 2 decimals */
  value: number;
  change: number | null;
};

export type DrivenHour = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Point estimate: the baseline and all that drives the hour, EUR/MWh, 2 decimals */
  value: number;
  /** Mean price of the hour over the four weeks before, EUR/MWh, 2 decimals */
  baseline: number;
  drivers: Driver[];
};

export type Drivers = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Delivery day */
  date: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** The run before it that covers the day, against which changes are given */
  previous_forecast_id: string | null;
  /** Unit of every price */
  unit: "EUR/MWh";
  hours: DrivenHour[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type LevelDrift = {
  /** Mean price of the last 7 days, EUR/MWh, 2 decimals */
  mean: number;
  /** Lowest mean of 7 days in a row before them, EUR/MWh, 2 decimals */
  lowest: number;
  /** Highest mean of 7 days in a row before them, EUR/MWh, 2 decimals */
  highest: number;
  /** Days before them that were looked at: 728, as many as models learn from, or fewer */
  days: number;
  /** Where the mean lies outside of these two; null within */
  outside: "above" | "below" | null;
};

export type ErrorDrift = {
  /** The last 3 scored days, in order of time */
  last: {
    /** Delivery day */
    date: string;
    /** Its mean absolute error, EUR/MWh, 2 decimals */
    mae: number;
  }[];
  /** What the errors of 95 % of the days before did not exceed, EUR/MWh, 2 decimals */
  usual: number;
  /** Days before that were looked at, 91 at most */
  days: number;
  /** Whether the error of each of the last 3 days exceeded it */
  beyond: boolean;
};

/** Whether prices have left the range that models have seen, or errors their usual range: then figures of before promise too much */
export type Drift = {
  until: string | null;
  /** The level of prices; null with fewer than 98 days of prices */
  level: LevelDrift | null;
  /** The errors of forecasts, of the basis and the cutoff asked for; null with fewer than 31 scored days */
  errors: ErrorDrift | null;
};

export type AccuracyGroup = {
  /** Hour, weekday, day, week, month, year, lead day, model version, or price level such as `50 to 75` */
  group: string;
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  /** Root of the mean squared error, EUR/MWh, 2 decimals */
  rmse: number;
  /** Null where there is no such hour */
  mape: number | null;
  /** Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero */
  mape_n_observations: number;
  /** MAE over that of the weekly naive on the same hours; null where it cannot be formed */
  rmae: number | null;
  /** Mean of forecast minus price, EUR/MWh, 2 decimals */
  bias: number;
  pinball_loss: {
    /** Of the 10th percentile, EUR/MWh, 2 decimals */
    p10: number;
    /** Of the point estimate, EUR/MWh, 2 decimals */
    p50: number;
    /** Of the 90th percentile, EUR/MWh, 2 decimals */
    p90: number;
  };
  /** Share of prices within the 10-90 % interval, 80 is right, percent */
  coverage: number;
  /** Mean width of the 10-90 % interval, EUR/MWh, 2 decimals */
  mean_width: number;
};

export type AccuracyStatistics = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  group_by: "hour" | "weekday" | "day" | "week" | "month" | "year" | "lead_day" | "model_version" | "price_level" | null;
  items: AccuracyGroup[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  /** What the figures are of; never of both */
  basis: "issued" | "backtested";
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  drift: Drift;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type CalibrationGroup = {
  /** Hour, weekday, day, week, month, year, lead day, model version, or price level such as `50 to 75` */
  group: string;
  /** Delivery hours counted */
  n_observations: number;
  /** Share of prices within the 10-90 % interval, 80 is right, percent */
  coverage: number;
  /** Mean width of the 10-90 % interval, EUR/MWh, 2 decimals */
  mean_width: number;
  /** Mean interval score of the 10-90 % interval, lower is better, EUR/MWh, 2 decimals */
  winkler_score: number;
  /** The 10th percentile, the point estimate taken as median, the 90th percentile */
  levels: {
    /** Probability that the quantile claims */
    level: number;
    /** Share of prices at or below it, percent */
    observed: number;
  }[];
  /** Probability integral transform between the levels */
  histogram: {
    from: number;
    to: number;
    /** Share of prices that belongs between the two levels, percent */
    expected: number;
    /** Share that lay there, percent */
    observed: number;
  }[];
  /** The same for every decile; no level without an hour */
  deciles: {
    /** Hours whose run has a stored distribution */
    n_observations: number;
    levels: {
      level: number;
      /** Share of prices at or below the decile, percent */
      observed: number;
    }[];
  };
};

export type CalibrationStatistics = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  group_by: "hour" | "weekday" | "day" | "week" | "month" | "year" | "lead_day" | "model_version" | "price_level" | null;
  items: CalibrationGroup[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  /** What the figures are of; never of both */
  basis: "issued" | "backtested";
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type PriceGroup = {
  /** Day, ISO week, month or year */
  group: string;
  /** First delivery day with a price */
  date_from: string;
  /** Last delivery day with a price */
  date_to: string;
  /** Delivery hours counted */
  n_hours: number;
  /** Mean of all hours, EUR/MWh, 2 decimals */
  mean: number;
  /** Lowest period of the resolution, EUR/MWh, 2 decimals */
  min: number;
  /** Highest period of the resolution, EUR/MWh, 2 decimals */
  max: number;
  /** Hours below zero; a quarter hour counts 0.25 */
  negative_hours: number;
  /** Base: mean of all hours, EUR/MWh, 2 decimals */
  base: number;
  peak: number | null;
  /** Mean over the days of the highest minus the lowest period, EUR/MWh, 2 decimals */
  daily_spread: number;
  capture_price_solar: number | null;
  capture_price_wind: number | null;
};

export type PriceStatistics = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** What lowest and highest, spread and hours below zero are taken from */
  resolution?: "PT1H" | "PT15M";
  group_by: "day" | "week" | "month" | "year";
  items: PriceGroup[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type BatteryStatistics = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** The battery that is assumed; every day begins and ends empty */
  battery: {
    /** Charging and discharging */
    power_mw: number;
    /** What it stores */
    energy_mwh: number;
    /** Of a whole cycle */
    efficiency: number;
    /** For each MWh fed in */
    wear_eur_per_mwh: number;
  };
  /** What it earns by the mean of past prices of the same month and local hour, EUR per MW and year of 365.25 days, 2 decimals; null where no day counts */
  floor: number | null;
  /** What it earns by the forecast, EUR per MW and year of 365.25 days, 2 decimals; null where no day counts */
  forecast: number | null;
  /** What it earns with prices known, EUR per MW and year of 365.25 days, 2 decimals; null where no day counts */
  optimum: number | null;
  captured: number | null;
  /** Null where the optimum earns no more than the floor */
  gap: {
    /** Of the gap between floor and optimum, how much the forecast closes, percent */
    share: number;
    /** By a block bootstrap of weeks; null for fewer than 28 days */
    interval: {
      /** Percent */
      level: number;
      /** Lower end, percent */
      low: number;
      /** Upper end, percent */
      high: number;
    } | null;
  } | null;
  /** Days counted that were planned in quarter hours, the rest in hours */
  quarter_hour_days: number;
  prices_since: string | null;
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  /** What the figures are of; never of both */
  basis: "issued" | "backtested";
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type FundamentalsScore = {
  /** What was forecast */
  quantity: "load" | "wind" | "solar" | "hydro" | "nuclear" | "thermal" | "other" | "netImport";
  /** Days ahead: 1 is the last forecast made on the day before delivery */
  lead_day: number;
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error, MW, 1 decimal */
  mae_mw: number;
  /** Root of the mean squared error, MW, 1 decimal */
  rmse_mw: number;
  /** Mean of forecast minus measurement, MW, 1 decimal */
  bias_mw: number;
  naive_mae_mw: number | null;
};

export type FundamentalsStatistics = {
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  items: FundamentalsScore[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type AccuracyFigures = {
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  /** Root of the mean squared error, EUR/MWh, 2 decimals */
  rmse: number;
  /** Null where there is no such hour */
  mape: number | null;
  /** Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero */
  mape_n_observations: number;
  skill: number | null;
  /** Mean of forecast minus price, EUR/MWh, 2 decimals */
  bias: number;
  /** Prices within p10 .. p90; 80 is right, percent */
  coverage: number;
  /** Mean width of the 10-90 % interval, EUR/MWh, 2 decimals */
  mean_width: number;
};

/** Columns of the same length, one value for each group */
export type AccuracyColumns = {
  /** Delivery day, hour, weekday, month, lead day or price level, in natural order */
  group: string[];
  n_observations: number[];
  mae: number[];
  skill: (number | null)[];
  bias: number[];
  coverage: number[];
};

export type ReliabilityColumns = {
  /** Probability that each quantile claims */
  level: number[];
  observed: number[];
};

export type DecileColumns = {
  /** Hours counted: those whose run has a stored distribution, as every run has since distributions are stored */
  n_observations: number;
  /** Levels of the nine deciles; none without an hour */
  level: number[];
  /** Hours whose price was at or below each */
  at_most: number[];
  observed: number[];
};

export type VersionOnTimeLine = {
  /** Model version that produced the forecast */
  model_version: string;
  /** When the version became active */
  active_from: string;
  active_to: string | null;
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error of its forecasts, EUR/MWh, 2 decimals */
  mae: number;
};

export type AccuracyPage = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  /** What the figures are of; never of both */
  basis: "issued" | "backtested";
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Null where nothing can be scored */
  overall: AccuracyFigures | null;
  by_day: AccuracyColumns;
  by_hour: AccuracyColumns;
  by_weekday: AccuracyColumns;
  by_month: AccuracyColumns;
  by_lead_day: AccuracyColumns;
  /** By the mean price of the delivery day, EUR/MWh */
  by_price_level: AccuracyColumns;
  reliability: ReliabilityColumns;
  deciles: DecileColumns;
  /** Those that made forecasts of the days, the first to become active first */
  model_versions: VersionOnTimeLine[];
  drift: Drift;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type PriceChartSeries = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Price that cleared, EUR/MWh, 2 decimals; one for each period, null where there is none */
  price: (number | null)[];
  /** Point estimate of the last run before the auction, EUR/MWh, 2 decimals; one for each period, null where there is none */
  value: (number | null)[];
  /** Its 10th percentile, EUR/MWh, 2 decimals; one for each period, null where there is none */
  p10: (number | null)[];
  /** Its 90th percentile, EUR/MWh, 2 decimals; one for each period, null where there is none */
  p90: (number | null)[];
  /** The wanted quantiles, a column for each percent; only where `quantiles` was sent */
  quantiles?: Record<string, (number | null)[]>;
  /**
   * What has ever cleared in the auction, as far as it is stored, in its own periods; null with less than 28 days of prices. Only where `extremes=true` was
   * sent
   */
  extremes?: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /**
   * On which side of anything that had cleared when its run was issued the point estimate lies, one for each period; null where it does not, or that is not
   * known. Only where `extremes=true` was sent
   */
  beyond_cleared?: ("below" | "above" | null)[];
  /** Only where `last_year=true` was sent */
  last_year?: (number | null)[];
  /** Only where `compare` was sent */
  compared?: {
    /** Point estimate of the run that the forecast is compared with, EUR/MWh, 2 decimals; one for each period, null where there is none */
    value: (number | null)[];
    days: {
      /** Delivery day */
      date: string;
      forecast_id: string | null;
      issued_at: string | null;
    }[];
  };
};

export type PriceChart = {
  /** Market identifier */
  market_id: string;
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Start of the first period */
  start: string;
  /** Length of a period in seconds */
  step_s: number;
  /** Number of periods: period i starts at start + i * step_s. Days of 23 and 25 hours leave no gap */
  periods: number;
  series: PriceChartSeries[];
  /**
   * MW, 1 decimal, one for each period: what is published, and from today on the own forecast of what is not; the value of an hour stands for its quarters.
   * Only where `powers` was sent
   */
  powers?: Record<string, (number | null)[]>;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** How far a first start is; null where everything has been made, or the start was more than a day ago */
export type Preparation = {
  /** About how many seconds the first forecast will take, by the pace so far; null once it is there */
  first_forecast_in_s: number | null;
  steps: {
    /** `issued_past`, on a simulated market: the runs of the days before; `backtest`, on the real one: past forecasts that are scored */
    step: "database" | "data" | "calibration" | "forecast" | "auctions" | "issued_past" | "backtest";
    state: "done" | "running" | "waiting";
    /** Parts that are done */
    done: number;
    /** Of how many; 0 where they are not counted */
    total: number;
  }[];
};

export type ValuedHour = {
  /** Start of the delivery period */
  time: string;
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Price or point estimate of the period, EUR/MWh, 2 decimals */
  value: number;
};

export type SummaryRun = {
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the run was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Newest input data used */
  data_as_of: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type HourProbabilities = {
  /** Probability of a price below zero, 0.00 not counted, 0 to 1, 4 decimals */
  below_zero: number;
  /** Probability of being one of the three cheapest periods of the day, 0 to 1, 4 decimals */
  cheapest: number;
  /** Probability of being one of the three dearest, 0 to 1, 4 decimals */
  dearest: number;
} | null;

export type SummaryPoint = {
  /** Start of the delivery period */
  time: string;
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Point estimate, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
  change: number | null;
  /** Further quantiles by percent, 2.5, 25, 75 and 97.5: the ends of the 95 % and the 50 % interval */
  quantiles: Record<string, number>;
  probabilities: HourProbabilities;
  beyond_cleared?: BeyondCleared;
};

export type DayFigures = {
  /** What the figures are of: prices once every forecast period of the day has cleared */
  basis: "price" | "forecast";
  /** Mean of all periods, EUR/MWh, 2 decimals */
  base: number;
  peak: number | null;
  /** Highest minus lowest period, EUR/MWh, 2 decimals */
  spread: number;
  /** The lowest periods, the lowest first */
  cheapest: ValuedHour[];
  /** The highest periods, the highest first */
  dearest: ValuedHour[];
  /** Hours below zero; a quarter hour counts 0.25 */
  negative_hours: number;
  /** Hours whose 10th percentile is forecast below zero; a quarter hour counts 0.25 */
  possibly_negative_hours: number;
};

export type ForecastChange = {
  /** Hours that both runs forecast; a quarter hour counts 0.25 */
  hours: number;
  /** Mean change, EUR/MWh, 2 decimals */
  mean: number;
  /** Mean size of the change, EUR/MWh, 2 decimals */
  mean_absolute: number;
  /** The period that changed most; its value is the change */
  largest: ValuedHour;
  /** The same of p10 and p90, which may differ where no point does */
  largest_bound: ValuedHour;
};

export type FigureRange = {
  /** Median, EUR/MWh, 2 decimals */
  value: number;
  /** 10th percentile, EUR/MWh, 2 decimals */
  p10: number;
  /** 90th percentile, EUR/MWh, 2 decimals */
  p90: number;
};

/**
 * Median and 80 % range of each figure of the day, over 500 paths of the run. The highest price of a day is expected above the highest point forecast, the
 * lowest below the lowest, so `figures` of a forecast may lie outside; null without a run
 */
export type DayOutlook = {
  /** Of the mean of all periods */
  base: FigureRange;
  /** Of the lowest price */
  lowest: FigureRange;
  /** Of the highest price */
  highest: FigureRange;
  /** Of the highest minus the lowest price */
  spread: FigureRange;
  /** Probability that any period is below zero, 0 to 1, 4 decimals */
  any_below_zero: number;
};

export type ProductDay = {
  /** Delivery day */
  date: string;
  /** When the gate of the auction closes */
  gate_closes_at: string;
  /** When its results are usually public */
  prices_expected_at: string;
  prices_published_at: string | null;
  /** When the first scheduled run that covers the day comes, or came */
  first_run_at: string;
  /** The run that is scored for the day: the newest one before its auction */
  run: SummaryRun | null;
  /** The run that changes are against: by `compare`, else the newest one before it that forecast other prices or bounds for the day */
  previous_run: SummaryRun | null;
  /** Its forecast of the periods of the day */
  points: SummaryPoint[];
  /** Prices that cleared and are public */
  prices: ValuedHour[];
  figures: DayFigures | null;
  change: ForecastChange | null;
  outlook: DayOutlook | null;
};

export type HeadlineAccuracy = {
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Delivery hours with a price and a forecast */
  n_observations: number;
  /** Delivery days that they are of */
  days: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  naive_mae: number | null;
  skill: number | null;
  /** Prices within p10 .. p90; 80 is right, percent */
  coverage: number;
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
};

/** Of the last run before the gate; the figures beside it are of the last one before the results */
export type GateAccuracy = {
  /** Of issued forecasts */
  accuracy: HeadlineAccuracy | null;
  /** While fewer than 14 of those days have an issued forecast: the same of forecasts that calibration made up, as they would have been issued */
  backtested: HeadlineAccuracy | null;
};

/** The first gate that closes after now */
export type NextGate = {
  /** Delivery day */
  date: string;
  /** When its gate closes */
  closes_at: string;
};

export type ProductSummary = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Name of the auction */
  name: string;
  /** Intraday session; null for day-ahead */
  session: number | null;
  next_gate: NextGate;
  /** When the next scheduled run comes */
  next_run_at: string;
  /** The newest run, whatever it covers */
  latest_run: SummaryRun | null;
  /** True when a scheduled run should be there and is not; false while a first start prepares the first one */
  late: boolean;
  /** The day before, then the day itself */
  days: ProductDay[];
  /** Of the issued forecasts of the last 30 delivery days */
  accuracy: HeadlineAccuracy | null;
  /** While fewer than 14 of those days have an issued forecast: the same of forecasts that calibration made up, as they would have been issued */
  backtested: HeadlineAccuracy | null;
  at_gate: GateAccuracy;
};

export type SummaryDay = {
  /** Delivery day */
  date: string;
  /** Its first instant */
  starts_at: string;
  /** The first instant after it */
  ends_at: string;
  /** Delivery hours: 23 or 25 on the days the clock changes */
  hours: number;
};

/** The next run of any product; null without a subscription */
export type NextRun = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** When it is scheduled */
  at: string;
} | null;

export type Freshness = {
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** Why runs that are shown are weaker than usual, each once */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /** Products whose scheduled run is not there */
  late_products: ("da" | "ida1" | "ida2" | "ida3")[];
  next_run: NextRun;
  /** State of the sources as a whole */
  data: "ok" | "degraded";
  /** Sources that are late or do not answer; GET /support/status says more */
  late_sources: string[];
};

export type DashboardSummary = {
  /** Market identifier */
  market_id: string;
  /** Delivery day that the summary is of */
  date: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** The moment that the summary is of: the minute that the service is in */
  now: string;
  /** Zone of delivery days */
  time_zone: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** The day before, then the day itself */
  days: SummaryDay[];
  /** Those of the subscription, in the order of their auctions */
  products: ProductSummary[];
  freshness: Freshness;
  preparation: Preparation | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type Temperature = {
  /** As the run knew it, °C, weighted by load; null where it is not known */
  forecast: number | null;
  /** How much more than the run before knew, °C, weighted by load; null where it is not known */
  change: number | null;
  /** What it was, from a reanalysis days later, °C, weighted by load; null where it is not known */
  observed: number | null;
};

export type WindSpeed = {
  /** As the run knew it, m/s at 100 m, weighted by wind capacity; null where it is not known */
  forecast: number | null;
  /** How much more than the run before knew, m/s at 100 m, weighted by wind capacity; null where it is not known */
  change: number | null;
  /** What it was, from a reanalysis days later, m/s at 100 m, weighted by wind capacity; null where it is not known */
  observed: number | null;
};

export type Irradiance = {
  /** As the run knew it, W/m², weighted by solar capacity; null where it is not known */
  forecast: number | null;
  /** How much more than the run before knew, W/m², weighted by solar capacity; null where it is not known */
  change: number | null;
  /** What it was, from a reanalysis days later, W/m², weighted by solar capacity; null where it is not known */
  observed: number | null;
};

export type WeatherHour = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  temperature_c: Temperature;
  wind_speed_m_s: WindSpeed;
  irradiance_w_m2: Irradiance;
};

export type DayWeather = {
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** Delivery day */
  date: string;
  /** The newest run that covers the day; null where there is none: then the weather is as known now */
  forecast_id: string | null;
  issued_at: string | null;
  /** The run before it that covers the day, against which changes are given */
  previous_forecast_id: string | null;
  /** False where no weather of any day is stored: no source of it is set up */
  has_weather: boolean;
  hours: WeatherHour[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type FundamentalsHour = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Forecast system load of the Spanish bidding zone, MW, 1 decimal */
  total_load_mw: number;
  generation: {
    wind_mw: number | null;
    solar_mw: number | null;
    hydro_mw: number | null;
    nuclear_mw: number | null;
    thermal_mw: number | null;
    other_mw: number | null;
  };
  cross_border_flows_mw: number | null;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Fields that are the service's own forecast because no source has published them yet */
  estimated: string[];
};

export type Fundamentals = {
  /** Delivery day */
  date: string;
  /** Last publication of the underlying data */
  data_as_of: string;
  hours: FundamentalsHour[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** What the service's own forecasts of the day had to do without; empty when nothing was missing */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each quantity */
  degraded_reasons: DegradedReason[];
};

export type Market = {
  /** Market identifier */
  market_id: string;
  name: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** EIC code */
  bidding_zone: string;
  /** Zone of delivery days and hours */
  timezone: string;
  currency: string;
  /** Unit of every price */
  unit: "EUR/MWh";
};

export type MarketProduct = {
  /** Identifier of the pair */
  market_product_id: string;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  name: string;
  /** Intraday session, null for day-ahead */
  session: number | null;
  /** Resolution that the auction clears in */
  resolution: "PT15M" | "PT1H";
  /** Day relative to the delivery day D and local time at which bids close */
  gate_closure: string;
  /** First local hour covered */
  delivery_from_hour: number;
  /** Local hour at which coverage ends */
  delivery_to_hour: number;
  latest_forecast_id: string | null;
  latest_issued_at: string | null;
};

export type MarketList = {
  items: Market[];
  total: number;
};

export type MarketProductList = {
  items: MarketProduct[];
  total: number;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type PriceRecord = {
  /** Delivery day */
  date: string;
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** Intraday session, null for day-ahead */
  session: number | null;
  /** Cleared price, EUR/MWh, 2 decimals */
  price: number;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Minute of the hour in which the quarter starts; with resolution PT15M only */
  minute?: number;
};

export type PricePage = {
  /** Matching records on all pages */
  total: number;
  /** This page */
  page: number;
  /** Records in this page */
  page_size: number;
  items: PriceRecord[];
  /** Days of the asked range, on all pages, whose auction was published without prices: none are to be expected unless it is corrected */
  days_without_result: string[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type HourlyAccuracy = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  /** Root of the mean squared error, EUR/MWh, 2 decimals */
  rmse: number;
  /** Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away from zero; null when there is none */
  mape: number | null;
  /** Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero */
  mape_n_observations: number;
  /** Delivery hours counted */
  n_observations: number;
};

export type Accuracy = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Model version that made most of the forecasts counted */
  model_version: string;
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  /** Root of the mean squared error, EUR/MWh, 2 decimals */
  rmse: number;
  /** Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away from zero; null when there is none */
  mape: number | null;
  /** Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero */
  mape_n_observations: number;
  /** By local hour, each that has an observation; absent when hour was given */
  hourly_breakdown?: HourlyAccuracy[];
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ModelVersionPerformance = {
  /** Model version that produced the forecast */
  model_version: string;
  /** When the version became active */
  active_from: string;
  active_to: string | null;
  /** Delivery hours counted */
  n_observations: number;
  /** Mean absolute error, EUR/MWh, 2 decimals */
  mae: number;
  /** Root of the mean squared error, EUR/MWh, 2 decimals */
  rmse: number;
  /** Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away from zero; null when there is none */
  mape: number | null;
  /** Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero */
  mape_n_observations: number;
};

export type ModelPerformance = {
  market: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3";
  /** First delivery day */
  date_from: string;
  /** Last delivery day */
  date_to: string;
  /** Versions with a scored forecast in the range, by active_from, oldest first */
  versions: ModelVersionPerformance[];
  /** Which run of each day the figures are of, as it was asked for */
  cutoff: string;
  day_counts: DayCounts;
  /** True while the past that the figures rest on is still being made, so that they will change */
  provisional: boolean;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type HomeTariff = {
  /** As it was asked for */
  tariff: "indexed" | "pvpc";
  unit: "EUR/kWh";
  /** From the period that runs now on, without a gap */
  periods: {
    /** Start of the period */
    start: string;
    /** End of the period */
    end: string;
    /** Price of the bill, EUR/kWh, 5 decimals */
    price: number;
    p10: number | null;
    p90: number | null;
    /** True while the auction has not cleared */
    forecast: boolean;
  }[];
  /** What the share of futures in the PVPC was priced at; null for `indexed` */
  futures: {
    /** Price of the basket that was used, EUR/MWh */
    price: number;
    /** Where it comes from; the mean is of the day-ahead prices */
    source: "request" | "mean_of_past_year";
  } | null;
  /**
   * Mean absolute error of the formula of the PVPC against the published one, with cleared prices and the documented values, on three days of 2025, EUR/kWh
   * before taxes; it is not in the bounds. Null for `indexed`
   */
  published_error: number | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type EvccRate = {
  /** Start of the period */
  start: string;
  /** End of the period */
  end: string;
  /** Price with surcharge and tax, EUR/kWh, 5 decimals */
  value: number;
};

/** From the period that runs now on, without a gap */
export type EvccTariff = EvccRate[];

export type HomeAssistantTariff = {
  /** Price of the period that runs now, EUR/kWh, 5 decimals */
  current: number;
  unit: "EUR/kWh";
  /** Lowest price of the coming 24 hours, EUR/kWh, 5 decimals */
  lowest: number;
  /** Highest price of the coming 24 hours, EUR/kWh, 5 decimals */
  highest: number;
  /** When the next period begins */
  next_start: string;
  /** From the period that runs now on, without a gap */
  prices: {
    /** Start of the period */
    start: string;
    /** End of the period */
    end: string;
    /** Price with surcharge and tax, EUR/kWh, 5 decimals */
    price: number;
    /** True while the auction has not cleared */
    forecast: boolean;
  }[];
  /** Only with `form=compact` */
  compact?: {
    /** Start of the first period */
    start: string;
    /** Length of each period */
    step_minutes: number;
    values: number[];
    forecast_from: string | null;
  };
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** The attribute `prices` as Predbat reads it */
export type PredbatTariff = {
  /** Price of the period that runs now, EUR/kWh, 5 decimals */
  current: number;
  prices: {
    /** Start of the period */
    from: string;
    /** End of the period */
    till: string;
    /** The same as `from` */
    start: string;
    /** The same as `till` */
    end: string;
    /** Price with surcharge and tax, EUR/kWh, 5 decimals */
    value: number;
  }[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

/** Runtime parameters as EMHASS takes them in the body of an optimisation */
export type EmhassTariff = {
  load_cost_forecast: number[];
  prod_price_forecast: number[];
  /** The first value is the price of the step that runs now; EMHASS has to round its start down */
  method_ts_round: "first";
  /** Length of both lists, in steps */
  prediction_horizon: number;
  /** As it was sent */
  soc_init?: number;
  /** How full the battery is best at the end of the lists, 0 to 1; only with `soc_init` */
  soc_final?: number;
};

/** The part of a request to the optimiser of evcc that comes from prices */
export type EvccOptimizerInput = {
  time_series: {
    dt: number[];
    p_N: number[];
    p_E: number[];
  };
  /** One, for each of yours */
  batteries: {
    /** What is left at the end is worth, at least 0, EUR/Wh, 8 decimals */
    p_a: number;
  }[];
  /** As `battery_efficiency` was sent */
  eta_c: number;
  /** The same */
  eta_d: number;
};

export type UploadedProfile = {
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** When it was uploaded */
  uploaded_at: string;
};

/** The day of a plant with its floor and without */
export type Curtailment = {
  /** The floor of the site; 0 where it has none, EUR/MWh, 2 decimals */
  offer_floor: number;
  with_floor: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
  };
  without_floor: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
  };
  /** What is not produced with the floor, on average over the scenarios, MWh, 3 decimals, of small values 6 significant digits */
  curtailed_mwh: number;
  /** Hours of production that this is, on average over the scenarios, 3 decimals, of small values 6 significant digits */
  curtailed_hours: number;
};

export type SiteHour = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Point estimate, EUR/MWh, 2 decimals */
  price: number;
  /** 10th percentile of the price, EUR/MWh, 2 decimals */
  price_p10: number;
  /** 90th percentile of the price, EUR/MWh, 2 decimals */
  price_p90: number;
  beyond_cleared?: BeyondCleared;
  /** Feed-in; negative is drawn; of a plant with a floor on average over the scenarios, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** What a plant could generate beside that and holds back, MW, 3 decimals, of small values 6 significant digits */
  curtailed_mw: number;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
  settled_eur: number | null;
};

/** EUR; cost is negative */
export type SiteValuation = {
  /** Identifier of the site */
  site_id: string;
  /** Kind of site */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Delivery day */
  date: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /**
   * What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its place,
   * its capacity all day, or a plan; of a hybrid what its plant's power rests on
   */
  volume_source: "uploaded_profile" | "profile" | "national_forecast" | "solar_geometry" | "flat" | "plan";
  /** The uploaded profile of the day that the power, or the energy of a load, rests on; null: none */
  uploaded_profile: UploadedProfile | null;
  curtail: boolean;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  offer_floor: number | null;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the forecast was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** Scenarios of the day: as many paths of `/forecasts/scenarios`, the same */
  scenarios: number;
  /** How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known */
  scenario_source: "past_forecasts" | "assumed";
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  total: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
    settled_eur: number | null;
    /** Feed-in less what is drawn, MWh, 3 decimals, of small values 6 significant digits */
    energy_mwh: number;
    /** What a plant could generate beside that and holds back, MWh, 3 decimals, of small values 6 significant digits */
    curtailed_mwh: number;
  };
  /** Null for what generates nothing */
  curtailment: Curtailment | null;
  hours: SiteHour[];
};

/** What the battery was planned with */
export type PlannedBattery = {
  /** Stored at the start of the day, MWh, 3 decimals, of small values 6 significant digits */
  start_mwh: number;
  /** The same in percent */
  start_soc: number;
  /** Least charge at the end of the day, percent */
  end_soc: number;
  /** Most fillings taken out in the day */
  max_cycles: number;
  /** What each MWh that it gives costs, EUR/MWh, 2 decimals */
  wear_cost: number;
  /** Which of these nobody said, so that they are as usual */
  defaults: ("start_soc" | "max_cycles" | "wear_cost")[];
};

export type PlannedPeriod = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Point estimate, EUR/MWh, 2 decimals */
  price: number;
  /** 10th percentile of the price, EUR/MWh, 2 decimals */
  price_p10: number;
  /** 90th percentile of the price, EUR/MWh, 2 decimals */
  price_p90: number;
  beyond_cleared?: BeyondCleared;
  /** Feed-in; negative is drawn, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** Charging, measured at the connection, MW, 3 decimals, of small values 6 significant digits */
  charge_mw: number;
  /** Discharging, measured at the connection, MW, 3 decimals, of small values 6 significant digits */
  discharge_mw: number;
  /** Stored at the end of the period, MWh, 3 decimals, of small values 6 significant digits */
  stored_mwh: number;
  /** Charge at the end of the period, percent; 0 for a load */
  soc: number;
  /** Taken by the load, MW, 3 decimals, of small values 6 significant digits */
  load_mw: number;
  /** What the plant could generate, MW, 3 decimals, of small values 6 significant digits */
  generation_mw: number;
  /** What of that is held back, MW, 3 decimals, of small values 6 significant digits */
  curtailed_mw: number;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
  cleared_price: number | null;
  settled_eur: number | null;
};

/** EUR; cost is negative */
export type SiteSchedule = {
  /** Identifier of the site */
  site_id: string;
  /** Kind of site */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Delivery day */
  date: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  plan: "expected" | "robust";
  /** What another plan may earn beyond this one at most, where the search ended before that was settled; 0: this is the best plan, EUR, 2 decimals */
  optimality_gap_eur: number;
  /** Unit of every price */
  unit: "EUR/MWh";
  curtail: boolean;
  offer_floor: number | null;
  /** Null for a load */
  battery: PlannedBattery | null;
  /**
   * What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its place,
   * its capacity all day, or a plan; of a hybrid what its plant's power rests on
   */
  volume_source: "uploaded_profile" | "profile" | "national_forecast" | "solar_geometry" | "flat" | "plan";
  /** The uploaded profile of the day that the power, or the energy of a load, rests on; null: none */
  uploaded_profile: UploadedProfile | null;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the forecast was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** Scenarios of the day: as many paths of `/forecasts/scenarios`, the same */
  scenarios: number;
  /** How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known */
  scenario_source: "past_forecasts" | "assumed";
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  total: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
    /** Mean over the scenarios if nothing is moved, EUR, 2 decimals */
    unplanned_eur: number;
    /** Drawn to charge, MWh, 3 decimals, of small values 6 significant digits */
    charged_mwh: number;
    /** Given by discharging, MWh, 3 decimals, of small values 6 significant digits */
    discharged_mwh: number;
    /** Fillings taken out of the battery; 0 for a load */
    cycles: number;
    /** What the use of the battery costs; the other money is without it, EUR, 2 decimals */
    wear_eur: number;
    /** What the plant of a hybrid could generate and holds back, MWh, 3 decimals, of small values 6 significant digits */
    curtailed_mwh: number;
  };
  /** Null for what generates nothing */
  curtailment: Curtailment | null;
  /** At the prices that cleared; null until they have */
  outcome: {
    /** What the plan earned, EUR, 2 decimals */
    earned_eur: number;
    /** What the best plan would have, EUR, 2 decimals */
    perfect_foresight_eur: number;
  } | null;
  periods: PlannedPeriod[];
};

export type KindSummary = {
  /** Kind of site */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  sites: number;
  /** Power together, MW, 3 decimals, of small values 6 significant digits */
  capacity_mw: number;
  /** Energy together, MWh, 3 decimals, of small values 6 significant digits */
  energy_mwh: number;
  /** Null where none could be valued */
  value: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
  } | null;
};

export type PortfolioSummary = {
  /** Delivery day that is valued */
  date: string;
  /** Sites of the tenant */
  sites: number;
  /** The kinds that the tenant has */
  kinds: KindSummary[];
  /** Each site that could be valued by itself, as its own valuation says */
  site_values: {
    /** Identifier of the site */
    site_id: string;
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
    /**
     * What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its
     * place, its capacity all day, or a plan; of a hybrid what its plant's power rests on
     */
    volume_source: "uploaded_profile" | "profile" | "national_forecast" | "solar_geometry" | "flat" | "plan";
  }[];
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Of all sites together: the range is that of the sum, narrower than the sum of their ranges. Null without a forecast or a site */
  value: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
  } | null;
  /** Null: no forecast covers the day yet */
  outlook: {
    /** Identifier of the forecast run */
    forecast_id: string;
    /** When the forecast was issued */
    issued_at: string;
    /** Model version that produced the forecast */
    model_version: string;
    /** Why the run is weaker than usual, such as a late input; empty when it is not */
    degraded: string[];
    /** The reasons of `degraded` as data, one for each day that a reason concerns */
    degraded_reasons: DegradedReason[];
    /**
     * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked
     * against. It never changes. Null with less than 28 days of prices, and for runs of before this was kept
     */
    cleared_extremes: {
      /** First period whose price is stored */
      since: string;
      lowest: PriceExtreme;
      highest: PriceExtreme;
    } | null;
    /** Scenarios of the day: as many paths of `/forecasts/scenarios`, the same */
    scenarios: number;
    /** How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known */
    scenario_source: "past_forecasts" | "assumed";
    /** True when the data come from the built-in market simulator instead of the real market */
    simulated: boolean;
  } | null;
  /**
   * Sites that are not part of the value, and why: the plan is still to be made (`pending`), no plan keeps to all limits (`infeasible`), or what the site
   * generates is not known (`no_volume`)
   */
  unvalued: {
    /** Identifier of the site */
    site_id: string;
    code: "pending" | "infeasible" | "no_volume";
    reason: string;
  }[];
};

export type WaitingWorth = {
  /** Mean over the past days, EUR, 2 decimals */
  expected_eur: number;
  /** Standard error of that mean, as if the days were independent, EUR, 2 decimals */
  error_eur: number;
  /** Median, EUR, 2 decimals */
  median_eur: number;
  /** 10th percentile: a tenth of the days brought less, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
  /** The worst of the past days, EUR, 2 decimals */
  lowest_eur: number;
  /** Share of the past days on which it brought money, 0 to 1, 4 decimals */
  probability_gain: number;
  /** What the whole position does not lose more than, with `confidence`, EUR, 2 decimals */
  loss_eur: number;
};

export type WaitingSize = {
  /** Of the position that may wait, 0 to 1, 4 decimals */
  share: number;
  /** Its highest power, MW, 3 decimals, of small values 6 significant digits */
  peak_mw: number;
  /** Its energy, bought and sold counted together, MWh, 3 decimals, of small values 6 significant digits */
  energy_mwh: number;
  /** What it does not lose more than, with `confidence`, EUR, 2 decimals */
  loss_eur: number;
};

export type WaitingPoint = {
  /** Start of the delivery period */
  time: string;
  /** Position, feed-in positive, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** Mean of the spread, the price minus the day-ahead price, EUR/MWh, 2 decimals */
  spread_mean: number;
  /** Median of the spread, EUR/MWh, 2 decimals */
  spread: number;
  /** 10th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p10: number;
  /** 90th percentile of the spread, EUR/MWh, 2 decimals */
  spread_p90: number;
  /** Probability that the intraday price is higher, 0 to 1, 4 decimals */
  probability_positive: number;
  /** Mean of what waiting brings in the period, EUR, 2 decimals */
  expected_eur: number;
};

export type AuctionWaiting = {
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Market and product */
  market_product_id: string;
  /** When the auction closes */
  gate_closes_at: string;
  /** Past days whose spreads were counted */
  spread_days: number;
  spreads_from: string | null;
  spreads_to: string | null;
  /** Energy of the position in the periods of the auction, bought and sold counted together, MWh, 3 decimals, of small values 6 significant digits */
  energy_mwh: number;
  /** What waiting for this auction with the whole position brings against the day-ahead price, losses negative; null with fewer than 28 past days */
  worth: WaitingWorth | null;
  /** The largest part that keeps to `max_loss`; null without it or without a worth */
  size: WaitingSize | null;
  points: WaitingPoint[];
};

export type SiteWaiting = {
  /** Identifier of the site */
  site_id: string;
  /** Kind of site */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Delivery day */
  date: string;
  /** Unit of every price */
  unit: "EUR/MWh";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /**
   * What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its place,
   * its capacity all day, or a plan; of a hybrid what its plant's power rests on
   */
  volume_source: "uploaded_profile" | "profile" | "national_forecast" | "solar_geometry" | "flat" | "plan";
  /** What became known later is not in it: the day-ahead gate, or now where that is still to come */
  known_until: string;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the forecast was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** Scenarios of the day: as many paths of `/forecasts/scenarios`, the same */
  scenarios: number;
  /** How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known */
  scenario_source: "past_forecasts" | "assumed";
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  max_loss: number | null;
  /** As asked, 0 to 1, 4 decimals */
  confidence: number;
  auctions: AuctionWaiting[];
};

export type OfferStep = {
  /** From which it is sold, or up to which it is bought, EUR/MWh, 2 decimals */
  price: number;
  /** How much more that is, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** Share of the scenarios in which the auction takes it, percent */
  probability: number;
};

export type OfferCheck = {
  /** What it is */
  code: "gate_closed" | "wrong_resolution" | "price_beyond_limits" | "price_off_grid" | "quantity_off_grid" | "too_many_steps" | "prices_out_of_order" | "beyond_connection" | "too_small" | "nothing_offered" | "often_broken" | "degraded_forecast" | "simulated";
  /** An error: the market refuses the offer; a warning: its owner should know */
  severity: "error" | "warning";
  /** Period of OMIE; null: of the whole offer */
  period: number | null;
  /** What it is, and what to do */
  message: string;
};

export type OfferPeriod = {
  /** Number of the period as OMIE counts, from 1 */
  period: number;
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Null: nothing is offered */
  side: "sale" | "purchase" | null;
  /** Power of all steps, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** Prices rise for a sale and fall for a purchase */
  steps: OfferStep[];
  /** Taken and kept, feed-in positive: mean over the scenarios, MW, 3 decimals, of small values 6 significant digits */
  expected_mw: number;
  /** 10th percentile, MW, 3 decimals, of small values 6 significant digits */
  p10_mw: number;
  /** 90th percentile, MW, 3 decimals, of small values 6 significant digits */
  p90_mw: number;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
};

/** What the auction takes */
export type OfferRules = {
  /** When the gate closes */
  gate_closes_at: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Price-volume pairs of a period */
  most_steps: number;
  /** Lowest price of an offer, EUR/MWh, 2 decimals */
  lowest_price: number;
  /** Highest price of an offer, EUR/MWh, 2 decimals */
  highest_price: number;
  /** Grid of prices, EUR/MWh */
  price_tick: number;
  /** Grid of power and the least of it, MW */
  power_tick: number;
};

/** EUR; cost is negative */
export type SiteOffer = {
  /** Identifier of the site */
  site_id: string;
  /** Kind of site */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Delivery day */
  date: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Unit of every price */
  unit: "EUR/MWh";
  plan: "expected" | "robust";
  limits: "cost" | "none";
  /** Not offered because of bilateral contracts, MW, 3 decimals, of small values 6 significant digits */
  contract_mw: number;
  rules: OfferRules;
  /**
   * What the power rests on: what was uploaded of the day, the site's profile, its share of the country's forecast wind or solar power, the sun over its place,
   * its capacity all day, or a plan; of a hybrid what its plant's power rests on
   */
  volume_source: "uploaded_profile" | "profile" | "national_forecast" | "solar_geometry" | "flat" | "plan";
  /** The uploaded profile of the day that the power, or the energy of a load, rests on; null: none */
  uploaded_profile: UploadedProfile | null;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the forecast was issued */
  issued_at: string;
  /** Model version that produced the forecast */
  model_version: string;
  /** Why the run is weaker than usual, such as a late input; empty when it is not */
  degraded: string[];
  /** The reasons of `degraded` as data, one for each day that a reason concerns */
  degraded_reasons: DegradedReason[];
  /**
   * The lowest and the highest price that had ever cleared in the auction when the run was issued, in its own periods: what `beyond_cleared` is marked against.
   * It never changes. Null with less than 28 days of prices, and for runs of before this was kept
   */
  cleared_extremes: {
    /** First period whose price is stored */
    since: string;
    lowest: PriceExtreme;
    highest: PriceExtreme;
  } | null;
  /** Scenarios of the day: as many paths of `/forecasts/scenarios`, the same */
  scenarios: number;
  /** How hours deviate together: as the errors of past forecasts did, or by assumption where fewer than 20 are known */
  scenario_source: "past_forecasts" | "assumed";
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  total: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
    /** Taken and kept, feed-in less what is drawn: mean over the scenarios, MWh, 3 decimals, of small values 6 significant digits */
    expected_mwh: number;
    /** 10th percentile, MWh, 3 decimals, of small values 6 significant digits */
    p10_mwh: number;
    /** 90th percentile, MWh, 3 decimals, of small values 6 significant digits */
    p90_mwh: number;
    /** The same power offered at any price */
    at_any_price: {
      /** Mean over the scenarios, EUR, 2 decimals */
      expected_eur: number;
      /** 10th percentile, EUR, 2 decimals */
      p10_eur: number;
      /** 90th percentile, EUR, 2 decimals */
      p90_eur: number;
    };
    /** Energy of all sales, MWh, 3 decimals, of small values 6 significant digits */
    sale_mwh: number;
    /** Energy of all purchases, MWh, 3 decimals, of small values 6 significant digits */
    purchase_mwh: number;
    /**
     * Taken by the auction though the battery has no energy or no room for it, on average, MWh; traded back at the same price, 3 decimals, of small values 6
     * significant digits
     */
    broken_mwh: number;
    /** Stored at the end of the day, on average, MWh; 0 without a battery, 3 decimals, of small values 6 significant digits */
    end_mwh: number;
    /** What is stored at the end beyond the end at any price, at what it costs to buy again, on average and no part of the other money, EUR, 2 decimals */
    left_eur: number;
    /** What each MWh that the battery gives costs, EUR, 2 decimals */
    wear_cost: number;
  };
  /** What the market refuses, and what to know */
  checks: OfferCheck[];
  /** Whether no check is an error */
  is_valid: boolean;
  periods: OfferPeriod[];
};

export type CurvePeriod = {
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Minute of the hour in which the period starts */
  minute: number;
  /** Sold in the auction, MW, 1 decimal */
  cleared_mw: number;
  /** Price at which 2,000 MW less had cleared, EUR/MWh, 2 decimals */
  less_2000: number;
  /** Price at which 1,000 MW less had cleared, EUR/MWh, 2 decimals */
  less_1000: number;
  /** Price at which 500 MW less had cleared, EUR/MWh, 2 decimals */
  less_500: number;
  /** Price at which 500 MW more had cleared, EUR/MWh, 2 decimals */
  more_500: number;
  /** Price at which 1,000 MW more had cleared, EUR/MWh, 2 decimals */
  more_1000: number;
  /** Price at which 2,000 MW more had cleared, EUR/MWh, 2 decimals */
  more_2000: number;
};

export type Curves = {
  /** Delivery day */
  date: string;
  /** Null where nothing is known of the day */
  resolution: "PT1H" | "PT15M" | null;
  known_since: string | null;
  /** In order of time; empty where nothing is known of the day */
  items: CurvePeriod[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type Tenant = {
  /** Identifier of the tenant */
  id: string;
  /** Name of the tenant */
  name: string;
  /** False once the tenant is deactivated */
  active: boolean;
  /** Subscribed market products */
  products: string[];
  /** Limit of each credential; null: 60 */
  requests_per_minute: number | null;
  /** When the tenant was created */
  created_at: string;
  deactivated_at: string | null;
};

export type TenantPage = {
  items: Tenant[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type PlatformUser = {
  /** Identifier of the user */
  id: string;
  /** Identifier of the tenant */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
  /** E-mail address, lower case */
  email: string;
  /** Name of the person */
  full_name: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Whether /admin is open */
  is_superadmin: boolean;
  /** False once the user is deactivated */
  active: boolean;
  /** When the user was created */
  created_at: string;
  last_seen_at: string | null;
};

export type PlatformUserPage = {
  items: PlatformUser[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type Subscription = {
  /** Identifier of the tenant */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
  products: string[];
};

export type SubscriptionPage = {
  items: Subscription[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type KeyLimit = {
  /** Identifier of the key */
  id: string;
  /** Identifier of the tenant */
  tenant_id: string;
  /** What the key is for */
  label: string;
  /** Beginning of the key */
  prefix: string;
  /** Null: the tenant's limit */
  requests_per_minute: number | null;
};

export type TenantLimit = {
  /** Identifier of the tenant */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
  /** Limit of each credential; null: 60 */
  requests_per_minute: number | null;
  /** Keys with a limit of their own */
  api_keys: KeyLimit[];
};

export type TenantLimitPage = {
  items: TenantLimit[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type PlatformStats = {
  /** Tenants */
  tenants: number;
  /** Tenants that are not deactivated */
  active_tenants: number;
  /** Users */
  users: number;
  /** Users that are not deactivated */
  active_users: number;
  /** Keys that are neither revoked nor expired */
  live_api_keys: number;
  /** Sessions that are neither ended nor expired */
  live_sessions: number;
  /** Authenticated requests since midnight UTC */
  requests_today: number;
  /** Mails that wait to be sent */
  waiting_mails: number;
  /** Published forecast runs */
  forecast_runs: number;
  /** Size of the database */
  database_bytes: number;
  /** Whether `first-run.json` with the secrets of the first accounts still lies in DATA_DIR */
  first_run_file: boolean;
};

export type AuditEntry = {
  /** Identifier of the entry */
  id: string;
  /** When it happened */
  at: string;
  actor: {
    /** A user or key of the tenant, the platform's operator, or the service itself */
    kind: "user" | "api_key" | "operator" | "system";
    /** Identifier of the user or key */
    id: string | null;
    /** E-mail address of the user or label of the key; null outside the tenant */
    name: string | null;
  };
  /** `noun.verb` */
  action: string;
  target: {
    /** Kind of record */
    type: string;
    /** Identifier of the record */
    id: string;
  } | null;
  /** What changed; differs by action */
  details: Record<string, unknown>;
  /** Network address that it was done from; null: unknown */
  address: string | null;
};

export type PlatformAuditEntry = {
  /** Identifier of the entry */
  id: string;
  /** When it happened */
  at: string;
  actor: {
    /** A user or key of the tenant, the platform's operator, or the service itself */
    kind: "user" | "api_key" | "operator" | "system";
    /** Identifier of the user or key */
    id: string | null;
    /** E-mail address of the user or label of the key; null outside the tenant */
    name: string | null;
  };
  /** `noun.verb` */
  action: string;
  target: {
    /** Kind of record */
    type: string;
    /** Identifier of the record */
    id: string;
  } | null;
  /** What changed; differs by action */
  details: Record<string, unknown>;
  /** Network address that it was done from; null: unknown */
  address: string | null;
  tenant_id: string | null;
};

export type PlatformAuditPage = {
  items: PlatformAuditEntry[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type AuditPage = {
  items: AuditEntry[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type TenantUsage = {
  /** First day of the period, in UTC */
  date: string;
  /** The tenant */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
  /** Requests answered, refusals included */
  requests: number;
  /** Of them, without an API key */
  requests_of_sessions: number;
};

export type TenantUsagePage = {
  items: TenantUsage[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type Usage = {
  /** Day in UTC */
  date: string;
  api_key_id: string | null;
  /** Label of the key */
  label: string | null;
  /** Requests answered, refusals included */
  requests: number;
};

export type UsagePage = {
  items: Usage[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type ModelVersion = {
  /** Model version */
  model_version: string;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** champion: serves; challenger: forecasts the same runs unseen; retired: does neither any more */
  state: "challenger" | "champion" | "retired";
  /** Why it has its state */
  reason: string | null;
  /** Whether a person set its state */
  by_hand: boolean;
  /** When it was entered */
  created_at: string;
  active_from: string | null;
  active_to: string | null;
  /** SHA-256 of its recipe; null for versions that release 0.1.0 made, which stored none */
  recipe_hash: string | null;
  /** Version of the forecasting library that it computes with; null for versions that release 0.1.0 made */
  library: string | null;
  /** Its recipe for a reader: a tree of lines of at most 100 columns; null where no recipe is known */
  recipe_tree: string | null;
  /** What it is made of: recipe, its hash, version of the library, settings, version of the program. It is fitted anew for every run, on the days before it */
  manifest: Record<string, unknown>;
  /** What its first fit learnt from; null for versions of before this was kept */
  training: {
    /** First delivery day of its first fit */
    from: string;
    /** Last one */
    to: string;
    /** Snapshot of the data: what was known at this instant */
    known_at: string;
  } | null;
  /** How it did on past days, each forecast from what was known before; null: not known yet */
  backtest: {
    /** First delivery day */
    from: string;
    /** Last one */
    to: string;
    /** Delivery days */
    days: number;
    /** Mean absolute error of the first day ahead, EUR/MWh, 2 decimals */
    mae: number;
    /** The same of the prices a week before, EUR/MWh, 2 decimals */
    naive_mae: number;
  } | null;
  /** A challenger beside the champion on the days that both ran; null: none yet */
  comparison: {
    /** Delivery days */
    days: number;
    /** Its mean absolute error, EUR/MWh, 2 decimals */
    mae: number;
    /** That of the champion on the same hours, EUR/MWh, 2 decimals */
    champion_mae: number;
    /** p of a sequential test of the weekly errors, 4 decimals: below 0.05 it takes over. Null before the first whole week */
    p_better: number | null;
  } | null;
};

export type ModelVersionPage = {
  items: ModelVersion[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type Incident = {
  /** Identifier of the incident */
  id: string;
  /** What is wrong, in a line */
  title: string;
  /** What it affects */
  components: ("api" | "forecast_da" | "forecast_ida1" | "forecast_ida2" | "forecast_ida3" | "forecast_pt" | "sources" | "webhooks" | "mail")[];
  /** That of the newest update */
  state: "investigating" | "identified" | "monitoring" | "resolved";
  /** When it was opened */
  started_at: string;
  resolved_at: string | null;
  /** The newest first; 100 at most */
  updates: {
    /** When it was written */
    at: string;
    /** `investigating`: the cause is looked for; `identified`: it is known; `monitoring`: a remedy is watched; `resolved`: it is over */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** What was known */
    text: string;
  }[];
};

export type IncidentPage = {
  items: Incident[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type JobQueue = {
  /** Name of the queue */
  name: string;
  /** Jobs that no worker has started yet */
  waiting: number;
  /** Jobs that failed and will be tried again */
  retrying: number;
  /** Jobs under way */
  active: number;
  /** Jobs that ended well and are still kept */
  completed: number;
  /** Jobs that were given up and are still kept */
  failed: number;
  oldest_waiting_at: string | null;
};

export type Job = {
  /** Identifier of the job */
  id: string;
  /** Name of the queue */
  queue: string;
  state: "waiting" | "retrying" | "active" | "completed" | "failed" | "cancelled";
  /** Parameters of the job */
  payload: Record<string, unknown>;
  /** How often it was begun */
  attempts: number;
  /** What the last attempt died of: one line, in which what can be a secret is hidden */
  error: string | null;
  /** When it was queued */
  created_at: string;
  finished_at: string | null;
};

export type JobPage = {
  items: Job[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
  /** Every queue with its counts */
  queues: JobQueue[];
};

export type RetriedJobs = {
  /** Jobs that are queued again */
  retried: number;
  /** Failed jobs whose work is queued already */
  skipped: number;
};

export type ReasonCode = {
  /** `other`: what has no code of its own, and what was kept before there were codes */
  code: "requests_paused" | "failed_before" | "asked_for_pause" | "answered_with_page" | "answered" | "no_answer_for" | "not_reached" | "answer_too_long" | "led_to_private_address" | "led_to_plain_address" | "check_private_network" | "without_token" | "unreached" | "answered_status" | "check_setting" | "check_setting_or_wait" | "may_block" | "may_block_or_wait" | "check_declaration" | "check_declaration_or_wait" | "address_changed" | "request_not_taken" | "of_answer" | "expected_json" | "expected_xml" | "expected_document" | "expected_zone" | "expected_zone_found_none" | "expected_unit" | "wrong_field" | "wrong_answer" | "refused_with" | "no_values" | "two_values" | "part_has_two_values" | "zone_has_two_values" | "none_of_zone" | "of_other_indicator" | "expected_places" | "part_in_other_unit" | "part_without_unit" | "values_for_times" | "unknown_steps" | "not_among_series" | "off_quarter_hour" | "other_licence" | "read_terms" | "values_in_other_unit" | "expected_one_series" | "no_such_series" | "odd_steps" | "unreadable_period" | "unreadable_position" | "unasked_unit" | "expected_gzip" | "expected_json_document" | "expected_list" | "expected_list_at" | "expected_cell_found_nothing" | "expected_cell" | "line" | "expected_name" | "expected_row" | "expected_day" | "expected_period" | "expected_first_period" | "expected_periods" | "expected_end" | "expected_nothing_after" | "cut_short" | "most_characters" | "most_lines" | "most_bytes" | "unreadable_file" | "broken_gzip" | "expected_nothing_more" | "expected_semicolons" | "expected_columns" | "expected_quarter_name" | "expected_hour" | "expected_country" | "expected_power_and_price" | "expected_side_and_state" | "expected_last_period" | "expected_offers" | "expected_title" | "expected_issue" | "expected_column_names" | "file_is_used" | "revision_is_used" | "file_without_prices" | "of_column" | "of_two_columns" | "of_columns" | "empty_file" | "prices_per_kwh" | "set_scale_or_accept" | "lacks_columns" | "lacks_rows" | "lacks_times_across" | "lacks_above" | "lacks_period_columns" | "expected_once" | "expected_closing_quote" | "expected_number" | "expected_number_with" | "set_thousands" | "set_decimal" | "set_thousands_or_decimal" | "expected_date" | "expected_time" | "expected_some_time" | "expected_time_once" | "expected_time_in_utc" | "expected_time_with_offset" | "expected_local_time" | "expected_interval_in_utc" | "expected_interval_with_offset" | "expected_local_interval" | "expected_interval_of_day" | "expected_interval_of_hour" | "expected_interval_of_period" | "expected_end_of_interval" | "expected_start_of_period" | "expected_end_of_period" | "expected_midnight" | "expected_first_time" | "expected_quarter" | "expected_period_of_day" | "expected_periods_of_day" | "expected_no_second_hour" | "time_left_out" | "period_twice" | "rows_differ" | "steps_of_hours" | "steps_of_half_hours" | "make_hours" | "hour_among_quarters" | "hours_or_quarters" | "both_steps" | "hours_after_quarters" | "leave_day_out" | "offsets_of_zone" | "set_zone_offset" | "set_stamp_end" | "set_stamp_if_start" | "set_stamp_if_end" | "leave_out_stamp" | "set_counts" | "set_clock_counts" | "set_quarter_hours" | "write_offsets" | "leave_out_skipped" | "found_zip" | "found_xls" | "found_pdf" | "found_gzip_twice" | "found_archive" | "found_web_page" | "found_xml" | "found_json" | "found_zero_bytes" | "found_other_bytes" | "save_sheet_or_unpack" | "save_sheet" | "get_table" | "unpack_once" | "unpack_or_gzip" | "download_or_save" | "save_as_csv" | "convert_to_csv" | "save_in_utf8" | "not_published_yet" | "published_early" | "higher_revisions" | "values_missing" | "values_and_hours_missing" | "is_missing" | "few_periods" | "unexpected_series" | "other_unit" | "occurs_twice" | "out_of_order" | "outside_at" | "not_finite_at" | "outside" | "not_finite" | "same_in_all" | "few_prices" | "repeats_day" | "zero_at_clock_change" | "differs_from_omie" | "odd_mean" | "like_per_kwh" | "most_outside" | "most_not_finite" | "never_ended" | "endpoint_redirects" | "endpoint_answered" | "only_2xx" | "no_answer" | "connection_refused" | "connection_reset" | "endpoint_closed" | "connection_late" | "host_unknown" | "host_not_reached" | "headers_too_large" | "host_not_public" | "not_http" | "tls_refused" | "request_failed" | "request_failed_with" | "secret_unreadable" | "endpoint_gone" | "always_failed" | "disabled_by_admin" | "copy_of_installation" | "url_too_long" | "url_too_long_as_sent" | "url_not_absolute" | "url_not_https" | "url_with_user" | "url_with_fragment" | "port_not_allowed" | "address_not_public" | "name_not_public" | "resolves_to_private" | "no_plan_in_limits" | "other";
  /** What differs from one case to the next */
  parts: Record<string, string | number>;
};

export type HeldBack = {
  /** Identifier */
  id: string;
  /** A whole day of a source, or single values of a file */
  kind: "day" | "values";
  /** `replaced`: what came later has taken its place */
  state: "held" | "released" | "discarded" | "replaced";
  /** Name of the source, or of the feed that the file was loaded into */
  source: string;
  /** What the source publishes, or the series of the values */
  publication: string;
  /** Delivery day */
  day: string;
  /** What the check found */
  reason: string;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
  /** When it came */
  recorded_at: string;
  /** How many values */
  values: number;
  /** Unit of lowest and highest; null where no value is a number, or units differ */
  unit: string | null;
  /** Lowest of the values */
  lowest: number | null;
  /** Highest of the values */
  highest: number | null;
  decided_at: string | null;
  /** Why */
  decision_reason: string | null;
};

export type HeldBackPage = {
  items: HeldBack[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type HeldBackDetails = {
  /** Identifier */
  id: string;
  /** A whole day of a source, or single values of a file */
  kind: "day" | "values";
  /** `replaced`: what came later has taken its place */
  state: "held" | "released" | "discarded" | "replaced";
  /** Name of the source, or of the feed that the file was loaded into */
  source: string;
  /** What the source publishes, or the series of the values */
  publication: string;
  /** Delivery day */
  day: string;
  /** What the check found */
  reason: string;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
  /** When it came */
  recorded_at: string;
  /** How many values */
  values: number;
  /** Unit of lowest and highest; null where no value is a number, or units differ */
  unit: string | null;
  /** Lowest of the values */
  lowest: number | null;
  /** Highest of the values */
  highest: number | null;
  decided_at: string | null;
  /** Why */
  decision_reason: string | null;
  /** The values as they came */
  contents: {
    /** Series */
    series: string;
    /** Unit */
    unit: string;
    /** Length of the period */
    resolution: string;
    /** Start of the period */
    start: string;
    /** As it came; null: no finite number */
    value: number | null;
  }[];
};

export type ReleasedFromQuarantine = {
  /** Identifier */
  id: string;
  /** A whole day of a source, or single values of a file */
  kind: "day" | "values";
  /** `replaced`: what came later has taken its place */
  state: "held" | "released" | "discarded" | "replaced";
  /** Name of the source, or of the feed that the file was loaded into */
  source: string;
  /** What the source publishes, or the series of the values */
  publication: string;
  /** Delivery day */
  day: string;
  /** What the check found */
  reason: string;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
  /** When it came */
  recorded_at: string;
  /** How many values */
  values: number;
  /** Unit of lowest and highest; null where no value is a number, or units differ */
  unit: string | null;
  /** Lowest of the values */
  lowest: number | null;
  /** Highest of the values */
  highest: number | null;
  decided_at: string | null;
  /** Why */
  decision_reason: string | null;
  known_from: string | null;
};

export type PublicationStatus = {
  /** What the source publishes */
  name: string;
  /**
   * Of the newest day that should be there: `late` from half an hour behind its usual instant, `gap` after three days, `quarantined` when it came and failed a
   * check
   */
  state: "on_time" | "late" | "gap" | "quarantined";
  latest_day: string | null;
  expected_at: string | null;
  published_at: string | null;
  /** By how much it was late */
  lateness_s: number | null;
  next_expected_at: string | null;
  /**
   * By when three of four of its days came that the service saw coming within 30 days, by the clock of Madrid and the delivery day D; null where it saw fewer
   * than 14
   */
  usual_arrival: string | null;
  /** Days of the last 30 that are late */
  late: number;
  /** Days of the last 30 that never came */
  gaps: number;
  /** Days of the last 30 that failed a check and wait for a decision */
  held_back: number;
  /** Days of the last 30 that were published without prices: auctions without a result */
  without_result: number;
  /** Corrections of days of the last 30 */
  corrections: number;
  last_correction_at: string | null;
};

export type SourceStatus = {
  /** Name of the source */
  source: string;
  /** `failing` after three requests in a row that gave nothing, or one that was refused */
  state: "ok" | "late" | "failing";
  /** False when this service does not request it regularly */
  followed: boolean;
  /** Terms of its data and the name to give as the source; null where they are not known. They hold for what you pass on. */
  licence: string | null;
  /** True when it refused the last request: asking again as before does not help */
  refused: boolean;
  /** Requests in a row that gave nothing */
  failures_in_row: number;
  newest_day: string | null;
  newest_at: string | null;
  /** Days of the last 30 that are late */
  late: number;
  /** Days of the last 30 that never came */
  gaps: number;
  /** Days of the last 30 that failed a check and wait for a decision */
  held_back: number;
  /** Days of the last 30 that were published without prices */
  without_result: number;
  last_answer_at: string | null;
  last_failure_at: string | null;
  /** Why */
  last_failure: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  last_failure_codes: ReasonCode[];
  publications: PublicationStatus[];
};

export type DataIncident = {
  source: string;
  publication: string;
  /** Delivery day that is missing */
  day: string;
  kind: "late" | "gap" | "quarantined";
  /** Usual instant of publication */
  expected_at: string;
  /** What the source or the check said */
  reason: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
};

export type ImportedSeries = {
  /** Feed that the file was loaded into */
  source: string;
  series: string;
  /** Length of its periods */
  resolution: "PT15M" | "PT1H" | "P1D";
  /** Newest delivery day that has a value */
  newest_day: string;
};

export type SourceNotFollowed = {
  source: string;
  /** Its token is not set, or SOURCES leaves it out */
  reason: "no_token" | "not_in_sources";
};

export type DataStatus = {
  status: "ok" | "degraded";
  /** Instant of the service that the answer is of, to the minute */
  as_of: string;
  sources: SourceStatus[];
  /** Sources that are not asked */
  not_followed: SourceNotFollowed[];
  /** Series that came from files and that no source is followed for */
  imports: ImportedSeries[];
  /** What failed a check and waits for a decision, of any age */
  held_back: {
    /** Whole days of sources */
    days: number;
    /** Single values of files */
    values: number;
  };
  /** Days of the last 30 that are missing, the newest first */
  incidents: DataIncident[];
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type HeldBackData = {
  /** Identifier */
  id: string;
  /** A whole day of a source, or single values of a file */
  kind: "day" | "values";
  /** Name of the source, or of the feed that the file was loaded into */
  source: string;
  /** What the source publishes, or the series of the values */
  publication: string;
  /** Delivery day */
  day: string;
  /** What the check found */
  reason: string;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
  /** When it came */
  recorded_at: string;
  /** How many values */
  values: number;
  /** Unit of lowest and highest; null where no value is a number, or units differ */
  unit: string | null;
  /** Lowest of the values */
  lowest: number | null;
  /** Highest of the values */
  highest: number | null;
};

export type HeldBackDataPage = {
  items: HeldBackData[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type QuarantinedDay = {
  /** What the source publishes */
  publication: string;
  /** Delivery day */
  day: string;
  /** What the check found */
  reason: string;
  /** The sentence before it as codes with their parts; empty where that is null */
  reason_codes: ReasonCode[];
  /** When it came */
  recorded_at: string;
};

export type SourceOverview = {
  /** Name of the source */
  source: string;
  /** `failing` after three requests in a row that gave nothing or one that was refused, `idle` while it was never asked */
  state: "ok" | "late" | "failing" | "idle";
  /** True when the service requests it regularly */
  followed: boolean;
  /** False for want of a token */
  can_be_asked: boolean;
  /** What a backfill can load */
  publishes: string[];
  /** Requests in a row that gave nothing */
  failures_in_row: number;
  last_answer_at: string | null;
  last_failure_at: string | null;
  /** Why */
  last_failure: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  last_failure_codes: ReasonCode[];
  /** What is followed, with its lateness */
  publications: PublicationStatus[];
  /** Days of the last 30 that failed a check and were held back */
  quarantined_days: number;
  /** The newest of them, at most 20 */
  quarantined: QuarantinedDay[];
};

export type SourcePage = {
  items: SourceOverview[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type BackfillProgress = {
  /** What the source publishes */
  publication: string;
  /** Delivery days of the span */
  days: number;
  /** Those that were there before or have been asked for by now */
  settled: number;
  complete: number | null;
  quarantined: number | null;
  missing: number | null;
  /** The last reason for which it gave nothing */
  failure: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  failure_codes: ReasonCode[];
};

export type Backfill = {
  /** Identifier of the backfill */
  id: string;
  /** Name of the source */
  source: string;
  /** Null: all of the source */
  publication: string | null;
  /** First delivery day */
  from: string;
  /** Last delivery day */
  to: string;
  state: "waiting" | "running" | "done" | "failed";
  /** How often a worker began it: once more after each interruption */
  attempts: number;
  progress: BackfillProgress[];
  /** Why it failed */
  failure: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  failure_codes: ReasonCode[];
  /** When it was asked for */
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export type BackfillPage = {
  items: Backfill[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type Ticket = {
  /** Identifier of the ticket */
  id: string;
  /** What it is about */
  subject: string;
  /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
  state: "open" | "answered" | "closed";
  author_name: string | null;
  /** When it was opened */
  created_at: string;
  /** When it was last written to, answered or closed */
  updated_at: string;
  closed_at: string | null;
};

export type TicketMessage = {
  /** Identifier of the message */
  id: string;
  /** Who wrote it: the tenant or the platform */
  author: "customer" | "support";
  author_name: string | null;
  /** The message */
  text: string;
  /** When it was written */
  created_at: string;
};

export type TicketDetail = {
  /** Identifier of the ticket */
  id: string;
  /** What it is about */
  subject: string;
  /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
  state: "open" | "answered" | "closed";
  author_name: string | null;
  /** When it was opened */
  created_at: string;
  /** When it was last written to, answered or closed */
  updated_at: string;
  closed_at: string | null;
  /** The messages, oldest first; 100 at most */
  messages: TicketMessage[];
};

export type TicketPage = {
  items: Ticket[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type PlatformTicket = {
  /** Identifier of the ticket */
  id: string;
  /** What it is about */
  subject: string;
  /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
  state: "open" | "answered" | "closed";
  author_name: string | null;
  /** When it was opened */
  created_at: string;
  /** When it was last written to, answered or closed */
  updated_at: string;
  closed_at: string | null;
  /** Tenant that it belongs to */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
};

export type PlatformTicketDetail = {
  /** Identifier of the ticket */
  id: string;
  /** What it is about */
  subject: string;
  /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
  state: "open" | "answered" | "closed";
  author_name: string | null;
  /** When it was opened */
  created_at: string;
  /** When it was last written to, answered or closed */
  updated_at: string;
  closed_at: string | null;
  /** The messages, oldest first; 100 at most */
  messages: TicketMessage[];
  /** Tenant that it belongs to */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
};

export type PlatformTicketPage = {
  items: PlatformTicket[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type AlertRule = {
  /** Identifier of the rule */
  id: string;
  /** Name of the rule */
  name: string;
  kind: AlertKind;
  /** Market identifier */
  market_id: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** EUR/MWh, or hours */
  threshold: number;
  /** Percent that the probability reaches, for rules on a probability; null for others */
  probability: number | null;
  /** Hours of a day that the probability is of, together or apart; null for other rules */
  hours: number | null;
  /** First local hour that counts */
  from_hour: number;
  /** End of the hours that count, exclusive */
  to_hour: number;
  /** Delivery days of each run that count */
  days_ahead: number;
  /** How to notify */
  channels: ("in_app" | "email")[];
  /** False: the rule rests */
  enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  last_notified_at: string | null;
};

export type AlertRulePage = {
  items: AlertRule[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type AlertRulePreview = {
  /** Runs that were issued from here on are looked at */
  since: string;
  /** End of that time: now */
  until: string;
  /** Issued runs that the rule was checked with */
  runs: number;
  /** Delivery days whose auctions the rule was checked for: the first day of each run */
  days_looked_at: number;
  /** Those of them that had no issued run and were checked by back-tested ones */
  days_backtested: number;
  first_day: string | null;
  last_day: string | null;
  /**
   * What the condition needs that back-tested runs do not have, so that days without an issued run were not looked at: `quarter_hours`; `paths`, of which a
   * probability is made; `every_run`, for a change from one run to the next. Null where they can answer it
   */
  backtested_lack: "quarter_hours" | "paths" | "every_run" | null;
  /** How many notifications the rule would have made */
  notifications: number;
  /** Delivery days that it would have notified of, each with the run that did, in order of the runs */
  days: {
    /** Delivery day */
    date: string;
    /** Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in percent */
    figure: number;
    /** Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25 */
    hours: number;
    at: string | null;
    /** Whether the run was issued or back-tested */
    basis: "issued" | "backtested";
    /** Identifier of the forecast run; null where it is back-tested */
    forecast_id: string | null;
    /** When the run was issued, or would have been */
    issued_at: string;
  }[];
  /** The newest run, and the delivery days on which the condition holds in it; days that have cleared are left out. Null where there is no run */
  current: {
    /** Identifier of the forecast run */
    forecast_id: string;
    /** When the run was issued */
    issued_at: string;
    days: {
      /** Delivery day */
      date: string;
      /** Highest or lowest price, largest change or spread, EUR/MWh; the number of hours; a probability in percent */
      figure: number;
      /** Hours that meet the rule, or that the probability is of; a quarter hour counts 0.25 */
      hours: number;
      at: string | null;
    }[];
  } | null;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
};

export type ApiKey = {
  /** Identifier of the key */
  id: string;
  /** What the key is for */
  label: string;
  /** Beginning of the key, to recognise it by */
  prefix: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Null: every client right of the role */
  scopes: ("forecasts:read" | "market:read" | "metrics:read" | "portfolio:read" | "portfolio:write")[] | null;
  created_by: string | null;
  /** When it was created */
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  /** Requests a minute; null: the tenant's limit */
  rate_limit: number | null;
  replaced_by: string | null;
  /** Network addresses, and networks in CIDR, from which it may be used; null: from anywhere */
  allowed_addresses: string[] | null;
};

export type ApiKeyPage = {
  items: ApiKey[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type CreatedApiKey = {
  /** Identifier of the key */
  id: string;
  /** What the key is for */
  label: string;
  /** Beginning of the key, to recognise it by */
  prefix: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Null: every client right of the role */
  scopes: ("forecasts:read" | "market:read" | "metrics:read" | "portfolio:read" | "portfolio:write")[] | null;
  created_by: string | null;
  /** When it was created */
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  /** Requests a minute; null: the tenant's limit */
  rate_limit: number | null;
  replaced_by: string | null;
  /** Network addresses, and networks in CIDR, from which it may be used; null: from anywhere */
  allowed_addresses: string[] | null;
  /** The full key, in this answer and never again */
  key: string;
};

export type Session = {
  /** Identifier of the session */
  id: string;
  /** When it was started */
  created_at: string;
  /** Last use, to the minute */
  last_seen_at: string;
  /** When its token expires */
  expires_at: string;
  /** Network address that it was started from */
  address: string | null;
  /** What started it */
  user_agent: string | null;
  /** Whether it is the session of this request */
  current: boolean;
};

export type SessionPage = {
  items: Session[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type TotpOffer = {
  /** Secret in base 32, for typing in */
  secret: string;
  /** `otpauth://` address, for a QR code */
  uri: string;
};

export type TotpState = {
  /** Whether sign-in asks for a code */
  totp_enabled: boolean;
};

export type TotpConfirmed = {
  /** Whether sign-in asks for a code */
  totp_enabled: boolean;
  /** Codes that sign in once each in the place of a current code; shown in this answer and never again */
  recovery_codes: string[];
};

export type RecoveryCodes = {
  /** Codes that sign in once each in the place of a current code; shown in this answer and never again */
  recovery_codes: string[];
};

export type MailSent = {
  /** Seconds for which the mailed link is valid */
  expires_in: number;
};

export type TokenResponse = {
  /** Bearer token for the Authorization header */
  access_token: string;
  token_type: "bearer";
  /** Seconds until expiry */
  expires_in: number;
};

export type User = {
  /** Identifier of the user */
  id: string;
  /** E-mail address, lower case */
  email: string;
  /** Name of the person */
  full_name: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Language of mail and pages */
  locale: "en" | "es" | "pt";
  /** False once the user is deactivated */
  active: boolean;
  /** Whether sign-in asks for a second factor */
  totp_enabled: boolean;
  /** When the user was created */
  created_at: string;
  last_seen_at: string | null;
};

export type UserPage = {
  items: User[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type ChangedUser = {
  /** Identifier of the user */
  id: string;
  /** E-mail address, lower case */
  email: string;
  /** Name of the person */
  full_name: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Language of mail and pages */
  locale: "en" | "es" | "pt";
  /** False once the user is deactivated */
  active: boolean;
  /** Whether sign-in asks for a second factor */
  totp_enabled: boolean;
  /** When the user was created */
  created_at: string;
  last_seen_at: string | null;
  /** Keys that the user made and that worked before; `revoked_at` says whether they still do */
  api_keys: ApiKey[];
};

export type Me = {
  /** Identifier of the user */
  id: string;
  /** E-mail address, lower case */
  email: string;
  /** Name of the person */
  full_name: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Language of mail and pages */
  locale: "en" | "es" | "pt";
  /** Whether /admin is open */
  is_superadmin: boolean;
  tenant: {
    /** Identifier of the tenant */
    id: string;
    /** Name of the tenant */
    name: string;
  };
  /** Whether sign-in asks for a second factor */
  totp_enabled: boolean;
  /** Recovery codes of the second factor that were not used */
  recovery_codes_left: number;
  /** Whether nothing is open to this session before a second factor is set up */
  second_factor_needed: boolean;
  /** Notifications that the user has not read */
  unread_notifications: number;
  /** What the service's clock shows as it answers */
  now: string;
};

export type Invitation = {
  /** Identifier of the invitation */
  id: string;
  /** E-mail address, lower case */
  email: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Only a pending invitation can be accepted */
  state: "pending" | "accepted" | "revoked" | "expired";
  /** When it was sent */
  created_at: string;
  /** Until when it can be accepted */
  expires_at: string;
};

export type InvitationPage = {
  items: Invitation[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type InvitationLookup = {
  /** E-mail address, lower case */
  email: string;
  /** Name of the tenant */
  tenant_name: string;
  /** Each role may do what the ones before it may */
  role: "viewer" | "trader" | "manager" | "admin";
  /** Whether the organisation signs in by a provider of its own: then the invited person may, or has to, begin at `/auth/openid/start` */
  identity_provider: "none" | "optional" | "required";
};

export type Registration = {
  /** Identifier of the registration */
  registration_id: string;
  /** Seconds for which the mailed code is valid */
  expires_in: number;
};

export type CodeVerified = {
  /** The code is right; it is not used up yet */
  verified: true;
};

export type Settings = {
  /** Identifier of the tenant */
  id: string;
  /** Name of the tenant */
  name: string;
  /** Language of mail and pages */
  locale: "en" | "es" | "pt";
  /** Zone that times are shown in; delivery days stay those of the market */
  time_zone: string;
  /** Change of a forecast from which `forecast.changed` is sent, EUR/MWh */
  forecast_change_threshold: number;
  /** Whether users without a second factor may do no more than set one up; API keys work on */
  require_second_factor: boolean;
  /** Subscribed market products */
  products: string[];
  /** Requests a minute of each credential */
  requests_per_minute: number;
  /** When the tenant was created */
  created_at: string;
};

/** Who kept it */
export type PlanAuthor = {
  /** system: the service, at the gate */
  kind: "user" | "api_key" | "system";
  /** Of the user or the key */
  id: string | null;
};

/** At the prices that cleared */
export type PlanSettlement = {
  /** More than 1: the prices were corrected */
  revision: number;
  /** When it was settled */
  settled_at: string;
  /** Energy that it meant to trade, both directions added up, MWh, 3 decimals, of small values 6 significant digits */
  bid_mwh: number;
  /** Energy that it traded, MWh, 3 decimals, of small values 6 significant digits */
  traded_mwh: number;
  /** What it earned, less wear, EUR, 2 decimals */
  earned_eur: number;
  /** The most that any plan could have earned, EUR, 2 decimals */
  foresight_eur: number;
  /** That less what it earned, EUR, 2 decimals */
  missed_eur: number;
  last_day_eur: number | null;
  gained_eur: number | null;
};

export type KeptPlan = {
  /** Identifier of what was kept */
  id: string;
  /** Identifier of the site */
  site_id: string;
  /** Delivery day */
  date: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  kind: "plan" | "offer";
  /** Whether it was kept by itself, by what was known when the gate closed */
  automatic: boolean;
  /** When the gate of the auction closes */
  gate_closes_at: string;
  /** When it was kept; after the gate where a stop was made up for */
  frozen_at: string;
  author: PlanAuthor;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When that forecast was issued */
  issued_at: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
  /** The newest; null until all prices of the day are public */
  settlement: PlanSettlement | null;
};

export type KeptPlanPage = {
  items: KeptPlan[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type KeptPeriod = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Power of the plan, feed-in positive, MW, 3 decimals, of small values 6 significant digits */
  planned_mw: number;
  /** Of an offer */
  steps: {
    /** Price, EUR/MWh, 2 decimals */
    price: number;
    /** Power, MW, 3 decimals, of small values 6 significant digits */
    power_mw: number;
  }[];
  /** Of an offer */
  side: "sale" | "purchase" | null;
  /** Expected, EUR, 2 decimals */
  expected_eur: number;
  cleared_price: number | null;
  traded_mw: number | null;
  earned_eur: number | null;
};

export type KeptPlanDetail = {
  /** Identifier of what was kept */
  id: string;
  /** Identifier of the site */
  site_id: string;
  /** Delivery day */
  date: string;
  /** Market product */
  product: "da" | "ida1" | "ida2" | "ida3";
  kind: "plan" | "offer";
  /** Whether it was kept by itself, by what was known when the gate closed */
  automatic: boolean;
  /** When the gate of the auction closes */
  gate_closes_at: string;
  /** When it was kept; after the gate where a stop was made up for */
  frozen_at: string;
  author: PlanAuthor;
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When that forecast was issued */
  issued_at: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
  /** The newest; null until all prices of the day are public */
  settlement: PlanSettlement | null;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** The site as it was, how it was to be run, and the expected prices */
  inputs: Record<string, unknown>;
  /** All of them, the newest first */
  settlements: PlanSettlement[];
  periods: KeptPeriod[];
};

export type SettlementGroup = {
  /** Day, month or site */
  group: string;
  /** Settled plans */
  plans: number;
  /** What they were expected to earn, EUR, 2 decimals */
  expected_eur: number;
  /** Energy that it meant to trade, both directions added up, MWh, 3 decimals, of small values 6 significant digits */
  bid_mwh: number;
  /** Energy that it traded, MWh, 3 decimals, of small values 6 significant digits */
  traded_mwh: number;
  /** What it earned, less wear, EUR, 2 decimals */
  earned_eur: number;
  /** The most that any plan could have earned, EUR, 2 decimals */
  foresight_eur: number;
  /** That less what it earned, EUR, 2 decimals */
  missed_eur: number;
  last_day_eur: number | null;
  gained_eur: number | null;
};

/** EUR; cost is negative */
export type Settlements = {
  group_by: "day" | "month" | "site";
  items: SettlementGroup[];
};

export type PutProfileDay = {
  /** Delivery day */
  date: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Energy of the day, MWh, 3 decimals, of small values 6 significant digits */
  energy_mwh: number;
  /** Highest power, MW, 3 decimals, of small values 6 significant digits */
  highest_mw: number;
  /** Lowest power, MW, 3 decimals, of small values 6 significant digits */
  lowest_mw: number;
  /** Whether an earlier upload of the day gives way */
  replaces: boolean;
};

/** What was stored, or would be */
export type PutProfile = {
  /** Identifier of the site */
  site_id: string;
  /** False after a dry run */
  stored: boolean;
  days: PutProfileDay[];
};

export type ProfileDay = {
  /** Delivery day */
  date: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  /** Energy of the day, MWh, 3 decimals, of small values 6 significant digits */
  energy_mwh: number;
  /** Highest power, MW, 3 decimals, of small values 6 significant digits */
  highest_mw: number;
  /** Lowest power, MW, 3 decimals, of small values 6 significant digits */
  lowest_mw: number;
  /** When it was uploaded */
  uploaded_at: string;
  /** Power of each period, MW */
  mw: number[];
};

/** What was uploaded of the days of a site */
export type Profile = {
  /** Identifier of the site */
  site_id: string;
  days: ProfileDay[];
};

export type PutCharge = {
  /** Identifier of the site */
  site_id: string;
  /** Measurements of this upload */
  stored: number;
  /** The newest measurement of all; null: none is stored */
  latest: {
    /** When it was measured */
    at: string;
    /** Charge, percent */
    soc: number;
    /** When it was uploaded */
    uploaded_at: string;
  } | null;
};

export type MeasuredCharge = {
  /** When it was measured */
  at: string;
  /** Charge, percent */
  soc: number;
  /** When it was uploaded */
  uploaded_at: string;
};

/** What a battery really held */
export type SiteCharge = {
  /** Identifier of the site */
  site_id: string;
  /** The newest measurement of all; null: none is stored */
  latest: {
    /** When it was measured */
    at: string;
    /** Charge, percent */
    soc: number;
    /** When it was uploaded */
    uploaded_at: string;
  } | null;
  /** Of the days that were asked for, in order */
  measured: MeasuredCharge[];
};

export type ReplannedPeriod = {
  /** Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day */
  hour: number;
  /** Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day */
  start: string;
  /** Price that cleared, or point estimate, EUR/MWh, 2 decimals */
  price: number;
  /** Feed-in; negative is drawn, MW, 3 decimals, of small values 6 significant digits */
  power_mw: number;
  /** Charging, measured at the connection, MW, 3 decimals, of small values 6 significant digits */
  charge_mw: number;
  /** Discharging, measured at the connection, MW, 3 decimals, of small values 6 significant digits */
  discharge_mw: number;
  /** Stored at the end of the period, MWh, 3 decimals, of small values 6 significant digits */
  stored_mwh: number;
  /** Charge at the end of the period, percent */
  soc: number;
  /** Mean over the scenarios, EUR, 2 decimals */
  expected_eur: number;
  /** 10th percentile, EUR, 2 decimals */
  p10_eur: number;
  /** 90th percentile, EUR, 2 decimals */
  p90_eur: number;
};

/** Plan of the rest of a day */
export type Replan = {
  /** Identifier of the site */
  site_id: string;
  /** Delivery day */
  date: string;
  /** Length of the delivery periods */
  resolution: "PT1H" | "PT15M";
  plan: "expected" | "robust";
  /** `cleared`: the prices of the day are public, and the plan is by them */
  prices: "cleared" | "forecast";
  /** Identifier of the forecast run */
  forecast_id: string;
  /** When the forecast was issued */
  issued_at: string;
  /** True when the data come from the built-in market simulator instead of the real market */
  simulated: boolean;
  /** The last measurement, which the plan starts from */
  measured_at: string;
  /** Its charge, percent */
  soc: number;
  /** Fillings taken out so far, as measured */
  used_cycles: number;
  /** Fillings that the plan may take out */
  cycles_left: number;
  /** Least charge at the end of the day, percent */
  end_soc: number;
  total: {
    /** Mean over the scenarios, EUR, 2 decimals */
    expected_eur: number;
    /** 10th percentile, EUR, 2 decimals */
    p10_eur: number;
    /** 90th percentile, EUR, 2 decimals */
    p90_eur: number;
    /** Drawn to charge, MWh, 3 decimals, of small values 6 significant digits */
    charged_mwh: number;
    /** Given by discharging, MWh, 3 decimals, of small values 6 significant digits */
    discharged_mwh: number;
    /** What the use of the battery costs; the other money is without it, EUR, 2 decimals */
    wear_eur: number;
  };
  periods: ReplannedPeriod[];
};

export type Site = {
  /** Identifier of the site */
  id: string;
  /** Name for people */
  name: string;
  /** What the site is; `hybrid` is a plant with a battery behind one connection */
  kind: "solar" | "wind" | "battery" | "load" | "hybrid";
  /** Hybrid: what it generates with; null: solar */
  technology: "solar" | "wind" | null;
  /** Degrees north; a solar site needs its place */
  latitude: number | null;
  /** Degrees east */
  longitude: number | null;
  /** Power of the plant, the battery or the consumer, MW; of a hybrid that of its plant and of its connection */
  capacity_mw: number;
  storage_mw: number | null;
  /** Battery and hybrid: what the battery stores with, from which its wear cost follows where none is given; null: lithium_ion */
  storage_technology: "lithium_ion" | "lead_acid" | "flow" | "pumped_hydro" | null;
  energy_mwh: number | null;
  /** Battery and hybrid: share of the energy drawn that a whole cycle gives back */
  efficiency: number | null;
  /** Battery and hybrid: what the battery holds at the start of a day, percent of `energy_mwh`; null: 50 */
  start_soc: number | null;
  /** Battery and hybrid: what it holds at least at the end of a day, percent; null: as at the start */
  end_soc: number | null;
  /** Battery and hybrid: most energy taken out of the battery in a day, in fillings of it; null: 1.5; 100 never binds */
  max_cycles: number | null;
  /**
   * Battery and hybrid: what its use costs, EUR for each MWh that it gives at the connection; null: as usual for its `storage_technology` (lithium_ion 15,
   * lead_acid 60, flow 5, pumped_hydro 2); 0: nothing
   */
  wear_cost: number | null;
  /** Solar, wind and hybrid: the price below which the plant does not produce, EUR/MWh; null: it produces at any price */
  offer_floor: number | null;
  /** Share of `capacity_mw`, 0 to 1, that is generated or taken in each local hour 0 to 23; both hours 2 of the 25-hour day take the same */
  profile: number[] | null;
  /** What is kept by itself when the gate of the day-ahead auction closes, by the last run before it; null: nothing */
  keeps_at_gate: "plan" | "offer" | null;
  /** Anything worth remembering */
  notes: string | null;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

export type SitePage = {
  items: Site[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type PlaceList = {
  items: {
    /** Name of the municipality */
    name: string;
    /** Province; of Portugal the district */
    region: string;
    /** Country */
    country: "es" | "pt";
    /** Degrees north */
    latitude: number;
    /** Degrees east */
    longitude: number;
  }[];
};

export type Health = {
  /** `failed`, with status 503: a queue was not asked for jobs for a minute though the database answers; start the process again */
  status: "ok" | "failed";
  /** Version of the program */
  version: string;
  /** Seconds since the start */
  uptime_s: number;
  /** What the service's clock shows as it answers */
  now: string;
};

export type Readiness = {
  /** `stopping`: the service is shutting down and takes no new work; ask another one */
  status: "ready" | "not_ready" | "stopping";
  checks: {
    database: {
      /** `read_only`: it takes no writes, as on a standby or a full disk. Reads are answered, writes with 503 `read_only`, and the service stays ready */
      status: "ok" | "read_only" | "failed";
      /** Connections of this process that were given up in the last hour because nothing came back on them, 1,000 at most */
      lost_connections: number;
    };
    /** A replica that market data are read from, where there is one. Unless it is `ok` the primary database is read, and the service stays ready */
    replica?: {
      status: "ok" | "behind" | "away";
      /** Seconds; null while that is not known */
      lag_s: number | null;
    };
    /** Compared once a minute; `failed` from a minute on. Absent until it was compared */
    clock?: {
      status: "ok" | "failed";
      /** How far the process's machine is ahead of the database's clock, seconds; negative: behind */
      ahead_s: number;
    };
    queue: {
      status: "ok" | "failed";
      /** Queues that this process has not asked for jobs for a minute though the database answers */
      not_polled: string[];
    };
    forecasts: {
      /** Of the latest day-ahead run: `late` after 20 hours (the service still answers), `missing` before the first one */
      status: "ok" | "late" | "missing";
      issued_at: string | null;
      /** Seconds since then */
      age_s: number | null;
    };
    /** Every product that is auctioned; a late one does not make the service unready. Empty while the database does not answer */
    products: {
      product: "da" | "ida1" | "ida2" | "ida3" | "pt-da" | "pt-ida1" | "pt-ida2" | "pt-ida3";
      /** Of the latest scheduled run: `late` when it is not published 15 minutes after its time, `missing` while there is none at all */
      status: "ok" | "late" | "missing";
      issued_at: string | null;
      late_since: string | null;
      /** Seconds since then */
      late_s: number;
      /** Whether the latest run lacked some of its inputs */
      degraded: boolean;
    }[];
  };
  preparation: Preparation | null;
};

export type PersonCopy = {
  /** When the copy was made */
  made_at: string;
  person: {
    /** Identifier of the user */
    id: string;
    email: string;
    full_name: string;
  };
  /** What is stored about the person, by kind, the newest first; times are in UTC */
  records: Record<string, Record<string, unknown>[]>;
  /** Kinds with more records than the 10,000 that a copy has of each */
  cut_off: string[];
};

export type Erasure = {
  /** Rows that are gone, by kind */
  deleted: Record<string, number>;
  /** Rows that stay and name nobody any more, by kind */
  anonymised: Record<string, number>;
  /** What stays, and why */
  stays: {
    /** Kind of record */
    what: string;
    /** Why it stays */
    why: string;
  }[];
  /** Texts that people of the tenant wrote and that name the person still: change those that should not */
  mentions: {
    /** Kind of record and its field */
    where: string;
    /** Records */
    count: number;
  }[];
};

export type ClientToken = {
  /** Bearer token for the header Authorization */
  access_token: string;
  token_type: "Bearer";
  /** Seconds until it ends */
  expires_in: number;
  /** The scopes of the token, separated by blanks */
  scope: string;
};

export type OAuthError = {
  /** Machine-readable code */
  error: string;
  /** What is wrong and what to do; for 422 one entry for each faulty field */
  detail: string | FieldFault[];
  /** The HTTP status */
  status: number;
  /** Name it when you report a problem; also in the header X-Request-Id */
  request_id: string;
  /** What is wrong and what to do */
  error_description: string;
};

export type IdentityProvider = {
  /** Identifier of the provider */
  id: string;
  /** Issuer */
  issuer: string;
  /** Id of the client */
  client_id: string;
  /** Scopes that are asked for */
  scopes: string[];
  /** Claim that roles are read from at each sign-in, by its name or by a path with dots; null: roles are set here alone */
  role_claim: string | null;
  /** Role by value of the claim; of several values the highest role counts */
  roles: Record<string, "viewer" | "trader" | "manager" | "admin">;
  /**
   * Role where no value of the claim is mapped, and of new users without a claim; null: whom no value is mapped for is refused, and new users without a claim
   * are viewers
   */
  default_role: "viewer" | "trader" | "manager" | "admin" | null;
  /** Whether unknown people with an address of a confirmed domain become users when they sign in */
  creates_users: boolean;
  /** Whether members must sign in by the provider; the passwords of admins with a second factor count on */
  required: boolean;
  /** Whether a secret is kept; it is never shown */
  has_client_secret: boolean;
  /** Domains of e-mail addresses that the operator has confirmed as the tenant's */
  domains: string[];
  /** Page that begins a sign-in, for the organisation to give to its people */
  sign_in_url: string;
  /** Address to register at the provider */
  redirect_uri: string;
  proven_at: string | null;
  /** When it was first set */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
};

export type ProviderTest = {
  /** What keeps people from signing in; empty: nothing that can be seen */
  faults: {
    /** Field of the settings */
    field: string;
    /** What is wrong */
    detail: string;
  }[];
  /** Keys that the provider publishes for signatures */
  signing_keys: number;
  /** Whether the provider takes client id and secret; null: it does not say */
  client_accepted: boolean | null;
};

export type SignInStarted = {
  /** Page of the provider to open in the same browser within ten minutes */
  authorization_url: string;
};

export type CodeNeeded = {
  /** The tenant demands a second factor of its own: send its code to /auth/openid/code */
  second_factor_needed: true;
};

export type ProviderOfTenant = {
  /** Identifier of the tenant */
  tenant_id: string;
  /** Name of the tenant */
  tenant_name: string;
  /** Issuer */
  issuer: string;
  /** Domains of e-mail addresses that the operator has confirmed as the tenant's */
  domains: string[];
  /** Whether unknown people with an address of a confirmed domain become users when they sign in */
  creates_users: boolean;
  /** Whether members must sign in by the provider; the passwords of admins with a second factor count on */
  required: boolean;
  proven_at: string | null;
  /** When the tenant last changed it */
  updated_at: string;
};

export type ProviderOfTenantPage = {
  items: ProviderOfTenant[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type AlertChannel = {
  /** Identifier of the channel */
  id: string;
  /** Service that alerts are sent to; `push`: a device of the user, by Web Push */
  kind: "slack" | "teams" | "telegram" | "push";
  /** Name of the channel */
  name: string;
  /** `user`: for the alerts of the own rules; `tenant`: for those of all its users, kept by admins */
  owner: "user" | "tenant";
  /** Host of the address; the rest of it is not shown */
  host: string;
  /** Nothing is sent from this local time on; null: no quiet hours */
  quiet_from: string | null;
  /** Until this local time */
  quiet_to: string | null;
  /** All alerts of a day in one message at this local time; null: each as it comes */
  digest_at: string | null;
  /** Zone of these times */
  time_zone: string;
  /** False: nothing is sent, and new alerts do not wait */
  enabled: boolean;
  /** When it was created */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  last_success_at: string | null;
  last_failure_at: string | null;
  /** Why the last try failed, in the reader's language; null once one has succeeded */
  last_error: string | null;
};

export type AlertChannelPage = {
  items: AlertChannel[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type AlertChannelTest = {
  /** Whether the service took the message */
  delivered: boolean;
  /** Why not, and what to do; null where it did */
  detail: string | null;
};

export type PushKey = {
  /** `applicationServerKey` of a subscription, in base64url */
  public_key: string;
};

export type Webhook = {
  /** Identifier of the endpoint */
  id: string;
  name: string;
  /** Where deliveries are sent, in that form: host in lower case and ASCII, no default port */
  url: string;
  events: ("forecast.published" | "forecast.changed" | "prices.published" | "alert.fired")[];
  /** Markets whose events are sent */
  market_ids: string[];
  /** Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent; none: as without */
  quantiles: number[];
  /** Periods that points are sent for: hours, or quarter hours where the run or the prices have them */
  resolution: "PT1H" | "PT15M";
  state: "active" | "disabled";
  /** Why it is disabled; null while it is not */
  disabled_reason: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  disabled_reason_codes: ReasonCode[];
  /** When it was registered */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  last_success_at: string | null;
  last_failure_at: string | null;
};

export type CreatedWebhook = {
  /** Identifier of the endpoint */
  id: string;
  name: string;
  /** Where deliveries are sent, in that form: host in lower case and ASCII, no default port */
  url: string;
  events: ("forecast.published" | "forecast.changed" | "prices.published" | "alert.fired")[];
  /** Markets whose events are sent */
  market_ids: string[];
  /** Quantiles that each point of `forecast.published` and `forecast.changed` is sent with, in percent; none: as without */
  quantiles: number[];
  /** Periods that points are sent for: hours, or quarter hours where the run or the prices have them */
  resolution: "PT1H" | "PT15M";
  state: "active" | "disabled";
  /** Why it is disabled; null while it is not */
  disabled_reason: string | null;
  /** The sentence before it as codes with their parts; empty where that is null */
  disabled_reason_codes: ReasonCode[];
  /** When it was registered */
  created_at: string;
  /** When it was last changed */
  updated_at: string;
  last_success_at: string | null;
  last_failure_at: string | null;
  /** Key of the signatures; shown in this answer and never again */
  secret: string;
};

export type WebhookPage = {
  items: Webhook[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type RotatedSecret = {
  id: string;
  /** Key of the signatures; shown in this answer and never again */
  secret: string;
  previous_secret_expires_at: string | null;
};

export type QueuedDelivery = {
  /** The delivery that was queued */
  delivery_id: string;
};

export type WebhookDelivery = {
  /** As in Svc-Webhook-Id; the same over all attempts */
  id: string;
  endpoint_id: string;
  /** The event, as in GET /events */
  event_id: string;
  event: "forecast.published" | "forecast.changed" | "prices.published" | "alert.fired" | "ping";
  state: "pending" | "succeeded" | "failed";
  /** Attempts so far */
  attempts: number;
  next_attempt_at: string | null;
  /** HTTP status of the last attempt; null: no answer */
  last_status: number | null;
  /** When the event was written */
  created_at: string;
  completed_at: string | null;
};

export type WebhookDeliveryDetail = {
  /** As in Svc-Webhook-Id; the same over all attempts */
  id: string;
  endpoint_id: string;
  /** The event, as in GET /events */
  event_id: string;
  event: "forecast.published" | "forecast.changed" | "prices.published" | "alert.fired" | "ping";
  state: "pending" | "succeeded" | "failed";
  /** Attempts so far */
  attempts: number;
  next_attempt_at: string | null;
  /** HTTP status of the last attempt; null: no answer */
  last_status: number | null;
  /** When the event was written */
  created_at: string;
  completed_at: string | null;
  /** The last 50 attempts, oldest first */
  attempt_log: {
    /** When the attempt began */
    at: string;
    /** HTTP status; null: no answer */
    status: number | null;
    /** Until the answer began, or the attempt was given up */
    duration_ms: number;
    /** Why it failed; null when it did not */
    error: string | null;
    /** The sentence before it as codes with their parts; empty where that is null */
    error_codes: ReasonCode[];
    /** Beginning of the answer, 500 bytes */
    response_excerpt: string | null;
  }[];
};

export type WebhookDeliveryPage = {
  items: WebhookDelivery[];
  /** Matching records */
  total: number;
  page: number;
  /** Most records in a page */
  page_size: number;
};

export type ReplayAnswer = {
  /** Deliveries that were queued */
  deliveries: number;
};
