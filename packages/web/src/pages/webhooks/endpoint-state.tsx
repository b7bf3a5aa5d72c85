import type { Webhook } from '@lonja/client';
import { useMessages } from '../../i18n/locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

export function EndpointState({ state }: Pick<Webhook, 'state'>) {
  const t = useMessages(messages);
  return <Badge kind={state === 'active' ? 'good' : 'warn'}>{t(state)}</Badge>;
}
