import type { DataStatus } from '@lonja/client';
import { apiCommand } from '../command/api-command.ts';
import { instant, plain } from '../output/cell.ts';
import { cautions } from '../output/notes.ts';
import { tableOf } from '../output/view.ts';

export const statusCommand = apiCommand({
  name: 'status',
  summary: 'Show how the service and its sources do.',
  examples: [
    ['lonja status', 'what came when, what is late'],
    ['lonja status --watch 60', 'again every minute'],
  ],
  canWatch: true,
  async load({ client }) {
    const status = await client.support.dataStatus();
    return {
      data: status,
      head: [`The data are ${status.status}.`, ...cautions(status)],
      table: tableOf(publicationsOf(status), {
        source: ({ source }) => plain(source),
        publication: ({ name }) => plain(name),
        state: ({ state }) => plain(state),
        'latest day': ({ latest_day: day }) => plain(day),
        'published (Europe/Madrid)': ({ published_at: at }) => instant(at),
        'next (Europe/Madrid)': ({ next_expected_at: at }) => instant(at),
        gaps: ({ gaps }) => plain(gaps),
      }),
      foot: status.incidents.map(
        ({ source, publication, day, kind, reason }) =>
          `${kind}: ${source} ${publication} of ${day}${reason === null ? '' : `, ${reason}`}`,
      ),
    };
  },
});

function publicationsOf({ sources }: DataStatus) {
  return sources.flatMap(({ source, publications }) =>
    publications.map((publication) => ({ source, ...publication })),
  );
}
