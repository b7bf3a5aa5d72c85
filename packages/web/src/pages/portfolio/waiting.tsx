import type { Site, SiteWaiting } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { PERIOD_MS, type Resolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Placeholder } from '../../ui/states.tsx';
import { OfDay } from './of-day.tsx';
import { PORTFOLIO_KEY } from './query.ts';

const CONFIDENCES = ['0.8', '0.9', '0.95'] as const;
const CHART_PX = 200;
const MOST_LOSS = 100_000_000;

type Auction = SiteWaiting['auctions'][number];
type KnownAuction = Auction & { worth: NonNullable<Auction['worth']> };

interface WaitingProps {
  site: Site;
  date: string;
  resolution: Resolution;
}

/** Whether to offer in the day-ahead market or to wait: what each intraday auction is worth, its risk, and the size that keeps to a loss. */
export function Waiting({ site, date, resolution }: WaitingProps) {
  const t = useMessages('portfolio.waiting');
  const format = useFormat();
  const [maxLoss, setMaxLoss] = useState<string>();
  const [confidence, setConfidence] = useState<string>('0.9');
  const asked = { date, resolution, confidence, ...(maxLoss !== undefined && { max_loss: maxLoss }) };
  const waiting = useQuery({
    queryKey: [...PORTFOLIO_KEY, 'waiting', site.id, asked],
    queryFn: ({ signal }) => client.portfolio.valueWaiting({ id: site.id, ...asked }, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });
  const faults = useFieldFaults(waiting.error);
  return (
    <Section title={t('title')} note={t('note')}>
      <Form
        className="max-w-3xl items-end sm:grid-cols-[2fr_1fr_auto]"
        onSubmit={(fields) => {
          const text = textOf(fields, 'max_loss');
          setMaxLoss(text === '' ? undefined : text);
        }}
      >
        <NumberField
          name="max_loss"
          label={t('maxLoss')}
          value={maxLoss}
          min={0}
          max={MOST_LOSS}
          faults={faults}
          isOptional
        />
        <SelectField
          label={t('confidence')}
          value={confidence}
          choices={CONFIDENCES.map((value) => ({ value, label: format.percent(100 * Number(value), 0) }))}
          onChange={setConfidence}
        />
        <Button type="submit">{t('calculate')}</Button>
      </Form>
      <OfDay query={waiting} placeholder={<Placeholder className="h-[30rem]" />}>
        {(shown) => <Shown waiting={shown} />}
      </OfDay>
    </Section>
  );
}

function Shown({ waiting }: { waiting: SiteWaiting }) {
  const t = useMessages('portfolio.waiting');
  const common = useMessages('shell.common');
  const format = useFormat();
  const { auctions } = waiting;
  const known = auctions.filter((auction): auction is KnownAuction => auction.worth !== null);
  return (
    <>
      <SimulatedLine simulated={waiting.simulated} />
      <p className="text-sm text-faint">
        {t('known', {
          until: format.instant(waiting.known_until),
          issued: format.instant(waiting.issued_at),
        })}{' '}
        {t('assumes')}
      </p>
      {auctions
        .filter(({ worth }) => worth === null)
        .map(({ product, spread_days: days }) => (
          <p key={product} className="text-sm text-warn">
            {t('few', { product: common(product), days })}
          </p>
        ))}
      {known.length > 0 && (
        <>
          <Auctions waiting={waiting} known={known} />
          <h3 className="font-semibold">{t('chosen')}</h3>
          <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-3">
            {known.map((auction) => (
              <SpreadChart key={auction.product} auction={auction} waiting={waiting} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function Auctions({ waiting, known }: { waiting: SiteWaiting; known: readonly KnownAuction[] }) {
  const t = useMessages('portfolio.waiting');
  const common = useMessages('shell.common');
  const format = useFormat();
  const percent = format.percent(100 * waiting.confidence, 0);
  const sized =
    waiting.max_loss === null
      ? []
      : [
          {
            title: t('size'),
            cell: ({ size }: KnownAuction) =>
              size === null
                ? '–'
                : t('sizeValue', {
                    share: format.percent(100 * size.share, 0),
                    mw: format.number(size.peak_mw, 2),
                    mwh: format.number(size.energy_mwh, 1),
                  }),
          },
        ];
  return (
    <>
      {waiting.max_loss !== null && (
        <p className="text-sm">{t('sizeFor', { loss: format.number(waiting.max_loss), percent })}</p>
      )}
      <DataTable
        caption={t('title')}
        rows={known}
        keyOf={({ product }) => product}
        columns={[
          { title: t('auction'), cell: ({ product }) => common(product) },
          ...sized,
          { title: t('expected'), isNumber: true, cell: ({ worth }) => format.number(worth.expected_eur) },
          { title: t('error'), isNumber: true, cell: ({ worth }) => format.number(worth.error_eur) },
          { title: t('low'), isNumber: true, cell: ({ worth }) => format.number(worth.p10_eur) },
          { title: t('high'), isNumber: true, cell: ({ worth }) => format.number(worth.p90_eur) },
          {
            title: t('loss', { percent }),
            isNumber: true,
            cell: ({ worth }) => format.number(worth.loss_eur),
          },
          { title: t('worst'), isNumber: true, cell: ({ worth }) => format.number(worth.lowest_eur) },
          {
            title: t('gain'),
            isNumber: true,
            cell: ({ worth }) => format.percent(100 * worth.probability_gain, 0),
          },
          { title: t('energy'), isNumber: true, cell: (row) => format.number(row.energy_mwh, 1) },
          { title: t('days'), isNumber: true, cell: (row) => format.number(row.spread_days) },
          { title: t('closes'), isWide: true, cell: (row) => format.instant(row.gate_closes_at) },
        ]}
      />
    </>
  );
}

function SpreadChart({ auction, waiting }: { auction: KnownAuction; waiting: SiteWaiting }) {
  const t = useMessages('portfolio.waiting');
  const common = useMessages('shell.common');
  const { points, product } = auction;
  const { resolution } = waiting;
  const data = useMemo(
    (): TimeChartData => ({
      startsMs: points.map(({ time }) => Date.parse(time)),
      periodMs: PERIOD_MS[resolution],
      bands: [
        {
          label: t('band'),
          colour: 'band',
          low: points.map((point) => point.spread_p10),
          high: points.map((point) => point.spread_p90),
          edges: { low: t('p10'), high: t('p90') },
        },
      ],
      series: [
        { label: t('median'), colour: 'price', values: points.map(({ spread }) => spread) },
        {
          label: t('mean'),
          colour: 'previous',
          isThin: true,
          dash: [2, 3],
          values: points.map((point) => point.spread_mean),
        },
      ],
    }),
    [points, resolution, t],
  );
  return (
    <div className="grid content-start gap-1">
      <h4 className="text-sm font-medium">{common(product)}</h4>
      <TimeChart
        label={t('chart', { product: common(product) })}
        file={{ what: 'spreads', product, run: waiting.issued_at }}
        data={data}
        unit={common('unit')}
        height={CHART_PX}
      />
    </div>
  );
}
