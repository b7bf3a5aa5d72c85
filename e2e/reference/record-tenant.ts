import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Credential, type Recorder, textAt } from './recorder.ts';

const DAY = '2026-03-31';
/** Its prices are not public yet. */
const DAY_AFTER = '2026-04-01';
const MEASURED_AT = '2026-03-30T12:00:00+02:00';

/** What an organisation keeps: webhooks, sites, alert rules and channels, notifications and tickets. */
export async function recordTenant(recorder: Recorder, as: Credential): Promise<{ ticketId: string }> {
  await recordWebhooks(recorder, as);
  await recordSites(recorder, as);
  await recordRules(recorder, as);
  await recordChannels(recorder, as);
  return recordTickets(recorder, as);
}

async function recordWebhooks({ call }: Recorder, as: Credential): Promise<void> {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const url = `http://127.0.0.1:${port}/lonja`;
    const created = await call('createWebhook', {
      as,
      body: { name: 'Desk', url, events: ['forecast.published'] },
    });
    const path = { id: textAt(created, 'id') };
    await call('listWebhooks', { as });
    await call('getWebhook', { as, path });
    await call('changeWebhook', { as, path, body: { events: ['forecast.published', 'prices.published'] } });
    const ping = { ...path, delivery_id: textAt(await call('testWebhook', { as, path }), 'delivery_id') };
    const until = (delivery: unknown) => textAt(delivery, 'state') === 'succeeded';
    await call('getWebhookDelivery', { as, path: ping, until });
    await call('listWebhookDeliveries', { as, path, query: { state: 'succeeded' } });
    await call('redeliverWebhook', { as, path: ping });
    await call('replayWebhook', {
      as,
      path,
      body: { from: '2026-03-30T10:00:00Z', to: '2026-03-30T10:06:00Z' },
    });
    await call('rotateWebhookSecret', { as, path, body: { grace_seconds: 3600 } });
    await call('deleteWebhook', { as, path });
  } finally {
    receiver.close();
  }
}

async function recordSites({ call }: Recorder, as: Credential): Promise<void> {
  const limits = { start_soc: 50, max_cycles: 1.5, wear_cost: 4 };
  const power = { capacity_mw: 10, energy_mwh: 20, efficiency: 0.9 };
  const battery = { name: 'Brunete', kind: 'battery', ...power, ...limits };
  const path = { id: textAt(await call('createSite', { as, body: battery }), 'id') };
  await call('listSites', { as });
  await call('findPlaces', { as, query: { name: 'zaragoza' } });
  await call('getSite', { as, path });
  await call('changeSite', { as, path, body: { notes: 'Second cabinet from May' } });
  await call('getPortfolioSummary', { as, query: { date: DAY } });
  await call('valueSite', { as, path, query: { date: DAY } });
  await call('scheduleSite', { as, path, query: { date: DAY } });
  await call('offerSite', { as, path, query: { date: DAY } });
  await call('valueWaiting', { as, path, query: { date: DAY_AFTER, max_loss: '50' } });
  const measured = { measured: [{ at: MEASURED_AT, soc: 42.5 }] };
  await call('putSiteCharge', { as, path, body: measured });
  await call('getSiteCharge', { as, path });
  await call('replanSite', { as, path, body: measured });
  const kept = await call('keepPlan', { as, path, body: { date: DAY_AFTER, kind: 'offer' } });
  await call('listKeptPlans', { as });
  await call('getKeptPlan', { as, path: { id: textAt(kept, 'id') } });
  await call('getSettlements', { as, query: { group_by: 'month' } });
  const works = { name: 'Works', kind: 'load', capacity_mw: 5 };
  const load = { id: textAt(await call('createSite', { as, body: works }), 'id') };
  const mw = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 2.5 : 0.8));
  await call('putSiteProfile', { as, path: load, body: { days: [{ date: DAY, mw }] } });
  await call('getSiteProfile', { as, path: load });
  await call('deleteSiteProfile', { as, path: { ...load, date: DAY } });
  await call('deleteSite', { as, path });
  await call('deleteSite', { as, path: load });
}

async function recordRules({ call }: Recorder, as: Credential): Promise<void> {
  const condition = { kind: 'price_above', product: 'da', threshold: 150, from_hour: 18, to_hour: 23 };
  await call('previewAlertRule', { as, body: { ...condition, threshold: 80 } });
  const rule = { name: 'Evening peak', ...condition };
  const path = { id: textAt(await call('createAlertRule', { as, body: rule }), 'id') };
  await call('listAlertRules', { as });
  await call('getAlertRule', { as, path });
  await call('changeAlertRule', { as, path, body: { threshold: 120 } });
  await call('deleteAlertRule', { as, path });
}

async function recordChannels({ call }: Recorder, as: Credential): Promise<void> {
  // Takes whatever is sent, as Slack does.
  const slack = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  slack.listen(0, '127.0.0.1');
  await once(slack, 'listening');
  const address = slack.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const url = `http://127.0.0.1:${port}/services/T000/B000/XXXX`;
    const channel = { kind: 'slack', name: 'Trading desk', url, quiet_from: '22:00', quiet_to: '07:00' };
    const path = { id: textAt(await call('createAlertChannel', { as, body: channel }), 'id') };
    await call('listAlertChannels', { as });
    await call('testAlertChannel', { as, path });
    await call('changeAlertChannel', { as, path, body: { digest_at: '08:00' } });
    await call('getPushKey', { as });
    await call('deleteAlertChannel', { as, path });
  } finally {
    slack.close();
  }
}

async function recordTickets({ call }: Recorder, as: Credential): Promise<{ ticketId: string }> {
  const ticket = {
    subject: 'Forecasts of ida3',
    message: 'When is the forecast of the third auction issued?',
  };
  const ticketId = textAt(await call('createTicket', { as, body: ticket }), 'id');
  await call('listTickets', { as });
  await call('getTicket', { as, path: { id: ticketId } });
  await call('replyToTicket', { as, path: { id: ticketId }, body: { message: 'We need it by 09:30.' } });
  return { ticketId };
}

/** After an answer to the ticket. */
export async function recordAnswered({ call }: Recorder, as: Credential, ticketId: string): Promise<void> {
  await call('countUnreadNotifications', { as });
  const notifications = await call('listNotifications', { as });
  await call('readNotification', { as, path: { id: textAt(notifications, 'items', 0, 'id') } });
  await call('readAllNotifications', { as });
  await call('closeTicket', { as, path: { id: ticketId } });
}
