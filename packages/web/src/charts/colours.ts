import { currentTheme } from '../theme/theme.ts';

/** Data colours by meaning; each is a token of the style sheet, `--data-<name>`. */
const DATA_COLOURS = [
  'price',
  'band-near',
  'band',
  'band-far',
  'cleared',
  'previous',
  'naive',
  'negative',
  'spike',
  'wind',
  'solar',
  'hydro',
  'nuclear',
  'thermal',
  'other',
  'load',
  'flow',
  'second',
  'third',
  'fourth',
  'grid',
  'axis',
  'zero',
  'now',
  'settled',
  'heat-zero',
  'heat-middle',
  'heat-high',
] as const;
export type DataColour = (typeof DATA_COLOURS)[number];

const resolved = new Map<string, Map<DataColour, string>>();

/** The colour that a canvas draws with in the current theme. */
export function resolveColour(colour: DataColour): string {
  const theme = `${currentTheme()} ${String(matchMedia('(prefers-color-scheme: dark)').matches)}`;
  const colours = resolved.get(theme) ?? computedColours();
  resolved.set(theme, colours);
  return colours.get(colour) ?? '';
}

export function cssColour(colour: DataColour): string {
  return `var(--data-${colour})`;
}

/** All at once: the browser works out styles once, not for every colour. */
function computedColours(): Map<DataColour, string> {
  const probes = DATA_COLOURS.map((colour) => {
    const probe = document.createElement('span');
    probe.style.color = cssColour(colour);
    return probe;
  });
  const host = document.createElement('div');
  host.append(...probes);
  document.body.append(host);
  const colours = new Map(
    DATA_COLOURS.map((colour, index) => {
      const probe = probes[index] ?? host;
      return [colour, getComputedStyle(probe).color];
    }),
  );
  host.remove();
  return colours;
}
