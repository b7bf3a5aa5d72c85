// Written by tools/write-client.ts from docs/openapi.json; run "npm run generate" instead of editing it.
import type { Call, CreateCall, CsvCall, NoInput } from '../call.ts';
import type {
  Accuracy, AccuracyPage, AccuracyStatistics, AlertChannel, AlertChannelChangeInput, AlertChannelPage, AlertChannelTest, AlertConditionInput, AlertRule,
  AlertRuleChangeInput, AlertRulePage, AlertRulePreview, ApiKey, ApiKeyPage, AuditPage, AvailableDateList, Backfill, BackfillPage, BackfillStartInput,
  BatteryStatistics, CalibrationStatistics, ChangedUser, ClientToken, CodeVerified, CreatedApiKey, CreatedWebhook, Curves, DashboardSummary, DataStatus,
  DayAheadForecast, DayWeather, Drivers, EmhassTariff, Erasure, EvccOptimizerInput, EvccTariff, EventList, ExportManifest, ForecastDifference, ForecastEvolution,
  ForecastRun, ForecastRunList, ForecastSchedule, ForecastSeries, Fundamentals, FundamentalsStatistics, GateOutlook, Health, HeldBack, HeldBackDataPage,
  HeldBackDetails, HeldBackPage, HomeAssistantTariff, HomeTariff, IdentityProvider, Incident, IncidentPage, InputShiftInput, IntradayForecast, IntradayOutlook,
  Invitation, InvitationLookup, InvitationPage, Job, JobPage, KeptPlan, KeptPlanDetail, KeptPlanPage, KeyLimit, MailSent, Market, MarketList, MarketProductList,
  Me, ModelPerformance, ModelVersion, ModelVersionPage, NewAlertChannelInput, NewAlertRuleInput, NewIncidentInput, NewIncidentUpdateInput, NewKeptPlanInput,
  NewMessageInput, NewSiteInput, NewTicketInput, NewWebhookInput, Notification, NotificationPage, PersonCopy, PlaceList, PlatformAuditPage, PlatformStats,
  PlatformTicketDetail, PlatformTicketPage, PlatformUser, PlatformUserPage, PortfolioSummary, PredbatTariff, PriceChart, PricePage, PriceProbabilities,
  PriceStatistics, Profile, ProviderOfTenant, ProviderOfTenantPage, ProviderTest, PushKey, PutCharge, PutProfile, QueuedDelivery, ReadCount, Readiness,
  RecoveryCodes, Registration, ReleasedFromQuarantine, Replan, ReplayAnswer, ReplayRequestInput, RetriedJobs, RetryFailedInput, RotatedSecret, ScenarioSet,
  SecretRotationInput, SessionPage, Settings, Settlements, SignInStarted, Site, SiteChangeInput, SiteCharge, SiteOffer, SitePage, SiteSchedule, SiteValuation,
  SiteWaiting, SourcePage, SpreadSet, Subscription, SubscriptionPage, Tenant, TenantLimit, TenantLimitPage, TenantPage, TenantUsagePage, TicketDetail, TicketPage,
  TokenResponse, TotpConfirmed, TotpOffer, TotpState, UnreadCount, UsagePage, UserPage, Webhook, WebhookChangeInput, WebhookDeliveryDetail, WebhookDeliveryPage,
  WebhookPage, WhatIf, ZoneSpreadSet,
} from './schemas.ts';

