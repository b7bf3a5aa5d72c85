import { fetchFile, type Site, type SiteOffer } from '@lonja/client';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client, connection } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { fileNameOf, saveFile } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { madridClock } from '../../time/madrid-time.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, Notice, Placeholder } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { OfDay } from './of-day.tsx';
import { PORTFOLIO_KEY } from './query.ts';

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface OfferProps {
  site: Site;
  date: string;
  plan: 'expected' | 'robust';
}

type Asked = Omit<OfferProps, 'site'> & { limits: 'cost' | 'none' };

function offerQuery(id: string, asked: Asked) {
  return queryOptions({
    queryKey: [...PORTFOLIO_KEY, 'offer', id, asked],
    queryFn: ({ signal }) => client.portfolio.offerSite({ id, ...asked }, { signal }),
    retry: false,
  });
}

/** What the site should offer to the auction of the day, what of it is expected to be taken, and its files. */
export function Offer({ site, date, plan }: OfferProps) {
  const t = useMessages('portfolio.offer');
  const [limits, setLimits] = useState<Asked['limits']>('cost');
  const asked = { date, plan, limits };
  const offer = useQuery({ ...offerQuery(site.id, asked), placeholderData: keepPreviousData });
  const hasBattery = site.kind === 'battery' || site.kind === 'hybrid';
  return (
    <Section
      title={t('offer')}
      note={t('note')}
      actions={
        hasBattery && (
          <Segmented
            label={t('limits')}
            value={limits}
            choices={[
              { value: 'cost', label: t('cost') },
              { value: 'none', label: t('none') },
            ]}
            onChange={setLimits}
          />
        )
      }
    >
      <OfDay query={offer} placeholder={<Placeholder className="h-[30rem]" />}>
        {(shown) => <Offered site={site} offer={shown} asked={asked} />}
      </OfDay>
    </Section>
  );
}

function Offered({ site, offer, asked }: { site: Site; offer: SiteOffer; asked: Asked }) {
  const t = useMessages('portfolio.offer');
  const format = useFormat();
  const isEmpty = offer.periods.every(({ side }) => side === null);
  return (
    <>
      <p className="text-sm text-faint">
        {t('gate', {
          issued: format.instant(offer.issued_at),
          gate: format.instant(offer.rules.gate_closes_at),
        })}
      </p>
      <Checks offer={offer} />
      {isEmpty ? (
        <EmptyState text={t('empty')} />
      ) : (
        <>
          <Totals offer={offer} />
          <Steps site={site} offer={offer} />
          <Files site={site} offer={offer} asked={asked} />
        </>
      )}
    </>
  );
}

function Checks({ offer: { checks, total } }: { offer: SiteOffer }) {
  const t = useMessages('portfolio.offer');
  const format = useFormat();
  const moved = total.sale_mwh + total.purchase_mwh;
  return checks
    .filter(({ code }) => code !== 'nothing_offered')
    .map(({ code, severity, period, message }) => (
      <Notice key={`${code} ${period}`} kind="warn">
        {severity === 'error' ? t('invalid', { message }) : textOfCheck(code, message)}
      </Notice>
    ));

  function textOfCheck(code: SiteOffer['checks'][number]['code'], message: string): string {
    if (code === 'often_broken')
      return t(code, { share: format.percent((100 * total.broken_mwh) / Math.max(moved, 0.1), 0) });
    if (
      code === 'gate_closed' ||
      code === 'too_small' ||
      code === 'degraded_forecast' ||
      code === 'simulated'
    )
      return t(code);
    return message;
  }
}

function Totals({ offer: { total, kind } }: { offer: SiteOffer }) {
  const t = useMessages('portfolio.offer');
  const format = useFormat();
  const eur = (value: number) => format.number(value);
  const mwh = (value: number) => format.number(value, 1);
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      <Figure
        label={t('money')}
        value={eur(total.expected_eur)}
        unit="EUR"
        note={t('range', { low: eur(total.p10_eur), high: eur(total.p90_eur) })}
      />
      <Figure
        label={t('taken')}
        value={mwh(total.expected_mwh)}
        unit="MWh"
        note={t('takenNote', { low: mwh(total.p10_mwh), high: mwh(total.p90_mwh) })}
      />
      <Figure
        label={t('offered')}
        value={mwh(total.sale_mwh)}
        unit="MWh"
        note={t('offeredNote', { purchase: mwh(total.purchase_mwh) })}
      />
      {kind !== 'load' && (
        <Figure
          label={t('anyPrice')}
          value={eur(total.at_any_price.expected_eur)}
          unit="EUR"
          note={t('range', { low: eur(total.at_any_price.p10_eur), high: eur(total.at_any_price.p90_eur) })}
        />
      )}
      {total.left_eur !== 0 && (
        <Figure label={t('left')} value={eur(total.left_eur)} unit="EUR" note={t('leftNote')} />
      )}
    </dl>
  );
}

