import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { figuresQuery } from './query.ts';

const BYTES_OF_A_MEGABYTE = 1e6;

/** The platform in figures. */
export function Figures() {
  const t = useMessages('admin.page');
  const format = useFormat();
  const figures = useQuery(figuresQuery);
  return (
    <Section title={t('figures')} note={t('figuresNote')}>
      <QueryView query={figures} placeholder={<Placeholder className="h-40" />}>
        {(stats) => (
          <>
            {stats.first_run_file && <Notice kind="warn">{t('firstRunFile')}</Notice>}
            <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-4">
              <Figure
                label={t('tenants')}
                value={format.number(stats.tenants)}
                note={t('activeOnes', { count: format.number(stats.active_tenants) })}
              />
              <Figure
                label={t('users')}
                value={format.number(stats.users)}
                note={t('activeOnes', { count: format.number(stats.active_users) })}
              />
              <Figure label={t('liveKeys')} value={format.number(stats.live_api_keys)} />
              <Figure label={t('liveSessions')} value={format.number(stats.live_sessions)} />
              <Figure
                label={t('requestsToday')}
                value={format.number(stats.requests_today)}
                note={t('sinceMidnight')}
              />
              <Figure label={t('waitingMails')} value={format.number(stats.waiting_mails)} />
              <Figure label={t('forecastRuns')} value={format.number(stats.forecast_runs)} />
              <Figure
                label={t('database')}
                value={format.number(stats.database_bytes / BYTES_OF_A_MEGABYTE)}
                unit="MB"
              />
            </dl>
          </>
        )}
      </QueryView>
    </Section>
  );
}
