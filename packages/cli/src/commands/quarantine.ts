import { argument, flag, option, required } from '../command/inputs.ts';
import { listInputs, moreThanShown } from '../command/list-inputs.ts';
import { operatorCommand } from '../command/operator-command.ts';
import { plain, whole } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { startColumn, tableOf, timeColumn } from '../output/view.ts';

const heldId = argument('id', 'as "lonja sources quarantine" shows it');
const reason = required(option('text', 'reason, for the audit log'));

const showCommand = operatorCommand({
  name: 'show',
  summary: 'Show the values that are held back.',
  inputs: { id: heldId },
  examples: [['lonja sources quarantine show d17', 'the day as its source gave it']],
  async load({ id }) {
    const operations = await import('@lonja/server/operations');
    const held = await operations.withContext((context) => operations.showQuarantined(context, id));
    const { state, decided_at: decidedAt, decision_reason: why } = held;
    const decision = decidedAt === null ? [] : [`${state} ${madridTime(decidedAt)}: ${why ?? ''}`];
    return {
      data: held,
      head: [`${held.source} ${held.publication} of ${held.day}: ${held.reason}`, ...decision],
      table: tableOf(held.contents, {
        start: startColumn(({ start }) => start),
        series: ({ series }) => plain(series),
        resolution: ({ resolution }) => plain(resolution),
        value: ({ value }) => plain(value),
        unit: ({ unit }) => plain(unit),
      }),
    };
  },
});

const releaseCommand = operatorCommand({
  name: 'release',
  summary: 'Store what is held back as its source gave it, in spite of the failed check.',
  inputs: { id: heldId, reason },
  notes:
    'The values count as known from now on, those of more than a week ago from their usual instants. Prices outside the limits of their auction are never stored.',
  examples: [
    ['lonja sources quarantine release d17 --reason "OMIE has confirmed it"', 'forecasts see it from now on'],
  ],
  async load({ id, reason: why }) {
    const operations = await import('@lonja/server/operations');
    const released = await operations.withContext((context) =>
      operations.releaseQuarantined(context, { id, reason: why }),
    );
    const { values, source, publication, day, known_from: knownFrom } = released;
    const known = knownFrom === null ? 'their usual instants' : madridTime(knownFrom);
    return {
      data: released,
      head: [`Stored ${values} values of ${source} ${publication} of ${day}, known from ${known}.`],
    };
  },
});

const discardCommand = operatorCommand({
  name: 'discard',
  summary: 'Reject what is held back; the day counts as missing until its source publishes it again.',
  inputs: { id: heldId, reason },
  examples: [['lonja sources quarantine discard d17 --reason "a test file"', 'it is listed no more']],
  question: ({ id }) => `Discard ${id} for ever?`,
  async load({ id, reason: why }) {
    const operations = await import('@lonja/server/operations');
    const discarded = await operations.withContext((context) =>
      operations.discardQuarantined(context, { id, reason: why }),
    );
    const { source, publication, day } = discarded;
    return { data: discarded, head: [`${source} ${publication} of ${day} is discarded.`] };
  },
});

export const quarantineCommand = operatorCommand({
  name: 'quarantine',
  summary: 'List the days and values that failed a check and are held back, the newest first.',
  inputs: {
    source: option('source', 'what came from one source alone'),
    decided: flag('also those that were released, discarded or replaced'),
    ...listInputs,
  },
  examples: [
    ['lonja sources quarantine', 'what waits for a decision'],
    ['lonja sources quarantine --source omie --decided', 'all that OMIE sent and that failed a check'],
  ],
  commands: [showCommand, releaseCommand, discardCommand],
  async load({ source, decided = false, limit }) {
    const operations = await import('@lonja/server/operations');
    const found = await operations.withContext((context) =>
      operations.listQuarantine(context, { source, includesDecided: decided, limit }),
    );
    return {
      data: found,
      table: tableOf(found.items, {
        id: ({ id }) => whole(id),
        source: (held) => plain(held.source),
        publication: ({ publication }) => whole(publication),
        day: ({ day }) => whole(day),
        values: ({ values }) => plain(values),
        came: timeColumn('recorded_at', ({ recorded_at: at }) => at),
        ...(decided && { state: ({ state }: { state: string }) => plain(state) }),
        reason: (held) => plain(held.reason),
      }),
      foot: moreThanShown(found),
    };
  },
});
