import type { Notification } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { NOTIFICATIONS_KEY } from '../../api/unread.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { notificationsQuery } from './query.ts';

const route = getRouteApi('/app/alerts');

/** The user's notifications, the newest first. */
export function Notifications() {
  const t = useMessages('alerts.page');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { page = 1, show } = route.useSearch();
  const navigate = route.useNavigate();
  const notifications = useQuery(notificationsQuery(page, show === 'unread'));
  const options = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
    onError: (error: unknown) => showToast(errorText(error)),
  };
  const read = useMutation({ mutationFn: (id: string) => client.notifications.read({ id }), ...options });
  const readAll = useMutation({ mutationFn: () => client.notifications.readAll(), ...options });
  return (
    <Section
      title={t('notifications')}
      note={t('kept')}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t('show')}
            value={show ?? 'all'}
            choices={[
              { value: 'all', label: t('all') },
              { value: 'unread', label: t('unread') },
            ]}
            onChange={(chosen) => void navigate({ search: chosen === 'unread' ? { show: chosen } : {} })}
          />
          <Button
            disabled={(notifications.data?.unread ?? 0) === 0}
            isBusy={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {t('readAll')}
          </Button>
        </div>
      }
    >
      <PagedList
        query={notifications}
        page={page}
        onPage={(next) => void navigate({ search: (search) => ({ ...search, page: next }) })}
        height="h-48"
        empty={<EmptyState text={show === 'unread' ? t('noUnread') : t('noNotifications')} />}
      >
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onRead={() => read.mutate(notification.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function NotificationItem({ notification, onRead }: { notification: Notification; onRead: () => void }) {
  const t = useMessages('alerts.page');
  const format = useFormat();
  const { title, text, path, alert, created_at, read_at } = notification;
  const isUnread = read_at === null;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 max-w-[70ch]">
        <h3 className={isUnread ? 'font-semibold' : 'font-medium text-soft'}>
          {title} {isUnread && <Badge kind="accent">{t('unreadMark')}</Badge>}{' '}
          {alert?.simulated === true && <Badge kind="warn">{t('simulated')}</Badge>}
        </h3>
        <p className="text-sm whitespace-pre-line text-soft">{text}</p>
        <p className="text-xs text-faint">{format.instant(created_at)}</p>
      </div>
      <div className="flex gap-1">
        {isUnread && (
          <Button look="quiet" onClick={onRead}>
            {t('read')}
          </Button>
        )}
        <ButtonAnchor href={path} {...(isUnread && { onClick: onRead })}>
          {t('open')}
        </ButtonAnchor>
      </div>
    </li>
  );
}
