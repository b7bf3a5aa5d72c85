import { type Account, recordErasures } from './record-accounts.ts';
import { recordAnswered } from './record-tenant.ts';
import { type Credential, type Recorder, textAt } from './recorder.ts';
import { holdDaysBack, sendDoomedJob } from '../unhappy-records.ts';

interface Platform {
  as: Credential;
  account: Account;
  ticketId: string;
  dataDir: string;
}

/** What superadmins do; at the end the organisation is deactivated, let in again and deleted. */
export async function recordPlatform(recorder: Recorder, platform: Platform): Promise<void> {
  const { call } = recorder;
  const { as, account, ticketId } = platform;
  const tenant = { id: account.tenantId };
  const ticket = { id: ticketId };
  await call('listPlatformTickets', { as, query: { state: 'open' } });
  await call('getPlatformTicket', { as, path: ticket });
  await call('answerPlatformTicket', { as, path: ticket, body: { message: 'At 09:15 Madrid time.' } });
  await recordAnswered(recorder, account.session, ticketId);
  await call('closePlatformTicket', { as, path: ticket });
  await call('listTenants', { as });
  await call('getTenant', { as, path: tenant });
  await call('listPlatformUsers', { as });
  await call('getPlatformStats', { as });
  await call('listPlatformAudit', { as });
  await call('listTenantUsage', { as, query: { by: 'month' } });
  await call('listSubscriptions', { as });
  await call('setSubscription', { as, path: tenant, body: { products: ['es-da', 'es-ida1'] } });
  await call('listLimits', { as });
  await call('setTenantLimit', { as, path: tenant, body: { requests_per_minute: 300 } });
  const keys = await call('createApiKey', { as: account.session, body: { label: 'Reports' } });
  await call('setApiKeyLimit', { as, path: { id: textAt(keys, 'id') }, body: { requests_per_minute: 120 } });
  await call('listIdentityProviders', { as });
  await call('setIdentityProviderTerms', { as, path: tenant, body: { domains: ['example.com'] } });
  await call('removeIdentityProvider', { as: account.session });
  await recordIncidents(recorder, as);
  await recordModels(recorder, as);
  await recordData(recorder, platform);
  const colleague = { id: account.colleagueId };
  await call('deactivatePlatformUser', { as, path: colleague });
  await call('reactivatePlatformUser', { as, path: colleague });
  await recordErasures(recorder, account, platform.dataDir);
  await call('deactivateTenant', { as, path: tenant });
  await call('reactivateTenant', { as, path: tenant });
  await call('deactivateTenant', { as, path: tenant });
  await call('deleteTenant', { as, path: tenant, body: { name: 'Example Energy' } });
}

async function recordIncidents({ call }: Recorder, as: Credential): Promise<void> {
  const opened = await call('createIncident', {
    as,
    body: {
      title: 'The day-ahead forecast is late',
      components: ['forecast_da'],
      text: 'The run of 11:40 is late; the one of 10:30 is served.',
    },
  });
  const path = { id: textAt(opened, 'id') };
  await call('updateIncident', { as, path, body: { state: 'resolved', text: 'The run is there.' } });
  await call('listIncidents', { as });
}

/** Challengers of the last auction: nothing else that is recorded or shown depends on them. */
async function recordModels({ call }: Recorder, as: Credential): Promise<void> {
  const challengers = async (product: string) => {
    const models = await call('listModels', { as, query: { product } });
    return textAt(models, 'items', indexOfChallenger(models), 'model_version');
  };
  const retired = { version: await challengers('ida2') };
  await call('retireModel', { as, path: retired, body: { reason: 'No better after a month' } });
  const promoted = { version: await challengers('ida3') };
  await call('promoteModel', { as, path: promoted, body: { reason: 'Lower error for six weeks' } });
  await call('listModels', { as, query: { product: 'ida3' } });
}

function indexOfChallenger(models: unknown): number {
  for (let i = 0; ; i++) if (textAt(models, 'items', i, 'state') === 'challenger') return i;
}

async function recordData({ call }: Recorder, { as, dataDir }: Platform): Promise<void> {
  const source = 'simulator';
  await call('listSources', { as });
  const body = { publication: 'price.da', from: '2026-03-01', to: '2026-03-02' };
  const started = await call('startBackfill', { as, path: { source }, body });
  await call('getBackfill', { as, path: { source, id: textAt(started, 'id') } });
  await call('listBackfills', { as, path: { source } });
  const [released, discarded] = await holdDaysBack(dataDir);
  await call('listHeldBack', { as });
  await call('listQuarantine', { as, query: { decided: 'false' } });
  await call('getQuarantined', { as, path: { id: released } });
  await call('releaseQuarantined', { as, path: { id: released }, body: { reason: 'OMIE has confirmed it' } });
  await call('discardQuarantined', {
    as,
    path: { id: discarded },
    body: { reason: 'OMIE has published it anew' },
  });
  const isListed = (jobs: unknown) => JSON.stringify(jobs).includes('"state":"failed"');
  await sendDoomedJob(dataDir, { product: 'none' });
  const jobs = await call('listJobs', { as, query: { queue: 'run-shadows' }, until: isListed });
  await call('retryJob', { as, path: { id: textAt(jobs, 'items', 0, 'id') } });
  await call('listJobs', { as, query: { queue: 'run-shadows' }, until: isListed });
  await call('retryFailedJobs', { as, body: { queue: 'run-shadows' } });
}
