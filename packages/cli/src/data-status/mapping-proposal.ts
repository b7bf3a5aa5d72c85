import type { MappingProposal } from '@lonja/server/operations';
import { plain, whole } from '../output/cell.ts';
import { printable } from '../output/printable.ts';
import { renderTable } from '../output/render-table.ts';
import { type Table, type View, tableOf } from '../output/view.ts';
import { wireNames } from '../output/wire-names.ts';

/** The mapping alone for people, so that it can be written to a file; all of it as JSON. */
export function proposalView({ mapping, ...rest }: MappingProposal): View {
  const { name, rows, count, undecided } = rest;
  return {
    data: { name: name ?? null, mapping, rows: wireNames(rows), count, undecided },
    head: [JSON.stringify(mapping, null, 2)],
  };
}

/** What a person has to see beside the mapping: how the file is read with it, and what it does not say. */
export function proposalNotes({ name, rows, count, undecided }: MappingProposal): string {
  const ready =
    name === undefined
      ? []
      : [
          `The file has the layout of the ready mapping ${name}: --mapping ${name} does without a file of its own.`,
        ];
  const open =
    undecided.length === 0
      ? ['The file says everything that the mapping needs.']
      : [
          'The file does not say, so check and change in the mapping:',
          ...undecided.map((text) => `- ${text}`),
        ];
  const text = [
    ...ready,
    `The first ${rows.length} of ${count} values as they are read; nothing has been stored:`,
    renderTable(tableOfRows(rows), Infinity),
    ...open,
  ];
  return printable(`\n${text.join('\n')}\n`);
}

function tableOfRows(rows: MappingProposal['rows']): Table {
  return tableOf(rows, {
    'start (UTC)': ({ utcStart }) => whole(utcStart),
    'local time': ({ localTime }) => whole(localTime),
    value: ({ value }) => plain(value),
    series: ({ series }) => whole(series),
    unit: ({ unit }) => whole(unit),
    resolution: ({ resolution }) => whole(resolution),
  });
}