/** Every operation of the service by group and name. */
export interface Operations {
  health: {
    /** Whether the process is alive (GET /health) */
    get: Call<NoInput, Health>;
    /** Whether the service can answer (GET /ready) */
    readiness: Call<NoInput, Readiness>;
  };
  authentication: {
    /** Exchange e-mail address and password for a session token (POST /auth/token) */
    createToken: Call<{
      /** E-mail address of the account */
      username: string;
      /** Password of the account */
      password: string;
      /** Current code of the second factor, where the account has one, or a recovery code */
      otp?: string | undefined;
    }, TokenResponse>;
    /** Ask for a link that sets a new password (POST /auth/password/forgot) */
    forgotPassword: Call<{
      /** E-mail address; its case does not matter */
      email: string;
    }, MailSent>;
    /** Set a new password with the token of the link (POST /auth/password/reset) */
    resetPassword: Call<{
      /** Token from the mailed link */
      token: string;
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
    }, void>;
    /** Begin a sign-in by an organisation's own provider (OpenID Connect) (POST /auth/openid/start) */
    startOpenIdSignIn: Call<{
      /** Name in the sign-in address of the organisation */
      name?: string | undefined;
      /** E-mail address; its case does not matter */
      email?: string | undefined;
      /** Token from the mailed link */
      invitation?: string | undefined;
    }, SignInStarted>;
    /** End a sign-in with what the provider sent back (POST /auth/openid/finish) */
    finishOpenIdSignIn: Call<{
      /** Query of the address that the provider sent the browser back to, as it came */
      query: string;
    }, TokenResponse>;
    /** End a sign-in with a code of the second factor (POST /auth/openid/code) */
    confirmOpenIdSignIn: Call<{
      /** Current code of the second factor, where the account has one, or a recovery code */
      otp: string;
    }, TokenResponse>;
    /** Exchange an API key for a short-lived token (OAuth 2.0 client credentials) (POST /oauth/token) */
    createClientToken: Call<{
      /** `client_credentials` */
      grant_type?: string | undefined;
      /** Scopes, separated by blanks; absent: every scope of the key. One that the key lacks is refused */
      scope?: string | undefined;
      /** Beginning of the API key as its list shows it, or its id, unless it is in the header Authorization */
      client_id?: string | undefined;
      /** The API key, unless it is in the header Authorization */
      client_secret?: string | undefined;
    }, ClientToken>;
  };
  registration: {
    /** Start a registration: a code is mailed to the address (POST /auth/register) */
    start: Call<{
      /** E-mail address; its case does not matter */
      email: string;
      /** Name of the organisation */
      tenant_name: string;
      /** Language of mail and pages */
      locale?: "en" | "es" | "pt" | undefined;
    }, Registration>;
    /** Mail a new code, which takes the place of the earlier one (POST /auth/register/resend) */
    resendCode: Call<{
      /** Identifier of the registration */
      registration_id: string;
    }, Registration>;
    /** Ask whether a code is right, without using it up (POST /auth/register/verify) */
    verifyCode: Call<{
      /** Identifier of the registration */
      registration_id: string;
      /** Code of 6 digits */
      code: string;
    }, CodeVerified>;
    /** Create the tenant and its first admin, and sign in (POST /auth/register/complete) */
    complete: Call<{
      /** Identifier of the registration */
      registration_id: string;
      /** Code of 6 digits */
      code: string;
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
      /** Name of the person */
      full_name: string;
      /** Language of mail and pages */
      locale?: "en" | "es" | "pt" | undefined;
    }, TokenResponse>;
    /** What an invitation stands for (GET /auth/invitations/lookup) */
    lookUpInvitation: Call<{
      /** Token from the mailed link */
      token: string;
    }, InvitationLookup>;
    /** Accept an invitation, and sign in (POST /auth/invitations/accept) */
    acceptInvitation: Call<{
      /** Token from the mailed link */
      token: string;
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
      /** Name of the person */
      full_name: string;
      /** Language of mail and pages */
      locale?: "en" | "es" | "pt" | undefined;
    }, TokenResponse>;
  };
  markets: {
    /** Markets (GET /markets) */
    list: Call<NoInput, MarketList>;
    /** One market (GET /markets/{market_id}) */
    get: Call<{
      /** Market identifier */
      market_id: string;
    }, Market>;
    /** Products of a market, with their latest forecasts (GET /markets/{market_id}/products) */
    products: Call<{
      /** Market identifier */
      market_id: string;
    }, MarketProductList>;
  };
  forecasts: {
    /** The latest forecast run with its whole horizon (GET /forecasts/latest) */
    latest: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product: "da" | "ida1" | "ida2" | "ida3";
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99 with at most 1 decimal, rising */
      quantiles?: string | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastRun>;
    /** The newest forecast for a delivery day or a range (GET /forecasts) */
    get: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product: "da" | "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid; instead of from and to */
      date?: string | undefined;
      /** Start of the range, inclusive; needs to */
      from?: string | undefined;
      /** End of the range, exclusive; needs from */
      to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99 with at most 1 decimal, rising */
      quantiles?: string | undefined;
    }, ForecastRun>;
    /** Delivery days that have a forecast, newest first (GET /forecasts/available-dates) */
    availableDates: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, AvailableDateList>;
    /** Equally likely paths of prices (GET /forecasts/scenarios) */
    scenarios: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product: "da" | "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid; instead of from and to */
      date?: string | undefined;
      /** Start of the range, inclusive; needs to */
      from?: string | undefined;
      /** End of the range, exclusive; needs from */
      to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** First delivery day, inclusive; with date_to */
      date_from?: string | undefined;
      /** Last delivery day, inclusive; with date_from */
      date_to?: string | undefined;
      /** Number of paths; plans of the portfolio use 100 */
      paths?: number | undefined;
    }, ScenarioSet>;
    /** Probabilities of low prices, and of the cheapest and dearest hours (GET /forecasts/probabilities) */
    priceProbabilities: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product: "da" | "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid; instead of from and to */
      date?: string | undefined;
      /** Start of the range, inclusive; needs to */
      from?: string | undefined;
      /** End of the range, exclusive; needs from */
      to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** First delivery day, inclusive; with date_to */
      date_from?: string | undefined;
      /** Last delivery day, inclusive; with date_from */
      date_to?: string | undefined;
      /** Prices whose probabilities are wanted, EUR/MWh, separated by commas */
      thresholds?: string | undefined;
      /** Hours of a day that are counted: together or in a row at or below a threshold, and how many cheapest and dearest ones are meant */
      hours?: number | undefined;
    }, PriceProbabilities>;
    /** Spreads of an intraday auction to an earlier one (GET /forecasts/spreads) */
    spreads: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Intraday auction whose spread is wanted */
      product: "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid; instead of from and to */
      date?: string | undefined;
      /** Start of the range, inclusive; needs to */
      from?: string | undefined;
      /** End of the range, exclusive; needs from */
      to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** First delivery day, inclusive; with date_to */
      date_from?: string | undefined;
      /** Last delivery day, inclusive; with date_from */
      date_to?: string | undefined;
      /** Earlier auction that the spread is to: day-ahead (default) or an intraday one before `product` */
      reference?: "da" | "ida1" | "ida2" | "ida3" | undefined;
    }, SpreadSet>;
    /** How far prices of Portugal are expected to lie from those of Spain (GET /forecasts/zone-spreads) */
    zoneSpreads: CsvCall<{
      /** Market whose prices are held against those of `against` */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product: "da" | "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid; instead of from and to */
      date?: string | undefined;
      /** Start of the range, inclusive; needs to */
      from?: string | undefined;
      /** End of the range, exclusive; needs from */
      to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** First delivery day, inclusive; with date_to */
      date_from?: string | undefined;
      /** Last delivery day, inclusive; with date_from */
      date_to?: string | undefined;
      /** Market that the spread is to */
      against?: "es" | undefined;
    }, ZoneSpreadSet>;
    /** What to expect of an intraday auction before it has a forecast (GET /forecasts/outlook) */
    outlook: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id: string;
      /** Intraday auction that has no forecast of its own yet */
      product: "ida1" | "ida2" | "ida3";
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, IntradayOutlook>;
    /** The intraday auctions of a day as they look before the day-ahead gate (GET /forecasts/intraday-outlook) */
    intradayOutlook: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, GateOutlook>;
    /** Forecast runs, newest first (GET /forecasts/runs) */
    runs: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Only runs that cover this delivery day */
      date?: string | undefined;
      /** Only runs issued at or after this moment */
      issued_from?: string | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastRunList>;
    /** One forecast run with its whole horizon (GET /forecasts/runs/{forecast_id}) */
    run: CsvCall<{
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99 with at most 1 decimal, rising */
      quantiles?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Identifier of the run */
      forecast_id: string;
    }, ForecastRun>;
    /** One delivery hour or quarter over successive runs (GET /forecasts/evolution) */
    evolution: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Any instant of the delivery period */
      delivery: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Answer as it was at this moment: runs issued later are left out */
      as_of?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastEvolution>;
    /** What differs between two forecast runs, and why (GET /forecasts/diff) */
    difference: CsvCall<{
      /** Identifier of the first run; GET /forecasts/runs lists them */
      from_run: string;
      /** Identifier of the second run; GET /forecasts/runs lists them */
      to_run: string;
      /** One delivery day instead of all that both runs cover */
      date?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastDifference>;
    /** When the next run of each product is due, how late the last one was, and what is late now (GET /forecasts/schedule) */
    schedule: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Only this market product; those of the subscription when it is left out */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastSchedule>;
    /** For each delivery day the forecast that was valid at a time of day before it (GET /forecasts/series) */
    series: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** How many days before each delivery day the time is: 0 is that day itself */
      days_ahead?: number | undefined;
      /** Time in Madrid before which a run had been published; one that occurs twice counts as its first */
      issued_before: string;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99 with at most 1 decimal, rising */
      quantiles?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ForecastSeries>;
    /** Day-ahead forecast of a delivery day by local hour (GET /forecasts/day-ahead) */
    dayAhead: CsvCall<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Local hour 0-23 in Europe/Madrid in which the delivery hour starts */
      hour?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, DayAheadForecast>;
    /** Intraday forecast of a session by local hour (GET /forecasts/intraday/{session}) */
    intraday: CsvCall<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Local hour 0-23 in Europe/Madrid in which the delivery hour starts */
      hour?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Intraday session */
      session: number;
    }, IntradayForecast>;
    /** What the current day-ahead forecast would be with other wind, sun, load or gas (POST /forecasts/what-if) */
    whatIf: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: the day-ahead auction */
      product?: "da" | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** What is supposed, 20 shifts at most, one after the other */
      shifts: InputShiftInput[];
    }, WhatIf>;
  };
  exports: {
    /** Years of cleared prices as files (GET /exports/prices) */
    prices: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Export what was known at this moment (default: now): values published later are left out, so that a file can be had again */
      as_of?: string | undefined;
      /** Of a manifest: list only files of this form, in half the time (default: both) */
      files?: "parquet" | "csv.gz" | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
    }, ExportManifest>;
    /** Years of forecasts as files (GET /exports/forecasts) */
    forecasts: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Export what was known at this moment (default: now): values published later are left out, so that a file can be had again */
      as_of?: string | undefined;
      /** Of a manifest: list only files of this form, in half the time (default: both) */
      files?: "parquet" | "csv.gz" | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** How many days before each delivery day the time is (default: as many as the auction's gate closes before it) */
      days_ahead?: number | undefined;
      /** Time in Madrid before which a run had been published (default: when the gate closes) */
      issued_before?: string | undefined;
      /** Quantiles of every period, in percent, a column each: `q5`, and `q2_5` for 2.5 */
      quantiles?: string | undefined;
    }, ExportManifest>;
    /** Years of load, generation and cross-border flow as files (GET /exports/fundamentals) */
    fundamentals: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Export what was known at this moment (default: now): values published later are left out, so that a file can be had again */
      as_of?: string | undefined;
      /** Of a manifest: list only files of this form, in half the time (default: both) */
      files?: "parquet" | "csv.gz" | undefined;
    }, ExportManifest>;
    /** Years of forecasts beside the prices that cleared as files (GET /exports/accuracy) */
    accuracy: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Export what was known at this moment (default: now): values published later are left out, so that a file can be had again */
      as_of?: string | undefined;
      /** Of a manifest: list only files of this form, in half the time (default: both) */
      files?: "parquet" | "csv.gz" | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
    }, ExportManifest>;
  };
  marketData: {
    /** Cleared prices (GET /market/prices) */
    prices: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Auction */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** First delivery day, inclusive */
      date_from: string;
      /** Last delivery day, inclusive; at most 90 days after date_from */
      date_to: string;
      /** Local hour 0-23 in Europe/Madrid in which the delivery hour starts */
      hour?: number | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records a page */
      page_size?: number | undefined;
      /**
       * PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared in quarters. PT15M: quarter-hour prices; the quarters of an hour
       * that cleared as a whole repeat its price
       */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, PricePage>;
    /** How the day-ahead price of Spain would have moved with more or less to supply (GET /market/curves) */
    curves: CsvCall<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, Curves>;
    /** Load, generation by source and cross-border flow of a day (GET /market/fundamentals) */
    fundamentals: CsvCall<{
      /** Delivery day in Europe/Madrid: past, current or up to 7 days ahead */
      date: string;
      /** Local hour 0-23 in Europe/Madrid in which the delivery hour starts */
      hour?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, Fundamentals>;
  };
  accuracy: {
    /** Error of the forecasts against the prices that cleared (GET /metrics/accuracy) */
    get: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Auction */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** First delivery day, inclusive; earlier than date_to */
      date_from: string;
      /** Last delivery day, inclusive; at most 90 days after date_from */
      date_to: string;
      /** Local hour 0-23 in Europe/Madrid in which the delivery hour starts */
      hour?: number | undefined;
      /** Count forecasts of this model version only */
      model_version?: string | undefined;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, Accuracy>;
    /** Accuracy of each model version on the days on which it was active (GET /metrics/model-performance) */
    modelPerformance: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Auction */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** First delivery day, inclusive; earlier than date_to */
      date_from: string;
      /** Last delivery day, inclusive */
      date_to: string;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, ModelPerformance>;
  };
  statistics: {
    /** Every error figure of the forecasts, by hour, weekday, lead day, price level or model version (GET /statistics/accuracy) */
    accuracy: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`, default) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /**
       * What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was the last before the auction, 2 the run that was the last a day
       * earlier, and so on; `price_level` is the mean price of the delivery day
       */
      group_by?: "hour" | "weekday" | "day" | "week" | "month" | "year" | "lead_day" | "model_version" | "price_level" | undefined;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
      /** Of which forecasts: those that were `issued`, or those that calibration made up of days past, as they would have been issued (`backtested`) */
      basis?: "issued" | "backtested" | undefined;
      /** Count forecasts of this model version only */
      model_version?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, AccuracyStatistics>;
    /** How often prices lay below each quantile, by hour, weekday, lead day or model version (GET /statistics/calibration) */
    calibration: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`, default) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /**
       * What the hours are grouped by; absent: one group. `lead_day` 1 is the run that was the last before the auction, 2 the run that was the last a day
       * earlier, and so on; `price_level` is the mean price of the delivery day
       */
      group_by?: "hour" | "weekday" | "day" | "week" | "month" | "year" | "lead_day" | "model_version" | "price_level" | undefined;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
      /** Of which forecasts: those that were `issued`, or those that calibration made up of days past, as they would have been issued (`backtested`) */
      basis?: "issued" | "backtested" | undefined;
      /** Count forecasts of this model version only */
      model_version?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, CalibrationStatistics>;
    /** Mean, extremes, base, peak, spread and capture prices by day, week, month or year (GET /statistics/prices) */
    price: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`, default) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Length of the periods that figures are given for */
      group_by?: "day" | "week" | "month" | "year" | undefined;
      /**
       * What lowest and highest, spread and hours below zero are taken from: quarter hours, as the market clears (an hour that cleared as one has four equal
       * ones), or hourly means
       */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, PriceStatistics>;
    /** What a battery earns by the forecasts, between a floor that needs none and prices known (GET /statistics/battery) */
    battery: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`, default) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Of which forecasts: those that were `issued`, or those that calibration made up of days past, as they would have been issued (`backtested`) */
      basis?: "issued" | "backtested" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, BatteryStatistics>;
    /** Errors of the own forecasts of load, generation and exchange, by days ahead (GET /statistics/fundamentals) */
    fundamentals: CsvCall<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, FundamentalsStatistics>;
  };
  integrations: {
    /** Prices of a home bill with their bounds (GET /integrations/tariff) */
    homeTariff: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /** Hours ahead, counted from the period that runs now; fewer where the forecast ends before */
      hours?: number | undefined;
      /** Length of the periods */
      resolution?: "PT15M" | "PT1H" | undefined;
    }, HomeTariff>;
    /** Tariff for evcc (GET /integrations/evcc) */
    evccTariff: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /** Hours ahead, counted from the period that runs now; fewer where the forecast ends before */
      hours?: number | undefined;
      /** Length of the periods */
      resolution?: "PT15M" | "PT1H" | undefined;
    }, EvccTariff>;
    /** Tariff for a REST sensor of Home Assistant (GET /integrations/home-assistant) */
    homeAssistantTariff: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /**
       * Hours ahead; absent: 144 periods, whose list stays below the 16,384 bytes of attributes that Home Assistant records, or 168 hours in the compact form
       */
      hours?: number | undefined;
      /** Length of the periods */
      resolution?: "PT15M" | "PT1H" | undefined;
      /** `compact`: `values` with one number for each period, and `prices` empty */
      form?: "full" | "compact" | undefined;
    }, HomeAssistantTariff>;
    /** Tariff for Predbat, by a REST sensor of Home Assistant (GET /integrations/predbat) */
    predbatTariff: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /** Hours ahead; absent: 48, of quarter hours 24 */
      hours?: number | undefined;
      /** Length of the periods */
      resolution?: "PT15M" | "PT1H" | undefined;
    }, PredbatTariff>;
    /** Price forecasts as runtime parameters of EMHASS (GET /integrations/emhass) */
    emhassTariff: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /** Hours ahead; absent: until the same local time tomorrow, 23 or 25 hours across a clock change */
      hours?: number | undefined;
      /** Hours in which as much as the battery holds passes the meter, charged or used by the home */
      battery_hours?: string | undefined;
      /** Share of the energy that is left, one way; both EMHASS and the optimiser of evcc take 0.95 where nothing is set */
      battery_efficiency?: string | undefined;
      /** Charge of the battery now: the answer has `soc_final` then, by the 24 hours after the horizon, 0 to 1 */
      soc_init?: string | undefined;
      /** EMHASS's `battery_minimum_state_of_charge`, 0 to 1 */
      soc_min?: string | undefined;
      /** EMHASS's `battery_maximum_state_of_charge`, 0 to 1 */
      soc_max?: string | undefined;
      /** EMHASS's `optimization_time_step`; its own default is half an hour */
      step?: "PT15M" | "PT30M" | "PT1H" | undefined;
      /** Added to the market price for what is sold, EUR/kWh; the price for it has no tax */
      feed_in?: string | undefined;
    }, EmhassTariff>;
    /** Prices and the value of stored energy for the optimiser of evcc (GET /integrations/evcc-optimizer) */
    evccOptimizerInput: Call<{
      /**
       * `indexed`: a contract by the market's price, of which every part that is not sent is 0. `pvpc`: the regulated price, where parts that are not sent have
       * the documented values, and quarter hours have the price of their hour
       */
      tariff?: "indexed" | "pvpc" | undefined;
      /** Fees on top of the market price, EUR/kWh before tax; absent: 0, of the PVPC its marketing costs */
      surcharge?: string | undefined;
      /** Adjustment services and other costs that losses are paid on, EUR/MWh; absent: 0, of the PVPC a line of the price */
      adjustment_eur_mwh?: string | undefined;
      /** Price of the basket of futures in the PVPC, EUR/MWh; only with `tariff=pvpc`; absent: the mean day-ahead price of the last 365 days */
      futures_eur_mwh?: string | undefined;
      /** Added to `surcharge` in P1 (working days 10-14 and 18-22) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p1?: string | undefined;
      /** Added to `surcharge` in P2 (working days 8-10, 14-18 and 22-24) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p2?: string | undefined;
      /** Added to `surcharge` in P3 (0-8, weekends and national holidays) of the access tariff 2.0TD, EUR/kWh before tax; all three or none */
      surcharge_p3?: string | undefined;
      /** Whose hours P1 and P2 have: `peninsula` (default; with the Balearic Islands), or `ceuta_melilla`, where P1 is an hour later */
      tariff_zone?: "peninsula" | "ceuta_melilla" | undefined;
      /** Grid losses that the market price is paid for as well, percent; absent: 0, of the PVPC 16.2 */
      losses?: string | undefined;
      /** In place of `losses` in P1 of the access tariff 2.0TD, percent; all three or none */
      losses_p1?: string | undefined;
      /** In place of `losses` in P2 of the access tariff 2.0TD, percent; all three or none */
      losses_p2?: string | undefined;
      /** In place of `losses` in P3 of the access tariff 2.0TD, percent; all three or none */
      losses_p3?: string | undefined;
      /** Electricity tax on the sum of price and fees, percent; a rate with `@` and a day holds from that day on */
      electricity_tax?: string | undefined;
      /** Value-added tax on that, percent; or all taxes together */
      tax?: string | undefined;
      /** Hours ahead that are optimised; the value of what is left comes from the 24 hours after them */
      hours?: number | undefined;
      /** Hours in which as much as the battery holds passes the meter, charged or used by the home */
      battery_hours?: string | undefined;
      /** Share of the energy that is left, one way; both EMHASS and the optimiser of evcc take 0.95 where nothing is set */
      battery_efficiency?: string | undefined;
      /** Length of the periods */
      resolution?: "PT15M" | "PT1H" | undefined;
      /** Added to the market price for what is sold, EUR/kWh; the price for it has no tax */
      feed_in?: string | undefined;
    }, EvccOptimizerInput>;
  };
  dashboard: {
    /** What moves the prices of a delivery day, hour by hour (GET /dashboard/drivers) */
    drivers: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Delivery day in Europe/Madrid */
      date: string;
    }, Drivers>;
    /** How good the forecasts were, by day, hour, weekday, month, lead day and model version (GET /dashboard/accuracy) */
    accuracyPage: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`, default) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on */
      market?: "day-ahead" | "intraday-1" | "intraday-2" | "intraday-3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Of which forecasts: those that were `issued`, or those that calibration made up of days past, as they would have been issued (`backtested`) */
      basis?: "issued" | "backtested" | undefined;
      /**
       * Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate closed, so that
       * one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday auctions the official run is the
       * last one before the gate. A time after the results counts as `official`
       */
      cutoff?: string | undefined;
    }, AccuracyPage>;
    /** Prices and the forecasts before them over up to 400 days, in columns (GET /dashboard/charts/prices) */
    priceChart: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Market products, separated by commas; those of the subscription when left out */
      products?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Quantiles that every point is to have, in percent: 1 to 21 numbers from 1 to 99 with at most 1 decimal, rising */
      quantiles?: string | undefined;
      /** Adds the run that each day's forecast is compared with, for up to 7 days: `previous`, `morning` or `yesterday` as in GET /dashboard/summary */
      compare?: "previous" | "morning" | "yesterday" | undefined;
      /** Power of the system that is to be added, separated by commas */
      powers?: string | undefined;
      /** `true`: adds the prices of the same weekday and local time 52 weeks before */
      last_year?: "true" | "false" | undefined;
      /** `true`: adds the lowest and the highest price that ever cleared */
      extremes?: "true" | "false" | undefined;
    }, PriceChart>;
    /** Tomorrow at a glance: forecasts, prices, changes, freshness and accuracy of every product (GET /dashboard/summary) */
    summary: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Delivery day in Europe/Madrid; tomorrow when it is left out */
      date?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /**
       * Run that the one of each day is compared with: `previous`, the newest one before it that forecast other prices or bounds; `morning`, the first one of
       * the day on which it was issued; `yesterday`, the last one of the day before that
       */
      compare?: "previous" | "morning" | "yesterday" | undefined;
    }, DashboardSummary>;
    /** The weather behind the forecast of a delivery day, and what it was (GET /dashboard/weather) */
    weather: Call<{
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Market product: day-ahead (`da`) or one of the three intraday auctions */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
      /** Delivery day in Europe/Madrid */
      date: string;
    }, DayWeather>;
  };
  notifications: {
    /** What an alert rule would have notified of (POST /notifications/rules/preview) */
    previewAlertRule: Call<AlertConditionInput, AlertRulePreview>;
    /** The user's alert channels and those of the tenant, the newest first (GET /notifications/channels) */
    alertChannels: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, AlertChannelPage>;
    /** Add Slack, Microsoft Teams, Telegram or a device as a channel of alerts (POST /notifications/channels) */
    createAlertChannel: CreateCall<NewAlertChannelInput, AlertChannel>;
    /** The key that a browser subscribes with, so that a device can be a channel of alerts (GET /notifications/push-key) */
    pushKey: Call<NoInput, PushKey>;
    /** Change an alert channel, pause or resume it (PATCH /notifications/channels/{id}) */
    changeAlertChannel: Call<{
      /** Identifier of the record */
      id: string;
    } & AlertChannelChangeInput, AlertChannel>;
    /** Delete an alert channel with the alerts that wait for it (DELETE /notifications/channels/{id}) */
    deleteAlertChannel: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
    /** Send a test message to an alert channel (POST /notifications/channels/{id}/test) */
    testAlertChannel: Call<{
      /** Identifier of the record */
      id: string;
    }, AlertChannelTest>;
    /** The user's notifications, the newest first; kept for 90 days (GET /notifications) */
    list: Call<{
      /** `true`: only those that are not marked as read */
      unread?: "true" | "false" | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, NotificationPage>;
    /** How many notifications are unread (GET /notifications/unread-count) */
    countUnread: Call<NoInput, UnreadCount>;
    /** Mark a notification as read (POST /notifications/{id}/read) */
    read: Call<{
      /** Identifier of the record */
      id: string;
    }, Notification>;
    /** Mark all notifications as read (POST /notifications/read-all) */
    readAll: Call<NoInput, ReadCount>;
    /** The user's alert rules, the newest first (GET /notifications/rules) */
    alertRules: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, AlertRulePage>;
    /** Add an alert rule on forecasts (POST /notifications/rules) */
    createAlertRule: CreateCall<NewAlertRuleInput, AlertRule>;
    /** One alert rule (GET /notifications/rules/{id}) */
    alertRule: Call<{
      /** Identifier of the record */
      id: string;
    }, AlertRule>;
    /** Change an alert rule, pause or resume it (PATCH /notifications/rules/{id}) */
    changeAlertRule: Call<{
      /** Identifier of the record */
      id: string;
    } & AlertRuleChangeInput, AlertRule>;
    /** Delete an alert rule; its notifications stay (DELETE /notifications/rules/{id}) */
    deleteAlertRule: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
  };
  support: {
    /** State of the data sources: what came when, what is late, what is missing (GET /support/status) */
    dataStatus: Call<NoInput, DataStatus>;
    /** What failed a check and waits for a decision, the newest first (GET /support/quarantine) */
    heldBack: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, HeldBackDataPage>;
    /** The tenant's tickets, the one that changed last first (GET /support/tickets) */
    tickets: Call<{
      /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
      state?: "open" | "answered" | "closed" | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, TicketPage>;
    /** Ask the people of the platform (POST /support/tickets) */
    createTicket: CreateCall<NewTicketInput, TicketDetail>;
    /** A ticket with its messages (GET /support/tickets/{id}) */
    ticket: Call<{
      /** Identifier of the record */
      id: string;
    }, TicketDetail>;
    /** Write to a ticket; it is open again with that, a closed one for its author and admins alone (POST /support/tickets/{id}/messages) */
    replyToTicket: CreateCall<{
      /** Identifier of the record */
      id: string;
    } & NewMessageInput, TicketDetail>;
    /** Close a ticket, as its author or an admin (POST /support/tickets/{id}/close) */
    closeTicket: Call<{
      /** Identifier of the record */
      id: string;
    }, TicketDetail>;
  };
  portfolio: {
    /** All sites: power by kind, and what they are worth tomorrow (GET /portfolio/summary) */
    summary: Call<{
      /** Delivery day; tomorrow when absent */
      date?: string | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
    }, PortfolioSummary>;
    /** What a site is expected to earn or cost on a delivery day (GET /portfolio/sites/{id}/valuation) */
    valueSite: Call<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /**
       * Whether a plant is held back below its `offer_floor`; `true` for one without a floor: below 0. When absent as the site says: only one with a floor is
       */
      curtail?: "true" | "false" | undefined;
      /** Identifier of the record */
      id: string;
    }, SiteValuation>;
    /** When a battery, a hybrid or a load that can be shifted should run (GET /portfolio/sites/{id}/schedule) */
    scheduleSite: Call<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** `expected` earns most on average over the scenarios; `robust` gives up some of that where it loses less on bad days */
      plan?: "expected" | "robust" | undefined;
      /**
       * Whether a plant is held back below its `offer_floor`; `true` for one without a floor: below 0. When absent as the site says: only one with a floor is
       */
      curtail?: "true" | "false" | undefined;
      /** Battery: charge at the start of the day, percent; that of the site when absent, without one 50 */
      start_soc?: number | undefined;
      /** Battery: least charge at the end of the day, percent; that of the site when absent, without one as at the start */
      end_soc?: number | undefined;
      /** Battery: most energy taken out of it in the day, in fillings; that of the site when absent */
      max_cycles?: string | undefined;
      /** Load: first local hour that it may run in; 0 when absent */
      from_hour?: number | undefined;
      /** Load: local hour by which it has to be done; 24 when absent */
      to_hour?: number | undefined;
      /** Identifier of the record */
      id: string;
    }, SiteSchedule>;
    /** What a site should offer to the day-ahead auction: steps of price and power by period (GET /portfolio/sites/{id}/offer) */
    offerSite: CsvCall<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the periods; absent: as the auction of the day takes, quarter hours since 1 October 2025 */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** `expected` earns most on average over the scenarios; `robust` gives up some of that where it loses less on bad days */
      plan?: "expected" | "robust" | undefined;
      /**
       * Whether a plant is held back below its `offer_floor`; `true` for one without a floor: below 0. When absent as the site says: only one with a floor is
       */
      curtail?: "true" | "false" | undefined;
      /** Battery: charge at the start of the day, percent; that of the site when absent, without one 50 */
      start_soc?: number | undefined;
      /** Battery: least charge at the end of the day, percent; that of the site when absent, without one as at the start */
      end_soc?: number | undefined;
      /** Battery: most energy taken out of it in the day, in fillings; that of the site when absent */
      max_cycles?: string | undefined;
      /** Load: first local hour that it may run in; 0 when absent */
      from_hour?: number | undefined;
      /** Load: local hour by which it has to be done; 24 when absent */
      to_hour?: number | undefined;
      /**
       * At which prices a battery trades: `cost`, where it pays by what its energy costs, loss and wear; `none`, at any price, so that it does what is planned
       */
      limits?: "cost" | "none" | undefined;
      /** Plant, hybrid or load: power that bilateral contracts deliver, or bring, in every period, and that is not offered */
      contract_mw?: string | undefined;
      /** Of CSV: `rows`, a row a step with everything about it; `omie`, the fields of OMIE's message of offers, refused with 422 while a check fails */
      layout?: "rows" | "omie" | undefined;
      /** With `layout=omie`: code of the unit that sells */
      sale_unit?: string | undefined;
      /** With `layout=omie`: code of the unit that buys */
      purchase_unit?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Identifier of the record */
      id: string;
    }, SiteOffer>;
    /** What it is worth for a site to wait for an intraday auction, and at which risk (GET /portfolio/sites/{id}/waiting) */
    valueWaiting: CsvCall<{
      /** Delivery day in Europe/Madrid */
      date: string;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** The most that waiting may lose against the day-ahead price over the day, EUR; with it the answer has the size of position that keeps to it */
      max_loss?: string | undefined;
      /** With which probability no more is lost */
      confidence?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Identifier of the record */
      id: string;
    }, SiteWaiting>;
    /** Keep the plan or the offer of a site as it is now (POST /portfolio/sites/{id}/kept-plans) */
    keepPlan: CreateCall<{
      /** Identifier of the record */
      id: string;
    } & NewKeptPlanInput, KeptPlan>;
    /** Kept plans and offers with what came of them, the newest day first (GET /portfolio/kept-plans) */
    keptPlans: CsvCall<{
      /** Only of this site */
      site_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, KeptPlanPage>;
    /** A kept plan or offer, period by period, with all its settlements (GET /portfolio/kept-plans/{id}) */
    keptPlan: Call<{
      /** Identifier of the record */
      id: string;
    }, KeptPlanDetail>;
    /** What kept plans earned and missed, by day, month or site (GET /portfolio/settlements) */
    settlements: CsvCall<{
      /** Only of this site */
      site_id?: string | undefined;
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** What a row is of; of several plans of a site and a day the one that was kept last counts */
      group_by?: "day" | "month" | "site" | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, Settlements>;
    /** Upload what a plant generates or a load takes on single days (PUT /portfolio/sites/{id}/profile) */
    putSiteProfile: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Up to 62 whole days; or send `csv` */
      days?: {
        /** Delivery day */
        date: string;
        /** Length of the delivery periods: hours (default) or quarter hours */
        resolution?: "PT1H" | "PT15M" | undefined;
        /** What the plant generates or the load takes in each period, MW: 23, 24 or 25 hours, 92, 96 or 100 quarter hours */
        mw: number[];
      }[] | undefined;
      /** The same as CSV: `mw` with `date` and `period` (1 to 25, or 1 to 100), or with `time`, an instant with its offset */
      csv?: string | undefined;
      /** Of the periods of `csv`; when absent as its numbers or instants say */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Only say what would be stored; nothing is */
      dry_run?: boolean | undefined;
    }, PutProfile>;
    /** What was uploaded of the days of a plant or a load (GET /portfolio/sites/{id}/profile) */
    siteProfile: CsvCall<{
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Identifier of the record */
      id: string;
    }, Profile>;
    /** Delete what was uploaded of a day of a plant or a load (DELETE /portfolio/sites/{id}/profile/{date}) */
    deleteSiteProfile: Call<{
      /** Identifier of the record */
      id: string;
      /** Delivery day */
      date: string;
    }, void>;
    /** Plan the rest of a day from the real state of charge (POST /portfolio/sites/{id}/replan) */
    replanSite: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** What was measured, in any order, all of one delivery day; or send `csv`; without both what is stored of today */
      measured?: {
        /** When it was measured */
        at: string;
        /** Charge, percent */
        soc: number;
      }[] | undefined;
      /** The same as CSV: columns `time` and `soc`, at most 1500 rows */
      csv?: string | undefined;
      /** As of the schedule */
      plan?: "expected" | "robust" | undefined;
      /** Length of the delivery periods: hours (default) or quarter hours */
      resolution?: "PT1H" | "PT15M" | undefined;
      /** Least charge at the end of the day, percent; as the site says when absent */
      end_soc?: number | undefined;
      /** Most fillings taken out in the whole day; as the site says when absent */
      max_cycles?: number | undefined;
    }, Replan>;
    /** Upload what a battery really held (PUT /portfolio/sites/{id}/charge) */
    putSiteCharge: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** What was measured, in any order; or send `csv` */
      measured?: {
        /** When it was measured */
        at: string;
        /** Charge, percent */
        soc: number;
      }[] | undefined;
      /** The same as CSV: columns `time` and `soc`, at most 1500 rows */
      csv?: string | undefined;
    }, PutCharge>;
    /** What a battery really held, as it was uploaded (GET /portfolio/sites/{id}/charge) */
    siteCharge: CsvCall<{
      /** One delivery day; instead of date_from and date_to */
      date?: string | undefined;
      /** First delivery day, inclusive */
      date_from?: string | undefined;
      /** Last delivery day, inclusive */
      date_to?: string | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Identifier of the record */
      id: string;
    }, SiteCharge>;
    /** Sites of the tenant, the newest first (GET /portfolio/sites) */
    sites: Call<{
      /** Only sites of this kind */
      kind?: "solar" | "wind" | "battery" | "load" | "hybrid" | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, SitePage>;
    /** Add a site (POST /portfolio/sites) */
    createSite: CreateCall<NewSiteInput, Site>;
    /** Coordinates of a municipality (GET /portfolio/places) */
    findPlaces: Call<{
      /** Name or its beginning, in any language that the place has, with or without accents; after a comma the province or district may follow */
      name: string;
    }, PlaceList>;
    /** One site (GET /portfolio/sites/{id}) */
    site: Call<{
      /** Identifier of the record */
      id: string;
    }, Site>;
    /** Change a site (PATCH /portfolio/sites/{id}) */
    changeSite: Call<{
      /** Identifier of the record */
      id: string;
    } & SiteChangeInput, Site>;
    /** Delete a site (DELETE /portfolio/sites/{id}) */
    deleteSite: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
  };
  events: {
    /** Events after a given one, oldest first (GET /events) */
    list: Call<{
      /** The last event that was seen; absent: begin with the oldest that is kept */
      after?: string | undefined;
      /** Only events of this type */
      event?: "forecast.published" | "forecast.changed" | "prices.published" | "alert.fired" | undefined;
      /** Market of the events, or `all` */
      market_id?: string | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, EventList>;
  };
  webhooks: {
    /** Webhook endpoints, the newest first (GET /webhooks) */
    list: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, WebhookPage>;
    /** Register a webhook endpoint (POST /webhooks) */
    create: CreateCall<NewWebhookInput, CreatedWebhook>;
    /** One webhook endpoint (GET /webhooks/{id}) */
    get: Call<{
      /** Identifier of the endpoint */
      id: string;
    }, Webhook>;
    /** Change, disable or activate a webhook endpoint (PATCH /webhooks/{id}) */
    change: Call<{
      /** Identifier of the endpoint */
      id: string;
    } & WebhookChangeInput, Webhook>;
    /** Delete a webhook endpoint and its delivery log (DELETE /webhooks/{id}) */
    delete: Call<{
      /** Identifier of the endpoint */
      id: string;
    }, void>;
    /** Replace the secret of a webhook endpoint (POST /webhooks/{id}/rotate-secret) */
    rotateSecret: CreateCall<{
      /** Identifier of the endpoint */
      id: string;
    } & SecretRotationInput, RotatedSecret>;
    /** Send a ping to a webhook endpoint (POST /webhooks/{id}/test) */
    test: CreateCall<{
      /** Identifier of the endpoint */
      id: string;
    }, QueuedDelivery>;
    /** Deliveries to a webhook endpoint, the newest first; kept for 30 days (GET /webhooks/{id}/deliveries) */
    deliveries: Call<{
      /** Only deliveries in this state */
      state?: "pending" | "succeeded" | "failed" | undefined;
      /** Only deliveries of this event */
      event?: "forecast.published" | "forecast.changed" | "prices.published" | "alert.fired" | "ping" | undefined;
      /** Created at or after this instant */
      from?: string | undefined;
      /** Created before this instant */
      to?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** Identifier of the endpoint */
      id: string;
    }, WebhookDeliveryPage>;
    /** One delivery with its attempts (GET /webhooks/{id}/deliveries/{delivery_id}) */
    delivery: Call<{
      /** Identifier of the endpoint */
      id: string;
      /** Identifier of the delivery */
      delivery_id: string;
    }, WebhookDeliveryDetail>;
    /** Send a delivery again under its id (POST /webhooks/{id}/deliveries/{delivery_id}/redeliver) */
    redeliver: CreateCall<{
      /** Identifier of the endpoint */
      id: string;
      /** Identifier of the delivery */
      delivery_id: string;
    }, QueuedDelivery>;
    /** Send the events of a span of time again (POST /webhooks/{id}/replay) */
    replay: CreateCall<{
      /** Identifier of the endpoint */
      id: string;
    } & ReplayRequestInput, ReplayAnswer>;
  };
  account: {
    /** The signed-in user (GET /auth/me) */
    me: Call<NoInput, Me>;
    /** Change name or language (PATCH /auth/me) */
    changeMe: Call<{
      /** Name of the person */
      full_name?: string | undefined;
      /** Language of mail and pages */
      locale?: "en" | "es" | "pt" | undefined;
    }, Me>;
    /** Change the password (POST /auth/password) */
    changePassword: Call<{
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      current_password: string;
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      new_password: string;
    }, TokenResponse>;
    /** Get a secret for an authenticator (POST /auth/totp/enrol) */
    enrolTotp: Call<{
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
    }, TotpOffer>;
    /** Put the second factor in force with a first code (POST /auth/totp/confirm) */
    confirmTotp: Call<{
      /** Code of 6 digits */
      otp: string;
    }, TotpConfirmed>;
    /** Get new recovery codes; the old ones work no more (POST /auth/totp/recovery-codes) */
    renewRecoveryCodes: Call<{
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
      /** Current code of the second factor, where the account has one, or a recovery code */
      otp?: string | undefined;
    }, RecoveryCodes>;
    /** Remove the second factor (POST /auth/totp/remove) */
    removeTotp: Call<{
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
      /** Current code of the second factor, where the account has one, or a recovery code */
      otp?: string | undefined;
    }, TotpState>;
    /** The user's live sessions, the newest first (GET /auth/sessions) */
    sessions: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, SessionPage>;
    /** End one of the own sessions (DELETE /auth/sessions/{id}) */
    endSession: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
    /** End the session of this request (POST /auth/logout) */
    logout: Call<NoInput, void>;
    /** A copy of what is stored about the signed-in user (GET /auth/me/export) */
    exportMe: Call<NoInput, PersonCopy>;
    /** Erase the signed-in user (POST /auth/me/erase) */
    eraseMe: Call<{
      /** Password of 8 to 128 characters; refused are the commonest ones, repetitions, sequences, the own address and the name of the organisation */
      password: string;
      /** Current code of the second factor, where the account has one, or a recovery code */
      otp?: string | undefined;
      /** True revokes the API keys that the person made; they work on without that: they are the tenant's */
      revoke_api_keys?: boolean | undefined;
    }, Erasure>;
  };
  tenant: {
    /** Users of the tenant, the oldest first (GET /auth/users) */
    users: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, UserPage>;
    /** Change the role of a user, deactivate or reactivate (PATCH /auth/users/{id}) */
    changeUser: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Each role may do what the ones before it may */
      role?: "viewer" | "trader" | "manager" | "admin" | undefined;
      /** False deactivates the user, which ends every session at once; true reactivates */
      active?: boolean | undefined;
      /** True revokes the API keys that the user made; they work on without that, whatever becomes of the user */
      revoke_api_keys?: boolean | undefined;
    }, ChangedUser>;
    /** End every session of a user, who may sign in again (POST /auth/users/{id}/end-sessions) */
    endUserSessions: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
    /** Invitations of the tenant, the newest first (GET /auth/invitations) */
    invitations: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, InvitationPage>;
    /** Invite someone: the link goes by mail alone (POST /auth/invitations) */
    createInvitation: CreateCall<{
      /** E-mail address; its case does not matter */
      email: string;
      /** Each role may do what the ones before it may */
      role: "viewer" | "trader" | "manager" | "admin";
    }, Invitation>;
    /** Take an invitation back (DELETE /auth/invitations/{id}) */
    revokeInvitation: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
    /** A copy of what is stored about a user of the tenant (GET /auth/users/{id}/export) */
    exportUser: Call<{
      /** Identifier of the record */
      id: string;
    }, PersonCopy>;
    /** Erase a user of the tenant (POST /auth/users/{id}/erase) */
    eraseUser: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** E-mail address; its case does not matter */
      email: string;
      /** True revokes the API keys that the person made; they work on without that: they are the tenant's */
      revoke_api_keys?: boolean | undefined;
    }, Erasure>;
    /** Unlink a user from an identity of the provider (DELETE /auth/users/{id}/identity) */
    unlinkUser: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
  };
  apiKeys: {
    /** Keys of the tenant, the newest first (GET /auth/api-keys) */
    list: Call<{
      /** Only keys that this user made */
      created_by?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, ApiKeyPage>;
    /** Create a key (POST /auth/api-keys) */
    create: CreateCall<{
      /** What the key is for */
      label: string;
      /** Absent or null: every client right of the role */
      scopes?: ("forecasts:read" | "market:read" | "metrics:read" | "portfolio:read" | "portfolio:write")[] | null | undefined;
      expires_at?: string | null | undefined;
      /** Role of the key, at most one's own; absent: one's own */
      role?: "viewer" | "trader" | "manager" | "admin" | undefined;
      /** IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be used; all other requests with it are 403. Null: from anywhere */
      allowed_addresses?: string[] | null | undefined;
    }, CreatedApiKey>;
    /** Change from where a key may be used (PATCH /auth/api-keys/{id}) */
    change: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** IPv4 and IPv6 addresses, and networks in CIDR, from which the key may be used; all other requests with it are 403. Null: from anywhere */
      allowed_addresses?: string[] | null | undefined;
    }, ApiKey>;
    /** Revoke a key at once (DELETE /auth/api-keys/{id}) */
    revoke: Call<{
      /** Identifier of the record */
      id: string;
    }, void>;
    /** Put a new key in the place of an old one (POST /auth/api-keys/{id}/reroll) */
    reroll: CreateCall<{
      /** Identifier of the record */
      id: string;
    } & {
      /** How long the old key works on; 0 revokes it at once */
      overlap_seconds?: number | undefined;
    }, CreatedApiKey>;
  };
  settings: {
    /** Settings of the tenant (GET /settings) */
    get: Call<NoInput, Settings>;
    /** Change settings of the tenant (PATCH /settings) */
    change: Call<{
      /** Name of the organisation */
      name?: string | undefined;
      /** Language of mail and pages */
      locale?: "en" | "es" | "pt" | undefined;
      /** Zone that times are shown in; delivery days stay those of the market */
      time_zone?: string | undefined;
      /** Change of a forecast from which `forecast.changed` is sent, EUR/MWh */
      forecast_change_threshold?: number | undefined;
      /** Whether users without a second factor may do no more than set one up; API keys work on */
      require_second_factor?: boolean | undefined;
    }, Settings>;
    /** Requests by day and key, the newest day first (GET /settings/usage) */
    usage: CsvCall<{
      /** One day in UTC; instead of date_from and date_to */
      date?: string | undefined;
      /** First day in UTC, inclusive; 30 days ago by default */
      date_from?: string | undefined;
      /** Last day in UTC, inclusive; today by default */
      date_to?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, UsagePage>;
    /** Who changed what, the newest first (GET /settings/audit) */
    audit: CsvCall<{
      /** One day in UTC; instead of date_from and date_to */
      date?: string | undefined;
      /** First day in UTC, inclusive */
      date_from?: string | undefined;
      /** Last day in UTC, inclusive */
      date_to?: string | undefined;
      /** Only this action, as `noun.verb`; a noun alone stands for all of its actions */
      action?: string | undefined;
      /** Only what this user or key did */
      actor_id?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
    }, AuditPage>;
    /** The organisation's own identity provider (GET /settings/identity-provider) */
    identityProvider: Call<NoInput, IdentityProvider>;
    /** Set the organisation's own identity provider (PUT /settings/identity-provider) */
    setIdentityProvider: Call<{
      /** Issuer, as the metadata of the provider have it */
      issuer: string;
      /** Id of Lonja as a client of the provider */
      client_id: string;
      /** Scopes to ask for; `openid` must be among them */
      scopes?: string[] | undefined;
      /** Claim that roles are read from at each sign-in, by its name or by a path with dots; null: roles are set here alone */
      role_claim?: string | null | undefined;
      /** Role by value of the claim; of several values the highest role counts */
      roles?: Record<string, "viewer" | "trader" | "manager" | "admin"> | undefined;
      /**
       * Role where no value of the claim is mapped, and of new users without a claim; null: whom no value is mapped for is refused, and new users without a
       * claim are viewers
       */
      default_role?: "viewer" | "trader" | "manager" | "admin" | null | undefined;
      /** Whether unknown people with an address of a confirmed domain become users when they sign in */
      creates_users?: boolean | undefined;
      /** Whether members must sign in by the provider; the passwords of admins with a second factor count on */
      required?: boolean | undefined;
      /** Secret of the client; absent: as it is; null: the client has none */
      client_secret?: string | null | undefined;
    }, IdentityProvider>;
    /** Remove the organisation's own identity provider (DELETE /settings/identity-provider) */
    removeIdentityProvider: Call<NoInput, void>;
    /** Test the identity provider without signing in (POST /settings/identity-provider/test) */
    testIdentityProvider: Call<NoInput, ProviderTest>;
  };
  platform: {
    /** Tickets of all tenants, the one that changed last first (GET /admin/tickets) */
    tickets: Call<{
      /** `open`: the platform is to answer; `answered`: it has; `closed`: nothing is left to do */
      state?: "open" | "answered" | "closed" | undefined;
      /** Only tickets of this tenant */
      tenant_id?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, PlatformTicketPage>;
    /** A ticket with its messages (GET /admin/tickets/{id}) */
    ticket: Call<{
      /** Identifier of the record */
      id: string;
    }, PlatformTicketDetail>;
    /** Answer a ticket; its author is notified in the application and by mail (POST /admin/tickets/{id}/messages) */
    answerTicket: CreateCall<{
      /** Identifier of the record */
      id: string;
    } & NewMessageInput, PlatformTicketDetail>;
    /** Close a ticket (POST /admin/tickets/{id}/close) */
    closeTicket: Call<{
      /** Identifier of the record */
      id: string;
    }, PlatformTicketDetail>;
    /** All tenants, the oldest first (GET /admin/tenants) */
    tenants: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, TenantPage>;
    /** One tenant (GET /admin/tenants/{id}) */
    tenant: Call<{
      /** Identifier of the record */
      id: string;
    }, Tenant>;
    /** Refuse every session and key of a tenant from now on; nothing is deleted (POST /admin/tenants/{id}/deactivate) */
    deactivateTenant: Call<{
      /** Identifier of the record */
      id: string;
    }, Tenant>;
    /** End every session of a user and refuse new ones (POST /admin/users/{id}/deactivate) */
    deactivateUser: Call<{
      /** Identifier of the record */
      id: string;
    }, PlatformUser>;
    /** Let a tenant in again (POST /admin/tenants/{id}/reactivate) */
    reactivateTenant: Call<{
      /** Identifier of the record */
      id: string;
    }, Tenant>;
    /** Let a user in again (POST /admin/users/{id}/reactivate) */
    reactivateUser: Call<{
      /** Identifier of the record */
      id: string;
    }, PlatformUser>;
    /** Users of all tenants, the oldest first (GET /admin/users) */
    users: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, PlatformUserPage>;
    /** The platform in figures (GET /admin/stats) */
    stats: Call<NoInput, PlatformStats>;
    /** Who did what, over all tenants, the newest first (GET /admin/audit) */
    audit: CsvCall<{
      /** One day in UTC; instead of date_from and date_to */
      date?: string | undefined;
      /** First day in UTC, inclusive */
      date_from?: string | undefined;
      /** Last day in UTC, inclusive */
      date_to?: string | undefined;
      /** Only this action, as `noun.verb`; a noun alone stands for all of its actions */
      action?: string | undefined;
      /** Only what this user or key did */
      actor_id?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Only of this tenant */
      tenant_id?: string | undefined;
    }, PlatformAuditPage>;
    /** Requests of each tenant by day or month, the newest first (GET /admin/usage) */
    tenantUsage: CsvCall<{
      /** One day in UTC; instead of date_from and date_to */
      date?: string | undefined;
      /** First day in UTC, inclusive; 30 days ago by default */
      date_from?: string | undefined;
      /** Last day in UTC, inclusive; today by default */
      date_to?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** How CSV is written: `en` with comma and decimal point, `es` and `pt` with semicolon, decimal comma, byte order mark and times without offset */
      locale?: "en" | "es" | "pt" | undefined;
      /** Period of a record, in UTC */
      by?: "day" | "month" | undefined;
      /** Only of this tenant */
      tenant_id?: string | undefined;
    }, TenantUsagePage>;
    /** Model versions, the newest first, and how challengers compare with the champion (GET /admin/models) */
    models: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** Market identifier; GET /markets lists them */
      market_id?: string | undefined;
      /** Versions of this product alone */
      product?: "da" | "ida1" | "ida2" | "ida3" | undefined;
    }, ModelVersionPage>;
    /** Let a model version serve from the next run on; the one before is retired (POST /admin/models/{version}/promote) */
    promoteModel: Call<{
      /** Model version */
      version: string;
    } & {
      /** Why, shown in the registry */
      reason?: string | undefined;
    }, ModelVersion>;
    /** Stop trying a challenger (POST /admin/models/{version}/retire) */
    retireModel: Call<{
      /** Model version */
      version: string;
    } & {
      /** Why, shown in the registry */
      reason?: string | undefined;
    }, ModelVersion>;
    /** Market products of each tenant (GET /admin/subscriptions) */
    subscriptions: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, SubscriptionPage>;
    /** Set the market products that a tenant may read (PUT /admin/subscriptions/{id}) */
    setSubscription: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Market products that the tenant may read */
      products: string[];
    }, Subscription>;
    /** Request limits of each tenant and of keys with a limit of their own (GET /admin/limits) */
    limits: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, TenantLimitPage>;
    /** Set the limit of every credential of a tenant (PUT /admin/limits/tenants/{id}) */
    setTenantLimit: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Requests a minute of each credential; null: back to the default */
      requests_per_minute: number | null;
    }, TenantLimit>;
    /** Set the limit of one key (PUT /admin/limits/api-keys/{id}) */
    setApiKeyLimit: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Requests a minute of each credential; null: back to the default */
      requests_per_minute: number | null;
    }, KeyLimit>;
    /** Incidents of the status page, the newest first (GET /admin/incidents) */
    incidents: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, IncidentPage>;
    /** Write an incident on the status page (POST /admin/incidents) */
    createIncident: CreateCall<NewIncidentInput, Incident>;
    /** Add an update to an incident (POST /admin/incidents/{id}/updates) */
    updateIncident: CreateCall<{
      /** Identifier of the record */
      id: string;
    } & NewIncidentUpdateInput, Incident>;
    /** Delete a deactivated tenant with all that is its own (POST /admin/tenants/{id}/delete) */
    deleteTenant: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Name of the tenant, to confirm which one is meant */
      name: string;
    }, Erasure>;
    /** Identity providers of the tenants, the oldest first (GET /admin/identity-providers) */
    identityProviders: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, ProviderOfTenantPage>;
    /** Confirm domains of a tenant, or let its passwords count again (PATCH /admin/identity-providers/{id}) */
    setIdentityProviderTerms: Call<{
      /** Identifier of the record */
      id: string;
    } & {
      /** Domains of e-mail addresses that belong to the tenant; each to one tenant alone */
      domains?: string[] | undefined;
      /** Lets the passwords of the members count again */
      required?: false | undefined;
    }, ProviderOfTenant>;
    /** Health of every source: what came when, what is late, what was held back (GET /admin/sources) */
    sources: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, SourcePage>;
    /** Load past days of a source in the background (POST /admin/sources/{source}/backfill) */
    startBackfill: CreateCall<{
      /** Name of the source */
      source: string;
    } & BackfillStartInput, Backfill>;
    /** Backfills of a source, the newest first (GET /admin/sources/{source}/backfills) */
    backfills: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** Name of the source */
      source: string;
    }, BackfillPage>;
    /** How far a backfill has come (GET /admin/sources/{source}/backfills/{id}) */
    backfill: Call<{
      /** Name of the source */
      source: string;
      /** Identifier of the record */
      id: string;
    }, Backfill>;
    /** What failed a check and is held back, the newest first (GET /admin/quarantine) */
    quarantine: Call<{
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
      /** What came from this source alone */
      source?: string | undefined;
      /** true: also what was released, discarded or replaced */
      decided?: "true" | "false" | undefined;
    }, HeldBackPage>;
    /** What is held back, with its values (GET /admin/quarantine/{id}) */
    quarantined: Call<{
      /** What is held back: a day of a source (`d17`), or the values of a feed and day (`v3-2025-04-28`) */
      id: string;
    }, HeldBackDetails>;
    /** Store what is held back as its source gave it (POST /admin/quarantine/{id}/release) */
    releaseQuarantined: Call<{
      /** What is held back: a day of a source (`d17`), or the values of a feed and day (`v3-2025-04-28`) */
      id: string;
    } & {
      /** Why, shown in the audit log */
      reason: string;
    }, ReleasedFromQuarantine>;
    /** Decide that what is held back is never stored (POST /admin/quarantine/{id}/discard) */
    discardQuarantined: Call<{
      /** What is held back: a day of a source (`d17`), or the values of a feed and day (`v3-2025-04-28`) */
      id: string;
    } & {
      /** Why, shown in the audit log */
      reason: string;
    }, HeldBack>;
    /** Every queue with its counts, and the failed jobs, the newest first (GET /admin/jobs) */
    jobs: Call<{
      /** Only jobs of this queue */
      queue?: string | undefined;
      /** Page, from 1 */
      page?: number | undefined;
      /** Records in a page */
      page_size?: number | undefined;
    }, JobPage>;
    /** Queue a failed job again (POST /admin/jobs/{id}/retry) */
    retryJob: Call<{
      /** Identifier of the record */
      id: string;
    }, Job>;
    /** Queue all failed jobs again, or those of one queue (POST /admin/jobs/retry-failed) */
    retryFailedJobs: Call<RetryFailedInput, RetriedJobs>;
  };
}
