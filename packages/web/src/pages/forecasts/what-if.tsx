import { FIRST_MARKET } from '../../market/market.ts';
import { LonjaError, type WhatIf } from '@lonja/client';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import type { TimeChartData } from '../../charts/chart-series.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PERIOD_MS, type Resolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';

const INPUTS = ['wind', 'solar', 'load', 'outage', 'gas'] as const;
const CHART_PX = 260;
/** While the models are fitted the service asks to come again. */
const MOST_RETRIES = 10;
const RETRY_MS = 5000;

interface Asked {
  shifts: Parameters<typeof client.forecasts.whatIf>[0]['shifts'];
  day: string;
}

/** Shifts inputs of the current forecast, and shows what it would be beside what was published. */
export function WhatIfPart({ day: first, resolution }: { day: string; resolution: Resolution }) {
  const t = useMessages('forecasts.whatIf');
  const [day, setDay] = useState(first);
  const [isEmpty, setIsEmpty] = useState(false);
  const asked = useMutation({
    mutationFn: async ({ shifts, day: of }: Asked) => ({
      day: of,
      whatIf: await client.forecasts.whatIf({ market_id: FIRST_MARKET, resolution, shifts }),
    }),
    retry: (count, error) => count < MOST_RETRIES && error instanceof LonjaError && error.status === 503,
    retryDelay: (_count, error) => (error instanceof LonjaError && error.retryAfterMs) || RETRY_MS,
  });
  const kinds = {
    beyond_history: t('beyond'),
    negative: t('beyond'),
    no_such_hour: t('noHour'),
    no_value: t('noValue'),
    unknown_day: t('noDay'),
  };
  const [fault] = Object.values(useFieldFaults(asked.error, kinds));
  const ask = (fields: FormData) => {
    const shifts = shiftsOf(fields, day);
    setIsEmpty(shifts.length === 0);
    if (shifts.length > 0) asked.mutate({ shifts, day });
  };
  const isConflict = asked.error instanceof LonjaError && asked.error.error === 'conflict';
  return (
    <>
      <Form
        onSubmit={ask}
        error={fault === undefined ? asked.error : undefined}
        errorTexts={{ conflict: t('cannot') }}
      >
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-8">
          {INPUTS.map((name) => (
            <NumberField
              key={name}
              name={name}
              label={t(name)}
              value={undefined}
              faults={{}}
              isOptional
              {...(name === 'outage' && { min: 0 })}
            />
          ))}
          <DateField label={t('day')} required value={day} onChange={setDay} />
          {(['fromPeriod', 'toPeriod'] as const).map((name) => (
            <NumberField
              key={name}
              name={name}
              label={t(name)}
              value={undefined}
              faults={{}}
              min={1}
              max={25}
              step={1}
              isOptional
            />
          ))}
        </div>
        <p className="text-xs text-faint">
          {t('signs')} {t('wholeDay')}
        </p>
        <div role="alert" className="contents">
          {(isEmpty || (fault !== undefined && !isConflict)) && (
            <p className="text-sm text-danger">{isEmpty ? t('nothing') : fault}</p>
          )}
        </div>
        <div>
          <Button type="submit" look="primary" isBusy={asked.isPending}>
            {t('calculate')}
          </Button>
        </div>
      </Form>
      <div role="status" className="grid gap-3">
        {asked.data !== undefined && <Answer {...asked.data} />}
      </div>
    </>
  );
}

function shiftsOf(fields: FormData, date: string): Asked['shifts'] {
  const numberOf = (name: string) => {
    const text = textOf(fields, name);
    return text === '' ? undefined : Number(text);
  };
  const [from, to] = [numberOf('fromPeriod'), numberOf('toPeriod')];
  const periods = {
    date,
    ...(from !== undefined && { from_period: from }),
    ...(to !== undefined && { to_period: to }),
  };
  return INPUTS.flatMap((input): Asked['shifts'] => {
    const value = numberOf(input);
    if (value === undefined || value === 0) return [];
    if (input === 'gas') return [{ input, eur_mwh: value }];
    return [{ input, ...periods, ...(input === 'outage' ? { mw: value } : { percent: value }) }];
  });
}

function Answer({ whatIf, day }: { whatIf: WhatIf; day: string }) {
  const t = useMessages('forecasts.whatIf');
  const common = useMessages('shell.common');
  const format = useFormat();
  const data = useMemo((): TimeChartData => {
    const { points, resolution } = whatIf;
    return {
      startsMs: points.map(({ time }) => Date.parse(time)),
      periodMs: PERIOD_MS[resolution],
      bands: [
        {
          label: t('band'),
          colour: 'band',
          low: points.map(({ p10 }) => p10),
          high: points.map(({ p90 }) => p90),
        },
      ],
      series: [
        { label: t('supposed'), colour: 'price', values: points.map(({ value }) => value) },
        { label: t('published'), colour: 'previous', values: points.map(({ base_value }) => base_value) },
      ],
    };
  }, [whatIf, t]);
  const ofDay = whatIf.days.find(({ date }) => date === day) ?? whatIf.days[0];
  const most = whatIf.points.reduce((a, b) => (Math.abs(b.change) > Math.abs(a.change) ? b : a));
  const words = ofDay.change === 0 ? 'same' : ofDay.change > 0 ? 'dearer' : 'cheaper';
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge kind="warn">{t('hypothetical')}</Badge>
        <span>
          {t(words, {
            day: format.longDay(ofDay.date),
            mean: format.price(ofDay.mean),
            base: format.price(ofDay.base_mean),
            change: format.price(Math.abs(ofDay.change)),
            unit: common('unit'),
          })}{' '}
          {most.change !== 0 &&
            t('most', { change: format.change(most.change), time: format.instant(most.time) })}
        </span>
      </p>
      <SimulatedLine simulated={whatIf.simulated} />
      <TimeChart
        label={t('chart')}
        file={{ what: 'what-if', product: 'da', run: whatIf.issued_at }}
        data={data}
        unit={common('unit')}
        height={CHART_PX}
      />
      <p className="text-sm text-faint">{t('note', { issued: format.instant(whatIf.issued_at) })}</p>
    </>
  );
}
