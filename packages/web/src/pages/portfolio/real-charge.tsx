import type { Replan, Site, SiteCharge } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { serviceNow, useToday } from '../../time/service-clock.ts';
import { madridDay } from '../../time/madrid-time.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/field.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { EmptyState, Notice, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Faults } from './faults.tsx';
import { OfDay } from './of-day.tsx';
import { PORTFOLIO_KEY } from './query.ts';
import { SITE_LIMITS } from './site-facts.ts';

/** What a battery really holds, and the plan of the rest of today from it. */
export function RealCharge({ site }: { site: Site }) {
  const t = useMessages('portfolio.ownData');
  const me = useMe();
  const charge = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'charge', site.id],
    queryFn: ({ signal }) => client.portfolio.siteCharge({ id: site.id }, { signal }),
  });
  return (
    <Section title={t('charge')} note={t('chargeNote')}>
      {hasRole(me, 'trader') && <Upload site={site} />}
      <QueryView query={charge} placeholder={<Placeholder className="h-40" />}>
        {({ latest }) =>
          latest === null ? <EmptyState text={t('noCharge')} /> : <Latest site={site} latest={latest} />
        }
      </QueryView>
    </Section>
  );
}

type Sent = { soc: number } | { file: File };

function Upload({ site }: { site: Site }) {
  const t = useMessages('portfolio.ownData');
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState(0);
  const upload = useMutation({
    mutationFn: async (sent: Sent) =>
      client.portfolio.putSiteCharge({
        id: site.id,
        ...('soc' in sent
          ? { measured: [{ at: new Date(serviceNow()).toISOString(), soc: sent.soc }] }
          : { csv: await sent.file.text() }),
      }),
    onSuccess: () => {
      showToast(t('chargeStored'));
      setUploads((count) => count + 1);
      return queryClient.invalidateQueries({ queryKey: PORTFOLIO_KEY });
    },
  });
  return (
    <div key={uploads} className="grid gap-4">
      <Form className="max-w-md" onSubmit={(fields) => upload.mutate({ soc: Number(textOf(fields, 'soc')) })}>
        <NumberField name="soc" label={t('now')} value={undefined} faults={{}} {...SITE_LIMITS.charge} />
        <div>
          <Button look="primary" type="submit" isBusy={upload.isPending}>
            {t('storeCharge')}
          </Button>
        </div>
      </Form>
      <TextField
        className="max-w-md"
        label={t('chargeFile')}
        hint={t('chargeHint')}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) upload.mutate({ file });
        }}
      />
      {upload.error !== null && <Faults error={upload.error} />}
    </div>
  );
}

function Latest({ site, latest }: { site: Site; latest: NonNullable<SiteCharge['latest']> }) {
  const t = useMessages('portfolio.ownData');
  const format = useFormat();
  const isOfToday = madridDay(Date.parse(latest.at)) === useToday();
  const rest = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'rest', site.id, latest],
    queryFn: ({ signal }) => client.portfolio.replanSite({ id: site.id }, { signal }),
    enabled: isOfToday,
    retry: false,
  });
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure
          label={t('latest')}
          value={format.number(latest.soc, 1)}
          unit="%"
          note={t('latestNote', { at: format.instant(latest.at) })}
        />
        {rest.data && <Totals plan={rest.data} />}
      </dl>
      {isOfToday && (
        <OfDay query={rest} placeholder={<Placeholder className="h-80" />}>
          {(plan) => <Rest site={site} plan={plan} />}
        </OfDay>
      )}
    </>
  );
}

function Totals({ plan: { total, ...plan } }: { plan: Replan }) {
  const t = useMessages('portfolio.ownData');
  const format = useFormat();
  return (
    <>
      <Figure
        label={t('expected')}
        value={format.number(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: format.number(total.p10_eur), high: format.number(total.p90_eur) })}
      />
      <Figure
        label={t('cycles')}
        value={format.number(plan.cycles_left, 2)}
        note={t('cyclesNote', { used: format.number(plan.used_cycles, 2) })}
      />
    </>
  );
}

type Period = Replan['periods'][number];

function Rest({ site, plan }: { site: Site; plan: Replan }) {
  const t = useMessages('portfolio.ownData');
  const format = useFormat();
  return (
    <>
      <h3 className="font-semibold">{t('rest')}</h3>
      {plan.simulated && <Notice kind="warn">{t('simulated')}</Notice>}
      <p className="text-sm text-faint">{t(plan.prices)}</p>
      <DataTable<Period>
        caption={t('restOf', { name: site.name })}
        rows={plan.periods}
        keyOf={({ start }) => start}
        maxHeight="max-h-96"
        columns={[
          { title: t('start'), cell: ({ start }) => format.clock(start) },
          { title: t('power'), isNumber: true, cell: ({ power_mw: power }) => format.number(power, 2) },
          { title: t('soc'), isNumber: true, cell: ({ soc }) => format.number(soc, 1) },
          { title: t('price'), isNumber: true, cell: ({ price }) => format.price(price) },
          { title: t('eur'), isNumber: true, cell: ({ expected_eur: eur }) => format.number(eur, 2) },
        ]}
      />
    </>
  );
}
