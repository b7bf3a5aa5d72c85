import { getRouteApi } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { isDay } from '../../time/madrid-time.ts';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/field.tsx';
import {
  DELIVERED_EVENTS,
  DELIVERY_STATES,
  type DeliveredEvent,
  type DeliveryState,
  isDeliveredEvent,
  isDeliveryState,
} from './events.ts';
import type { DeliverySearch } from './route.ts';

const route = getRouteApi('/app/webhooks/$id');
const ALL = 'all';

/** Filters of the deliveries, which the address bar keeps. */
export function DeliveryFilters() {
  const t = useMessages('webhooks.page');
  const { state, event, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = (change: DeliverySearch, ...dropped: (keyof DeliverySearch)[]) =>
    void navigate({
      replace: true,
      search: (search) => {
        const next: DeliverySearch = { ...search, ...change };
        for (const name of [...dropped, 'page', 'delivery'] as const) delete next[name];
        return next;
      },
    });
  const narrowDay = (name: 'from' | 'to', value: string) =>
    isDay(value) ? narrow({ [name]: value }) : narrow({}, name);
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:*:w-44">
      <SelectField<DeliveryState | typeof ALL>
        label={t('state')}
        value={state ?? ALL}
        choices={[
          { value: ALL, label: t('all') },
          ...DELIVERY_STATES.map((value) => ({ value, label: t(value) })),
        ]}
        onChange={(value) => (isDeliveryState(value) ? narrow({ state: value }) : narrow({}, 'state'))}
      />
      <SelectField<DeliveredEvent | typeof ALL>
        label={t('event')}
        value={event ?? ALL}
        choices={[
          { value: ALL, label: t('all') },
          ...DELIVERED_EVENTS.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => (isDeliveredEvent(value) ? narrow({ event: value }) : narrow({}, 'event'))}
      />
      <DateField
        label={t('fromDay')}
        value={from ?? ''}
        max={to}
        onChange={(day) => narrowDay('from', day)}
      />
      <DateField label={t('toDay')} value={to ?? ''} min={from} onChange={(day) => narrowDay('to', day)} />
    </div>
  );
}
