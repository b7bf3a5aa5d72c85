/**
 * Draws docs/images/pipeline.svg: the stages of the champion, from its recipe. With `--check` it writes nothing and fails where the picture
 * is not that of the recipe. Run: node packages/forecasting/tools/draw-recipe.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Recipe } from '../src/models/recipe.ts';
import { CHAMPION } from '../src/pipelines/champion.ts';

const PICTURE = new URL('../../../docs/images/pipeline.svg', import.meta.url);
const WIDTH = 960;
const MARGIN = 16;
const BOX_HEIGHT = 54;
const GAP = 30;

/** A box of the picture: a title and what it is set to. */
interface Box {
  title: string;
  detail: string;
}

const svg = drawing(CHAMPION);
if (!process.argv.includes('--check')) writeFileSync(PICTURE, svg);
else if (readFileSync(PICTURE, 'utf8') !== svg) {
  console.error(
    'docs/images/pipeline.svg is not that of the recipe; run packages/forecasting/tools/draw-recipe.ts.',
  );
  process.exitCode = 1;
}

/** Rows of boxes from the panel down to the bounds. */
function drawing(recipe: Recipe): string {
  const rows: Box[][] = [
    [{ title: 'Panel', detail: 'prices, inputs, price signals, holidays, as known at one instant' }],
    ...rowsOf(recipe),
    [{ title: 'Later days', detail: 'earlier forecasts as price lags; shrinkage to recent means' }],
    [{ title: 'Bounds', detail: 'p10 and p90 from the errors of past forecasts' }],
  ];
  const height = 2 * MARGIN + rows.length * BOX_HEIGHT + (rows.length - 1) * GAP;
  const top = (row: number) => MARGIN + row * (BOX_HEIGHT + GAP);
  const boxes = rows.flatMap((row, r) =>
    row.map((box, i) => boxAt(box, { ...placeOf(i, row.length), y: top(r) })),
  );
  const arrows = rows
    .slice(1)
    .flatMap((row, r) => arrowsBetween(rows[r].length, row.length, top(r) + BOX_HEIGHT));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>The pipeline of the day-ahead champion</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0 0L8 4L0 8z" fill="#64748b"/></marker></defs>',
    ...arrows,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}

function rowsOf(recipe: Recipe): Box[][] {
  if (recipe.kind === 'on-partial-pit') {
    const { leastGain } = recipe.select;
    const detail = `as far as it lessened the errors of the last year by ${percent(leastGain)}; inverted afterwards`;
    return [[{ title: 'Partial probability integral transform', detail }], ...rowsOf(recipe.recipe)];
  }
  if (recipe.kind === 'weighted-mean') {
    const total = recipe.members.reduce((sum, { weight }) => sum + weight, 0);
    const shares = recipe.members.map(({ weight }) => percent(weight / total)).join(', ');
    return [
      recipe.members.map(({ recipe: member }) => boxOf(member)),
      [{ title: 'Weighted mean', detail: shares }],
    ];
  }
  return [[boxOf(recipe)]];
}

function boxOf(recipe: Recipe): Box {
  if (recipe.kind === 'stacked-processes') {
    const levels = recipe.processes.map(({ levelDays }) => levelDays).join(' and ');
    return { title: 'Stacked Gaussian processes', detail: `by ${levels} days; residual trees` };
  }
  if (recipe.kind === 'lear') return { title: 'LEAR', detail: `windows ${recipe.windows.join(', ')} days` };
  if (recipe.kind === 'boosted-hours') {
    return {
      title: 'Boosted trees',
      detail: `normalised by ${recipe.levelDays} and ${recipe.spreadDays} days`,
    };
  }
  return { title: recipe.kind, detail: '' };
}

function placeOf(i: number, count: number): { x: number; width: number } {
  const width = (WIDTH - (count + 1) * MARGIN) / count;
  return { x: MARGIN + i * (width + MARGIN), width };
}

function boxAt({ title, detail }: Box, { x, y, width }: { x: number; y: number; width: number }): string {
  const middle = x + width / 2;
  return [
    `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BOX_HEIGHT}" rx="6" fill="#f1f5f9" stroke="#64748b"/>`,
    `<text x="${middle.toFixed(1)}" y="${y + 22}" text-anchor="middle" font-weight="600" fill="#0f172a">${title}</text>`,
    `<text x="${middle.toFixed(1)}" y="${y + 41}" text-anchor="middle" font-size="11" fill="#334155">${detail}</text>`,
  ].join('\n');
}

function arrowsBetween(above: number, below: number, y: number): string[] {
  return Array.from({ length: Math.max(above, below) }, (_, i) => {
    const [from, to] = [placeOf(Math.min(i, above - 1), above), placeOf(Math.min(i, below - 1), below)];
    const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
    return `<line x1="${x1.toFixed(1)}" y1="${y}" x2="${x2.toFixed(1)}" y2="${y + GAP}" stroke="#64748b" marker-end="url(#tip)"/>`;
  });
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
