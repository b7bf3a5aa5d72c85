import type { VettedFetch } from '../webhooks/vetted-fetch.ts';
import type { WebhookContext } from '../webhooks/webhook-context.ts';

/** What administering channels needs of the running service. */
export interface ChannelContext extends WebhookContext {
  fetchChannel: VettedFetch;
}
