import type { Webhook } from '@lonja/client';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';

export function EndpointState({ state }: Pick<Webhook, 'state'>) {
  const t = useMessages('webhooks.page');
  return <Badge kind={state === 'active' ? 'good' : 'warn'}>{t(state)}</Badge>;
}
