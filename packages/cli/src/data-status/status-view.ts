import type { DataStatus, SourceStatus } from '@lonja/client';
import { UsageError } from '../errors.ts';
import { type Cell, fixed, instant, plain, whole } from '../output/cell.ts';
import { madridTime } from '../output/madrid-time.ts';
import { cautions } from '../output/notes.ts';
import { type Table, type View, tableOf } from '../output/view.ts';
import { ageText, dayAgeText } from './age.ts';
import { importLines } from './import-lines.ts';
import { everyMissingDay, missingLines } from './missing-lines.ts';

/** Lines of missing days that the short form has room for. */
const SHOWN_MISSING = 5;
const ASKED_LATELY_MS = 2 * 86_400_000;

export interface StatusOptions {
  /** Every publication, series and missing day. */
  details: boolean;
  /** One source alone, in detail. */
  source: string | undefined;
}

/** The state of the data: a row for each source and what is wrong, in one screen, or everything. */
export function statusView(status: DataStatus, { details, source }: StatusOptions): View {
  const shown = source === undefined ? status : ofSource(status, source);
  const isLong = details || source !== undefined;
  return {
    data: shown,
    head: [headline(shown), ...cautions(shown)],
    table: isLong ? publicationTable(shown) : sourceTable(shown),
    foot: footOf(shown, isLong),
  };
}

function ofSource(status: DataStatus, name: string): DataStatus {
  const names = namesOf(status);
  if (!names.includes(name)) {
    throw new UsageError(`There is no source "${name}"; there are ${names.join(', ')}.`);
  }
  const isOf = (one: { source: string }) => one.source === name;
  return {
    ...status,
    sources: status.sources.filter(isOf),
    not_followed: status.not_followed.filter(isOf),
    imports: status.imports.filter(isOf),
    incidents: status.incidents.filter(isOf),
  };
}

function namesOf({ sources, not_followed: others, imports }: DataStatus): string[] {
  return [...new Set([...sources, ...imports, ...others].map(({ source }) => source))];
}

function headline({ status, sources, as_of: asOf }: DataStatus): string {
  const at = madridTime(asOf);
  if (!sources.some(({ source }) => source !== 'simulator')) return `No source has been asked yet, ${at}.`;
  return `${status === 'ok' ? 'The sources are in order' : 'Some sources are late or failing'}, ${at}.`;
}

/** A row for each source that is followed, was followed, could be, or was loaded from files. */
function sourceTable(status: DataStatus): Table {
  return tableOf(namesOf(status), {
    source: (name) => plain(name),
    state: (name) => plain(stateOf(status, name)),
    'newest day': (name) => whole(newestDayOf(status, name)),
    age: (name) => plain(ageOfNewest(status, name)),
    late: (name) => fixed(find(status, name)?.late, 0),
    gaps: (name) => fixed(find(status, name)?.gaps, 0),
    'held back': (name) => fixed(find(status, name)?.held_back, 0),
    'no result': (name) => fixed(find(status, name)?.without_result, 0),
  });
}

function find(status: DataStatus, name: string): SourceStatus | undefined {
  return status.sources.find(({ source }) => source === name);
}

function stateOf(status: DataStatus, name: string): string {
  const source = find(status, name);
  if (name === 'simulator') return 'simulated';
  if (source !== undefined && (source.followed || wasAsked(source, status))) return source.state;
  const isImported = source !== undefined || status.imports.some((one) => one.source === name);
  return isImported ? 'imported' : 'not asked';
}

