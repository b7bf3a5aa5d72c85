import type { Panel } from './panel.ts';

/** What has been read of panels that share it, told apart by the columns that it was read from. */
interface SharedReadings {
  places: Map<Float64Array, number>;
  byReader: Map<object, Map<string, unknown>>;
}

const readingsOf = new WeakMap<Panel, SharedReadings>();

/**
 * The panel for several readers: what one of them reads of its columns through `readOnce` is kept for the others. The columns must not
 * change while they work on it. A panel that shares with others goes on doing so.
 */
export function sharePanel(panel: Panel): Panel {
  return readingsOf.has(panel) ? panel : shared({ ...panel }, { places: new Map(), byReader: new Map() });
}

/** `panel`, which has the days of `origin` and may have columns of its own, shares what is read of both where `origin` shares at all. */
export function shareWith(origin: Panel, panel: Panel): Panel {
  const readings = readingsOf.get(origin);
  return readings === undefined ? panel : shared(panel, readings);
}

function shared(panel: Panel, readings: SharedReadings): Panel {
  readingsOf.set(panel, readings);
  return panel;
}

/**
 * The same function, which looks once at the same columns of panels that share with each other with the same arguments. `columnsOf` names
 * all columns that it reads. Its results must not be changed.
 */
export function readOnce<Arguments extends (string | number)[], Reading>(
  columnsOf: (panel: Panel, asked: Arguments) => Float64Array[],
  read: (panel: Panel, ...asked: Arguments) => Reading,
): typeof read {
  return (panel, ...asked) => {
    const readings = readingsOf.get(panel);
    if (readings === undefined) return read(panel, ...asked);
    const known = keptOf<Reading>(readings, read);
    const key = [...columnsOf(panel, asked).map((column) => placeOf(readings, column)), ...asked].join('\n');
    const reading = known.get(key) ?? read(panel, ...asked);
    known.set(key, reading);
    return reading;
  };
}

/** The columns of what is read from prices alone. */
export function pricesOf({ price }: Panel): Float64Array[] {
  return [price];
}

/** Safe: what a reader has read is kept under the reader alone. */
function keptOf<Reading>({ byReader }: SharedReadings, reader: object): Map<string, Reading> {
  const known = (byReader.get(reader) ?? new Map()) as Map<string, Reading>;
  byReader.set(reader, known);
  return known;
}

function placeOf({ places }: SharedReadings, column: Float64Array): number {
  const place = places.get(column) ?? places.size;
  places.set(column, place);
  return place;
}
