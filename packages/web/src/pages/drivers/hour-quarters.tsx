import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { MARKET_KEY } from '../../api/live-updates.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PERIOD_MS } from '../../market/resolution.ts';
import { madridSpan } from '../../time/madrid-time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Placeholder, QueryView } from '../../ui/states.tsx';

/** The quarters of an hour as the run forecasts them: the parts of the price are by hour. */
export function HourQuarters({ runId, startMs }: { runId: string; startMs: number }) {
  const t = useMessages('drivers.page');
  const format = useFormat();
  const run = useQuery({
    queryKey: [MARKET_KEY, 'run', runId, 'PT15M'],
    queryFn: ({ signal }) => client.forecasts.run({ forecast_id: runId, resolution: 'PT15M' }, { signal }),
  });
  return (
    <div className="grid gap-2">
      <p className="text-sm text-faint">{t('quartersNote')}</p>
      <QueryView query={run} placeholder={<Placeholder className="h-44" />}>
        {({ points }) => (
          <DataTable
            caption={t('quarters')}
            rows={points.filter(({ time }) => {
              const start = Date.parse(time);
              return start >= startMs && start < startMs + PERIOD_MS.PT1H;
            })}
            keyOf={({ time }) => time}
            columns={[
              {
                title: t('quarter'),
                cell: ({ time }) => {
                  const start = Date.parse(time);
                  return madridSpan(start, start + PERIOD_MS.PT15M);
                },
              },
              { title: t('forecast'), isNumber: true, cell: ({ value }) => format.price(value) },
              { title: 'p10', isNumber: true, cell: ({ p10 }) => format.price(p10) },
              { title: 'p90', isNumber: true, cell: ({ p90 }) => format.price(p90) },
            ]}
          />
        )}
      </QueryView>
    </div>
  );
}
