// Written by tools/write-migrations.ts from the files of migrations/; run "npm run generate" instead of editing it.
import type { LockingMigration } from './lock-tables.ts';
import * as initial from './migrations/0001-initial.ts';
import * as webhooks from './migrations/0002-webhooks.ts';
import * as accounts from './migrations/0003-accounts.ts';
import * as clientApi from './migrations/0004-client-api.ts';
import * as dataPlatform from './migrations/0005-data-platform.ts';
import * as calibrationExperts from './migrations/0006-calibration-experts.ts';
import * as forecastContributions from './migrations/0007-forecast-contributions.ts';
import * as portfolio from './migrations/0008-portfolio.ts';
import * as notifications from './migrations/0009-notifications.ts';
import * as backfills from './migrations/0010-backfills.ts';
import * as modelRegistry from './migrations/0011-model-registry.ts';
import * as credentialVersion from './migrations/0012-credential-version.ts';
import * as deliveryLeases from './migrations/0013-delivery-leases.ts';
import * as webhookQueue from './migrations/0014-webhook-queue.ts';
import * as requestsAhead from './migrations/0016-requests-ahead.ts';
import * as lastAttempt from './migrations/0017-last-attempt.ts';
import * as feedVersion from './migrations/0018-feed-version.ts';
import * as sourceAnswers from './migrations/0019-source-answers.ts';
import * as quarantineDecisions from './migrations/0020-quarantine-decisions.ts';
import * as missedRuns from './migrations/0021-missed-runs.ts';
import * as backfillRequest from './migrations/0022-backfill-request.ts';
import * as publishedAt from './migrations/0023-published-at.ts';
import * as clockSetBack from './migrations/0024-clock-set-back.ts';
import * as monthlyPartitions from './migrations/0025-monthly-partitions.ts';
import * as runIndexes from './migrations/0026-run-indexes.ts';
import * as accountProtection from './migrations/0027-account-protection.ts';
import * as tenantRequests from './migrations/0028-tenant-requests.ts';
import * as idempotency from './migrations/0029-idempotency.ts';
import * as distributions from './migrations/0030-distributions.ts';
import * as webhookQuantiles from './migrations/0031-webhook-quantiles.ts';
import * as probabilityRules from './migrations/0032-probability-rules.ts';
import * as degradedReasons from './migrations/0033-degraded-reasons.ts';
import * as siteLimits from './migrations/0034-site-limits.ts';
import * as backtestedHours from './migrations/0035-backtested-hours.ts';
import * as ruleResolution from './migrations/0036-rule-resolution.ts';
import * as savedRules from './migrations/0041-saved-rules.ts';
import * as failingTime from './migrations/0043-failing-time.ts';
import * as webhookResolution from './migrations/0044-webhook-resolution.ts';
import * as storageTechnology from './migrations/0045-storage-technology.ts';
import * as weatherAsKnown from './migrations/0046-weather-as-known.ts';
import * as clearedExtremes from './migrations/0047-cleared-extremes.ts';
import * as feedScale from './migrations/0048-feed-scale.ts';
import * as alertRunTries from './migrations/0050-alert-run-tries.ts';
import * as statusPage from './migrations/0056-status-page.ts';
import * as allowedAddresses from './migrations/0058-allowed-addresses.ts';
import * as erasedAuthors from './migrations/0059-erased-authors.ts';
import * as auditQueue from './migrations/0060-audit-queue.ts';
import * as oneRunOfSchedule from './migrations/0061-one-run-of-schedule.ts';
import * as nextDueDelivery from './migrations/0062-next-due-delivery.ts';
import * as webhookAddresses from './migrations/0063-webhook-addresses.ts';
import * as evidence from './migrations/0065-evidence.ts';
import * as identityProvider from './migrations/0066-identity-provider.ts';
import * as linkedIdentities from './migrations/0067-linked-identities.ts';
import * as evidenceTimestamp from './migrations/0070-evidence-timestamp.ts';
import * as siteProfile from './migrations/0071-site-profile.ts';
import * as siteCharge from './migrations/0072-site-charge.ts';
import * as keptPlans from './migrations/0074-kept-plans.ts';
import * as portugal from './migrations/0077-portugal.ts';
import * as alertEvents from './migrations/0078-alert-events.ts';
import * as alertChannels from './migrations/0079-alert-channels.ts';
import * as pushDevices from './migrations/0079-push-devices.ts';
import * as eventFanOut from './migrations/0080-event-fan-out.ts';
import * as portuguese from './migrations/0081-portuguese.ts';
import * as markets from './migrations/0082-markets.ts';
import * as reasonCodes from './migrations/0083-reason-codes.ts';
import * as unkeptCodes from './migrations/0084-unkept-codes.ts';

