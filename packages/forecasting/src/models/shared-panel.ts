import type { Panel } from '../series/panel.ts';

const sharedPanels = new WeakSet<Panel>();

/**
 * The panel for members of an ensemble: what one of them reads of a day through `readOnce` is kept for the others. Its columns must not
 * change while they work on it.
 */
export function sharePanel(panel: Panel): Panel {
  const shared = { ...panel };
  sharedPanels.add(shared);
  return shared;
}

/** The same function, which looks once at each shared panel with the same arguments. Its results must not be changed. */
export function readOnce<Arguments extends (string | number)[], Reading>(
  read: (panel: Panel, ...asked: Arguments) => Reading,
): typeof read {
  const readings = new WeakMap<Panel, Map<string, Reading>>();
  return (panel, ...asked) => {
    if (!sharedPanels.has(panel)) return read(panel, ...asked);
    const known = readings.get(panel) ?? new Map<string, Reading>();
    readings.set(panel, known);
    const key = asked.join('\n');
    const reading = known.get(key) ?? read(panel, ...asked);
    known.set(key, reading);
    return reading;
  };
}
