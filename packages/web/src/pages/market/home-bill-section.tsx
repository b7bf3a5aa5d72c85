import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFieldFaults } from '../../api/field-faults.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Section } from '../../layout/page.tsx';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { madridDay, madridSpan } from '../../time/madrid-time.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';

const ZONES = ['peninsula', 'ceuta_melilla'] as const;
const PERIODS = ['p1', 'p2', 'p3'] as const;
const SHOWN_HOURS = 8;

interface Terms {
  surcharge_p1: string;
  surcharge_p2: string;
  surcharge_p3: string;
  tax: string;
}

/** The coming day's cheapest hours by what a home pays for them; asked for once the terms of the bill are given. */
export function HomeBillSection() {
  const t = useMessages('market.homeBillSection');
  const format = useFormat();
  const [zone, setZone] = useState<(typeof ZONES)[number]>('peninsula');
  const [terms, setTerms] = useState<Terms>();
  const tariff = useQuery({
    queryKey: [MARKET_KEY, 'home-bill', terms, zone],
    enabled: terms !== undefined,
    queryFn: ({ signal }) =>
      client.integrations.homeAssistantTariff({ ...terms, tariff_zone: zone, hours: 24 }, { signal }),
  });
  const faults = useFieldFaults(tariff.error);
  return (
    <Section title={t('title')} note={t('note')}>
      <Form
        className="items-end sm:grid-cols-3"
        onSubmit={(fields) =>
          setTerms({
            surcharge_p1: textOf(fields, 'surcharge_p1'),
            surcharge_p2: textOf(fields, 'surcharge_p2'),
            surcharge_p3: textOf(fields, 'surcharge_p3'),
            tax: textOf(fields, 'tax'),
          })
        }
      >
        {PERIODS.map((period) => (
          <NumberField
            key={period}
            name={`surcharge_${period}`}
            label={t(period)}
            value={undefined}
            faults={faults}
            min={-10}
            max={10}
          />
        ))}
        <NumberField name="tax" label={t('tax')} value={21} faults={faults} min={0} max={1000} />
        <SelectField
          label={t('zone')}
          value={zone}
          choices={ZONES.map((value) => ({ value, label: t(value) }))}
          onChange={setZone}
        />
        <Button type="submit">{t('show')}</Button>
      </Form>
      {terms !== undefined && (
        <QueryView query={tariff} placeholder={<Placeholder className="h-72" />}>
          {({ prices, simulated }) => (
            <>
              <SimulatedLine simulated={simulated} />
              <DataTable
                caption={t('title')}
                rows={prices.toSorted((a, b) => a.price - b.price).slice(0, SHOWN_HOURS)}
                keyOf={({ start }) => start}
                columns={[
                  {
                    title: t('hour'),
                    cell: ({ start, end }) =>
                      `${format.day(madridDay(Date.parse(start)))} ${madridSpan(Date.parse(start), Date.parse(end))}`,
                  },
                  { title: t('price'), isNumber: true, cell: ({ price }) => format.number(price, 4) },
                  { title: t('kind'), cell: ({ forecast }) => t(forecast ? 'forecast' : 'cleared') },
                ]}
              />
            </>
          )}
        </QueryView>
      )}
    </Section>
  );
}
