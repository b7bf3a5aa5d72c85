import type { Profile, PutProfile, Site } from '@lonja/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { hasRole, useMe } from '../../api/me.ts';
import { fileNameOf, saveFile } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Faults } from './faults.tsx';
import { RealCharge } from './real-charge.tsx';
import { PORTFOLIO_KEY } from './query.ts';

/** What the owner of a site uploads of it. */
export function OwnData({ site }: { site: Site }) {
  return (
    <>
      {(site.kind === 'battery' || site.kind === 'hybrid') && <RealCharge site={site} />}
      {site.kind !== 'battery' && <UploadedProfile site={site} />}
    </>
  );
}

function UploadedProfile({ site }: { site: Site }) {
  const t = useMessages('portfolio.ownData');
  const me = useMe();
  const profile = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'profile', site.id],
    queryFn: ({ signal }) => client.portfolio.siteProfile({ id: site.id }, { signal }),
  });
  return (
    <Section title={t('profile')} note={t('profileNote')}>
      {hasRole(me, 'trader') && <Upload site={site} />}
      <QueryView query={profile} placeholder={<Placeholder className="h-40" />}>
        {({ days }) =>
          days.length === 0 ? <EmptyState text={t('empty')} /> : <Days site={site} days={days} />
        }
      </QueryView>
    </Section>
  );
}

type Checked = { csv: string; put: PutProfile };

/** A file is checked as soon as it is chosen, and stored when its owner has seen what it says. */
function Upload({ site }: { site: Site }) {
  const t = useMessages('portfolio.ownData');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(0);
  const check = useMutation({
    mutationFn: async (file: File): Promise<Checked> => {
      const csv = await file.text();
      return { csv, put: await client.portfolio.putSiteProfile({ id: site.id, csv, dry_run: true }) };
    },
  });
  const store = useMutation({
    mutationFn: (csv: string) => client.portfolio.putSiteProfile({ id: site.id, csv }),
    onSuccess: () => {
      showToast(t('stored'));
      check.reset();
      setChosen((count) => count + 1);
      return queryClient.invalidateQueries({ queryKey: PORTFOLIO_KEY });
    },
  });
  const error = store.error ?? check.error;
  return (
    <div className="grid gap-3">
      <TextField
        key={chosen}
        className="max-w-md"
        label={t('file')}
        hint={t('fileHint')}
        type="file"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0];
          store.reset();
          if (file === undefined) check.reset();
          else check.mutate(file);
        }}
      />
      {error !== null && <Faults error={error} />}
      {check.data && (
        <>
          <h3 className="font-semibold">{t('check')}</h3>
          <Preview days={check.data.put.days} />
          <div>
            <Button look="primary" isBusy={store.isPending} onClick={() => store.mutate(check.data.csv)}>
              {t('store')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Preview({ days }: { days: PutProfile['days'] }) {
  const t = useMessages('portfolio.ownData');
  const columns = useDayColumns();
  return (
    <DataTable<PutProfile['days'][number]>
      caption={t('check')}
      rows={days}
      keyOf={({ date }) => date}
      maxHeight="max-h-96"
      columns={[
        ...columns,
        { title: t('replaces'), cell: ({ replaces }) => (replaces ? t('yes') : t('no')) },
      ]}
    />
  );
}

type Day = Pick<Profile['days'][number], 'date' | 'resolution' | 'energy_mwh' | 'lowest_mw' | 'highest_mw'>;

function useDayColumns() {
  const t = useMessages('portfolio.ownData');
  const format = useFormat();
  return [
    { title: t('day'), cell: ({ date }: Day) => format.day(date) },
    {
      title: t('energy'),
      isNumber: true,
      cell: ({ energy_mwh: energy }: Day) => format.number(energy, 2),
    },
    { title: t('lowest'), isNumber: true, cell: ({ lowest_mw: power }: Day) => format.number(power, 2) },
    { title: t('highest'), isNumber: true, cell: ({ highest_mw: power }: Day) => format.number(power, 2) },
    {
      title: t('length'),
      isWide: true,
      cell: ({ resolution }: Day) => (resolution === 'PT1H' ? t('hours') : t('quarters')),
    },
  ];
}

function Days({ site, days }: { site: Site; days: Profile['days'] }) {
  const t = useMessages('portfolio.ownData');
  const format = useFormat();
  const me = useMe();
  const locale = useLocale();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const columns = useDayColumns();
  const onError = (error: unknown) => showToast(errorText(error));
  const remove = useMutation({
    mutationFn: (date: string) => client.portfolio.deleteSiteProfile({ id: site.id, date }),
    onSuccess: () => {
      showToast(t('removed'));
      return queryClient.invalidateQueries({ queryKey: PORTFOLIO_KEY });
    },
    onError,
  });
  const csv = useMutation({
    mutationFn: () => client.portfolio.siteProfile({ id: site.id, format: 'csv', locale }),
    onSuccess: (text) => saveFile(fileNameOf({ what: `profile-${site.name}`, product: 'da' }, 'csv'), text),
    onError,
  });
  return (
    <>
      <DataTable<Profile['days'][number]>
        caption={t('list', { name: site.name })}
        rows={days}
        keyOf={({ date }) => date}
        maxHeight="max-h-96"
        columns={[
          ...columns,
          { title: t('uploaded'), isWide: true, cell: ({ uploaded_at: at }) => format.instant(at) },
          ...(hasRole(me, 'trader')
            ? [
                {
                  title: t('actions'),
                  cell: ({ date }: Day) => (
                    <IconButton
                      label={t('remove', { day: format.day(date) })}
                      onClick={() => remove.mutate(date)}
                    >
                      <Trash2 aria-hidden size={16} />
                    </IconButton>
                  ),
                },
              ]
            : []),
        ]}
      />
      <div>
        <Button isBusy={csv.isPending} onClick={() => csv.mutate()}>
          <Download aria-hidden size={16} />
          {t('csv')}
        </Button>
      </div>
    </>
  );
}
