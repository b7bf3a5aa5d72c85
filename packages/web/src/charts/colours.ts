import { currentTheme } from '../theme/theme.ts';

/** Data colours by meaning; each is a token of the style sheet, `--data-<name>`. */
export type DataColour =
  | 'price'
  | 'band'
  | 'band-far'
  | 'cleared'
  | 'previous'
  | 'naive'
  | 'negative'
  | 'spike'
  | 'wind'
  | 'solar'
  | 'hydro'
  | 'nuclear'
  | 'thermal'
  | 'other'
  | 'load'
  | 'flow'
  | 'second'
  | 'third'
  | 'fourth'
  | 'grid'
  | 'axis'
  | 'zero'
  | 'now'
  | 'settled'
  | 'heat-middle'
  | 'heat-high';

const resolved = new Map<string, string>();

/** The colour that a canvas draws with in the current theme. */
export function resolveColour(colour: DataColour): string {
  const key = `${currentTheme()} ${String(matchMedia('(prefers-color-scheme: dark)').matches)} ${colour}`;
  const known = resolved.get(key) ?? computedColour(colour);
  resolved.set(key, known);
  return known;
}

export function cssColour(colour: DataColour): string {
  return `var(--data-${colour})`;
}

function computedColour(colour: DataColour): string {
  const probe = document.createElement('span');
  probe.style.color = cssColour(colour);
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
