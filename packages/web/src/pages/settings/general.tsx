import type { Settings } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { hasRole, useMe } from '../../api/me.ts';
import { settingsQuery } from '../../api/settings.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { LANGUAGE_NAMES } from '../../i18n/texts.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Section } from '../../layout/page.tsx';
import { isProduct } from '../../market/products.ts';
import { Placeholder, QueryView } from '../../ui/states.tsx';
import { OrganisationForm } from './organisation-form.tsx';

/** What the tenant chose, and what it subscribed to. */
export function General() {
  const t = useMessages('settings.page');
  const isAdmin = hasRole(useMe(), 'admin');
  const settings = useQuery(settingsQuery);
  return (
    <QueryView query={settings} placeholder={<Placeholder className="h-96" />}>
      {(found) => (
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-2">
          <Section title={t('organisation')} note={isAdmin ? undefined : t('readOnly')}>
            {isAdmin ? <OrganisationForm settings={found} /> : <OrganisationFacts settings={found} />}
          </Section>
          <Section title={t('plan')} note={t('planNote')}>
            <Plan settings={found} />
          </Section>
        </div>
      )}
    </QueryView>
  );
}

function OrganisationFacts({ settings }: { settings: Settings }) {
  const t = useMessages('settings.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  return (
    <Facts
      facts={[
        { label: t('name'), value: settings.name },
        { label: t('language'), value: LANGUAGE_NAMES[settings.locale] },
        { label: t('timeZone'), value: settings.time_zone },
        {
          label: t('threshold'),
          value: `${format.price(settings.forecast_change_threshold)} ${common('unit')}`,
        },
      ]}
    />
  );
}

function Plan({ settings }: { settings: Settings }) {
  const t = useMessages('settings.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const time = useRecordTime();
  const products = settings.products.map((id) => {
    const name = id.slice(id.indexOf('-') + 1);
    return isProduct(name) ? common(name) : id;
  });
  return (
    <Facts
      facts={[
        { label: t('products'), value: products.length === 0 ? t('noProducts') : products.join(', ') },
        { label: t('requests'), value: format.number(settings.requests_per_minute) },
        { label: t('since'), value: time.instant(settings.created_at) },
      ]}
    />
  );
}

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="grid gap-3">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-faint">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
