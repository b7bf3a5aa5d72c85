import { apiCommand } from '../command/api-command.ts';
import { marketIdInput } from '../command/market-inputs.ts';
import { csvOnly, named, tableOf, timeColumn } from '../output/view.ts';
import { plain, whole, yesOrNo } from '../output/cell.ts';

export const timetableCommand = apiCommand({
  name: 'timetable',
  summary: 'Show when the next run of each product is due, and what is late and why.',
  inputs: { marketId: marketIdInput },
  notes: 'As a calendar to subscribe to: /schedule.ics of the service.',
  examples: [
    ['lonja timetable', 'next run and gate of each product'],
    ['lonja timetable --watch 60', 'before a gate'],
  ],
  canWatch: true,
  async load({ client }, { marketId }) {
    const schedule = await client.forecasts.schedule({ market_id: marketId });
    return {
      data: schedule,
      table: tableOf(schedule.items, {
        product: ({ product }) => plain(product),
        status: ({ status }) => plain(status),
        'next run': timeColumn('next_due_at', ({ next_due_at: at }) => at),
        for: named('next_date (Europe/Madrid)', ({ next_date: day }) => whole(day)),
        gate: timeColumn('next_gate_at', ({ next_gate_at: at }) => at),
        'last delay, s': named('last_delay (s)', ({ last_run: last }) => plain(last?.delay_s ?? null)),
        why: named('reasons', ({ late }) =>
          plain(
            (late?.reasons ?? [])
              .map(({ code, input }) => (input === null ? code : `${code} ${input}`))
              .join(', '),
          ),
        ),
        simulated: csvOnly(() => yesOrNo(schedule.simulated)),
      }),
    };
  },
});