/** When a source was last asked. */
function lastAskedAt({ last_answer_at: answer, last_failure_at: failure }: SourceStatus): string | null {
  return (
    [answer, failure]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Whether a source that these settings leave out was asked of late: by a service with other settings. */
function wasAsked(source: SourceStatus, { as_of: asOf }: DataStatus): boolean {
  const at = lastAskedAt(source);
  return at !== null && Date.parse(asOf) - Date.parse(at) < ASKED_LATELY_MS;
}

function newestDayOf(status: DataStatus, name: string): string | null {
  const days = status.imports.filter(({ source }) => source === name).map(({ newest_day: day }) => day);
  return find(status, name)?.newest_day ?? days.toSorted().at(-1) ?? null;
}

/** How long ago the newest day came, or how long ago it was where that is not known. */
function ageOfNewest(status: DataStatus, name: string): string {
  const { as_of: asOf } = status;
  const at = find(status, name)?.newest_at ?? null;
  return at === null ? dayAgeText(newestDayOf(status, name), asOf) : ageText(at, asOf);
}

function publicationTable(status: DataStatus): Table {
  const rows = status.sources.flatMap(({ source, publications }) =>
    publications.map((publication) => ({ source, ...publication })),
  );
  return tableOf(rows, {
    source: ({ source }) => plain(source),
    publication: ({ name }) => whole(name),
    state: ({ state }) => plain(state),
    'newest day': ({ latest_day: day }) => whole(day),
    'came (Madrid)': ({ published_at: at }) => shortInstant(at),
    'next (Madrid)': ({ next_expected_at: at }) => shortInstant(at),
    'usual (Madrid)': ({ usual_arrival: at }) => plain(at ?? ''),
    late: ({ late }) => plain(late),
    gaps: ({ gaps }) => plain(gaps),
    'held back': ({ held_back: count }) => plain(count),
    'no result': ({ without_result: count }) => plain(count),
    corrected: ({ corrections }) => plain(corrections),
  });
}

/** Without the year, which the days beside it have. */
function shortInstant(value: string | null): Cell {
  const cell = instant(value);
  return { ...cell, text: cell.text.slice('2026-'.length, '2026-03-30 12:05'.length) };
}

function footOf(status: DataStatus, isLong: boolean): string[] {
  const { incidents, imports } = status;
  const missing = isLong ? everyMissingDay(incidents) : shortened(missingLines(incidents));
  const imported = isLong
    ? imports.map(
        ({ source, series, resolution, newest_day: day }) => `${day} ${source} ${series} ${resolution}`,
      )
    : importLines(imports);
  return [
    ...status.sources.flatMap(failureLine),
    ...notAskedLines(status),
    ...titled('Missing:', missing),
    ...titled('Imported from files, with the newest day:', imported),
    ...heldBackLine(status),
    ...(isLong ? titled('Terms of the data:', licenceLines(status)) : []),
  ];
}

function licenceLines({ sources }: DataStatus): string[] {
  return sources.flatMap(({ source, licence }) => (licence === null ? [] : [`${source}: ${licence}`]));
}

function failureLine({
  source,
  state,
  refused,
  failures_in_row: failures,
  last_failure: failure,
}: SourceStatus) {
  if (failures === 0 || failure === null) return [];
  const kind = refused ? 'refuses' : state === 'failing' ? 'fails' : 'failed';
  const often = failures === 1 ? '' : ` (${failures} times in a row)`;
  return [`${source} ${kind}${often}: ${failure}`];
}

/** Those that these settings leave out, together by the reason, and those that a service with other settings asks. */
function notAskedLines(status: DataStatus): string[] {
  const isAskedElsewhere = ({ source }: NotFollowed) => {
    const found = find(status, source);
    return found !== undefined && wasAsked(found, status);
  };
  const others = status.not_followed.filter((one) => !isAskedElsewhere(one));
  const leftOut = namesIn(others.filter(({ reason }) => reason === 'not_in_sources'));
  const tokens = others.filter(({ reason }) => reason === 'no_token');
  return [
    ...(leftOut.length === 0 ? [] : [`Not asked, because SOURCES leaves them out: ${leftOut.join(', ')}.`]),
    ...tokens.map(({ source }) => `${source} is not asked: no ${source.toUpperCase()}_TOKEN.`),
    ...status.not_followed.filter(isAskedElsewhere).flatMap(({ source }) => {
      const found = find(status, source);
      return found === undefined
        ? []
        : [
            `${source} is not asked with these settings; a service with others did so ${ageOf(found, status)} ago.`,
          ];
    }),
  ];
}

type NotFollowed = DataStatus['not_followed'][number];

function namesIn(all: readonly NotFollowed[]): string[] {
  return all.map(({ source }) => source);
}

function ageOf(source: SourceStatus, { as_of: asOf }: DataStatus): string {
  return ageText(lastAskedAt(source), asOf);
}

function shortened(lines: string[]): string[] {
  const rest = lines.length - SHOWN_MISSING;
  return rest <= 0
    ? lines
    : [...lines.slice(0, SHOWN_MISSING), `and ${rest} more; --details lists every day.`];
}

function titled(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function heldBackLine({ held_back: { days, values } }: DataStatus): string[] {
  if (days + values === 0) return [];
  const what = [
    ...(days > 0 ? [`${days} ${days === 1 ? 'day' : 'days'}`] : []),
    ...(values > 0 ? [`${values} single ${values === 1 ? 'value' : 'values'}`] : []),
  ].join(' and ');
  return ['', `Held back by a check: ${what}; "lonja sources quarantine" lists them.`];
}
