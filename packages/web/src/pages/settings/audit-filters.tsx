import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { usersQuery } from '../../api/users.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isDay } from '../../time/madrid-time.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import { AUDITED, type Audited } from './audited.ts';
import type { SettingsSearch } from './route.ts';

const route = getRouteApi('/app/settings');
const ALL = 'all';

/** Filters of the audit, which the address bar keeps. */
export function AuditFilters() {
  const t = useMessages('settings.page');
  const words = useMessages('settings.audit');
  const { what, who, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery(1)).data?.items ?? [];
  const narrow = (change: SettingsSearch, ...dropped: (keyof SettingsSearch)[]) =>
    void navigate({
      replace: true,
      search: (search) => {
        const next: SettingsSearch = { ...search, ...change };
        for (const name of [...dropped, 'page'] as const) delete next[name];
        return next;
      },
    });
  const narrowDay = (name: 'from' | 'to', value: string) =>
    isDay(value) ? narrow({ [name]: value }) : narrow({}, name);
  const people = users.map(({ id, email }) => ({ value: id, label: email }));
  const isListed = who === undefined || people.some(({ value }) => value === who);
  return (
    <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 sm:flex sm:flex-wrap sm:*:w-48">
      <SelectField<Audited | typeof ALL>
        label={t('what')}
        value={what ?? ALL}
        choices={[
          { value: ALL, label: t('everything') },
          ...AUDITED.map((value) => ({ value, label: words(value) })),
        ]}
        onChange={(value) => (value === ALL ? narrow({}, 'what') : narrow({ what: value }))}
      />
      <SelectField
        label={t('who')}
        value={who ?? ALL}
        choices={[
          { value: ALL, label: t('everybody') },
          ...people,
          ...(isListed ? [] : [{ value: who, label: t('gone') }]),
        ]}
        onChange={(value) => (value === ALL ? narrow({}, 'who') : narrow({ who: value }))}
      />
      <DateField label={t('from')} value={from ?? ''} max={to} onChange={(day) => narrowDay('from', day)} />
      <DateField label={t('to')} value={to ?? ''} min={from} onChange={(day) => narrowDay('to', day)} />
    </div>
  );
}