/** Every migration in order; a released one is never edited, a change of the schema is a further one. */
export const MIGRATIONS: Record<string, LockingMigration> = {
  '0001-initial': initial,
  '0002-webhooks': webhooks,
  '0003-accounts': accounts,
  '0004-client-api': clientApi,
  '0005-data-platform': dataPlatform,
  '0006-calibration-experts': calibrationExperts,
  '0007-forecast-contributions': forecastContributions,
  '0008-portfolio': portfolio,
  '0009-notifications': notifications,
  '0010-backfills': backfills,
  '0011-model-registry': modelRegistry,
  '0012-credential-version': credentialVersion,
  '0013-delivery-leases': deliveryLeases,
  '0014-webhook-queue': webhookQueue,
  '0016-requests-ahead': requestsAhead,
  '0017-last-attempt': lastAttempt,
  '0018-feed-version': feedVersion,
  '0019-source-answers': sourceAnswers,
  '0020-quarantine-decisions': quarantineDecisions,
  '0021-missed-runs': missedRuns,
  '0022-backfill-request': backfillRequest,
  '0023-published-at': publishedAt,
  '0024-clock-set-back': clockSetBack,
  '0025-monthly-partitions': monthlyPartitions,
  '0026-run-indexes': runIndexes,
  '0027-account-protection': accountProtection,
  '0028-tenant-requests': tenantRequests,
  '0029-idempotency': idempotency,
  '0030-distributions': distributions,
  '0031-webhook-quantiles': webhookQuantiles,
  '0032-probability-rules': probabilityRules,
  '0033-degraded-reasons': degradedReasons,
  '0034-site-limits': siteLimits,
  '0035-backtested-hours': backtestedHours,
  '0036-rule-resolution': ruleResolution,
  '0041-saved-rules': savedRules,
  '0043-failing-time': failingTime,
  '0044-webhook-resolution': webhookResolution,
  '0045-storage-technology': storageTechnology,
  '0046-weather-as-known': weatherAsKnown,
  '0047-cleared-extremes': clearedExtremes,
  '0048-feed-scale': feedScale,
  '0050-alert-run-tries': alertRunTries,
  '0056-status-page': statusPage,
  '0058-allowed-addresses': allowedAddresses,
  '0059-erased-authors': erasedAuthors,
  '0060-audit-queue': auditQueue,
  '0061-one-run-of-schedule': oneRunOfSchedule,
  '0062-next-due-delivery': nextDueDelivery,
  '0063-webhook-addresses': webhookAddresses,
  '0065-evidence': evidence,
  '0066-identity-provider': identityProvider,
  '0067-linked-identities': linkedIdentities,
  '0070-evidence-timestamp': evidenceTimestamp,
  '0071-site-profile': siteProfile,
  '0072-site-charge': siteCharge,
  '0074-kept-plans': keptPlans,
  '0077-portugal': portugal,
  '0078-alert-events': alertEvents,
  '0079-alert-channels': alertChannels,
  '0079-push-devices': pushDevices,
  '0080-event-fan-out': eventFanOut,
  '0081-portuguese': portuguese,
  '0082-markets': markets,
  '0083-reason-codes': reasonCodes,
  '0084-unkept-codes': unkeptCodes,
};