type Period = SiteOffer['periods'][number];

function Steps({ site, offer: { periods } }: { site: Site; offer: SiteOffer }) {
  const t = useMessages('portfolio.offer');
  const format = useFormat();
  const eur = (value: number) => format.number(value, 2);
  return (
    <>
      <h3 className="font-semibold">{t('periods')}</h3>
      <DataTable<Period>
        caption={t('caption', { name: site.name })}
        maxHeight="max-h-112"
        rows={periods}
        keyOf={({ start }) => start}
        columns={[
          { title: t('period'), isNumber: true, cell: ({ period }) => String(period) },
          { title: t('start'), cell: ({ start }) => madridClock(Date.parse(start)) },
          { title: t('side'), cell: ({ side }) => (side === null ? '–' : t(side)) },
          {
            title: t('steps'),
            isNumber: true,
            cell: ({ steps }) =>
              steps.map(({ price, power_mw: mw, probability }) => (
                <span key={price} className="block whitespace-nowrap">
                  {t('step', {
                    price: format.price(price),
                    mw: format.number(mw, 1),
                    odds: format.percent(probability, 0),
                  })}
                </span>
              )),
          },
          { title: t('expectedMw'), isNumber: true, cell: (each) => format.number(each.expected_mw, 2) },
          { title: t('expectedEur'), isNumber: true, cell: (each) => eur(each.expected_eur) },
          {
            title: t('rangeEur'),
            isNumber: true,
            isWide: true,
            cell: ({ p10_eur: low, p90_eur: high }) => `${eur(low)} … ${eur(high)}`,
          },
        ]}
      />
      <p className="text-sm text-faint">{t('stepsNote')}</p>
    </>
  );
}

function Files({ site, offer, asked }: { site: Site; offer: SiteOffer; asked: Asked }) {
  const t = useMessages('portfolio.offer');
  const locale = useLocale();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const onError = (error: unknown) => showToast(errorText(error));
  const nameOf = (what: string, ending: string) =>
    fileNameOf({ what, product: 'da', days: [offer.date], run: offer.issued_at }, ending);
  const csv = useMutation({
    mutationFn: () => client.portfolio.offerSite({ id: site.id, ...asked, format: 'csv', locale }),
    onSuccess: (text) => saveFile(nameOf(`offer-${site.name}`, 'csv'), text),
    onError,
  });
  const workbook = useMutation({
    mutationFn: () => {
      const query = new URLSearchParams({ ...asked, format: 'xlsx' });
      return fetchFile(connection, `/portfolio/sites/${site.id}/offer?${query.toString()}`);
    },
    onSuccess: (bytes) =>
      saveFile(nameOf(`offer-${site.name}`, 'xlsx'), new Blob([new Uint8Array(bytes)]), WORKBOOK_TYPE),
    onError,
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => csv.mutate()} disabled={csv.isPending}>
        <Download aria-hidden size={15} />
        {t('csv')}
      </Button>
      <Button onClick={() => workbook.mutate()} disabled={workbook.isPending}>
        <Download aria-hidden size={15} />
        {t('workbook')}
      </Button>
      {offer.is_valid && <Button onClick={() => setOpen(true)}>{t('omie')}</Button>}
      {isOpen && (
        <OmieDialog
          offer={offer}
          fetchRows={(units) =>
            client.portfolio.offerSite({ id: site.id, ...asked, ...units, format: 'csv', layout: 'omie' })
          }
          save={(text) => {
            saveFile(nameOf(`offer-omie-${site.name}`, 'csv'), text);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

const UNIT = '[A-Z0-9]{1,10}';

/** Asks which units sell and buy. */
function OmieDialog({
  offer: { periods },
  fetchRows,
  save,
  onClose,
}: {
  offer: SiteOffer;
  fetchRows: (units: { sale_unit?: string; purchase_unit?: string }) => Promise<string>;
  save: (text: string) => void;
  onClose: () => void;
}) {
  const t = useMessages('portfolio.offer');
  const sides = (['sale', 'purchase'] as const).filter((side) => periods.some((each) => each.side === side));
  const rows = useMutation({
    mutationFn: (fields: FormData) =>
      fetchRows(Object.fromEntries(sides.map((side) => [`${side}_unit`, textOf(fields, `${side}_unit`)]))),
    onSuccess: save,
  });
  return (
    <Dialog title={t('omieTitle')} onClose={onClose}>
      <Form onSubmit={(fields) => rows.mutate(fields)} error={rows.error}>
        <p className="text-sm text-soft">{t('omieNote')}</p>
        {sides.map((side) => (
          <TextField
            key={side}
            name={`${side}_unit`}
            label={t(`${side}Unit`)}
            hint={t('unitHint')}
            required
            pattern={UNIT}
            autoComplete="off"
          />
        ))}
        <Button look="primary" type="submit" disabled={rows.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Dialog>
  );
}
