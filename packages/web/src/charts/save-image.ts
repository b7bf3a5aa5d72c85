import type { LegendEntry } from './chart-frame.tsx';
import { FONT_FAMILY } from './plot-style.ts';

const PAD = 16;
const TITLE_PX = 16;
const TEXT_PX = 12;
const LINE_PX = 20;
const SWATCH_PX = 22;
/** Sharp enough for a document, whatever the screen. */
const LEAST_SCALE = 2;
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font',
  'text-anchor',
] as const;

export interface ImageSubject {
  /** What holds the picture as it is on the page: canvases, SVG and texts. */
  host: HTMLElement;
  title: string;
  legend: readonly LegendEntry[];
  /** Last line: days, time zone, source. */
  note: string;
}

/** The chart as a PNG in the colours of the page, with title, legend and a line that says what it is of. */
export async function imageOf({ host, title, legend, note }: ImageSubject): Promise<Blob> {
  const { width, height } = host.getBoundingClientRect();
  const scale = Math.max(LEAST_SCALE, devicePixelRatio);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas.');
  const body = getComputedStyle(document.body);
  context.font = `${TEXT_PX}px ${FONT_FAMILY}`;
  const places = placeLegend(context, legend, width);
  const top = PAD + TITLE_PX + LINE_PX / 2 + (places.lines + 1) * LINE_PX;
  canvas.width = (width + 2 * PAD) * scale;
  canvas.height = (top + height + LINE_PX + PAD) * scale;
  context.scale(scale, scale);
  context.fillStyle = body.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = body.color;
  context.textBaseline = 'middle';
  context.font = `600 ${TITLE_PX}px ${FONT_FAMILY}`;
  context.fillText(title, PAD, PAD + TITLE_PX / 2, width);
  context.font = `${TEXT_PX}px ${FONT_FAMILY}`;
  for (const { entry, x, line } of places.entries) {
    const y = PAD + TITLE_PX + (line + 1) * LINE_PX;
    const isBlock = entry.isBlock === true || entry.colourTo !== undefined;
    const colours = context.createLinearGradient(PAD + x, 0, PAD + x + SWATCH_PX, 0);
    colours.addColorStop(0, resolved(entry.colour, host));
    colours.addColorStop(1, resolved(entry.colourTo ?? entry.colour, host));
    context.fillStyle = colours;
    context.fillRect(PAD + x, y - (isBlock ? 5 : 1), SWATCH_PX, isBlock ? 10 : 2.5);
    context.fillStyle = body.color;
    context.fillText(entry.label, PAD + x + SWATCH_PX + 6, y);
  }
  await drawHost(context, host, { x: PAD, y: top });
  context.font = `${TEXT_PX}px ${FONT_FAMILY}`;
  context.textAlign = 'left';
  context.fillStyle = body.color;
  context.fillText(note, PAD, top + height + LINE_PX, width);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser made no image.'));
      else resolve(blob);
    });
  });
}

/** Sets the entries of a legend into as many lines as the width needs. */
function placeLegend(context: CanvasRenderingContext2D, legend: readonly LegendEntry[], width: number) {
  let [x, line] = [0, 0];
  const entries = legend.map((entry) => {
    const needed = SWATCH_PX + 6 + context.measureText(entry.label).width;
    if (x > 0 && x + needed > width) [x, line] = [0, line + 1];
    const place = { entry, x, line };
    x += needed + PAD;
    return place;
  });
  return { entries, lines: legend.length === 0 ? 0 : line + 1 };
}

async function drawHost(
  context: CanvasRenderingContext2D,
  host: HTMLElement,
  at: { x: number; y: number },
): Promise<void> {
  const origin = host.getBoundingClientRect();
  const placeOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: at.x + left - origin.left, y: at.y + top - origin.top, width, height };
  };
  for (const canvas of host.querySelectorAll('canvas')) {
    const { x, y, width, height } = placeOf(canvas);
    if (width > 0) context.drawImage(canvas, x, y, width, height);
  }
  for (const svg of host.querySelectorAll('svg')) {
    const { x, y, width, height } = placeOf(svg);
    if (width > 0) context.drawImage(await imageOfSvg(svg, width, height), x, y, width, height);
  }
  for (const element of host.querySelectorAll<HTMLElement>('span, p')) {
    const text = element.childElementCount === 0 ? element.innerText.trim() : '';
    if (text === '' || element.closest('.sr-only, .chart-tooltip') !== null) continue;
    const { x, y, height } = placeOf(element);
    const { color, fontSize } = getComputedStyle(element);
    context.font = `${fontSize} ${FONT_FAMILY}`;
    context.fillStyle = color;
    context.fillText(text, x, y + height / 2);
  }
}

/** The drawing with its computed styles written into it: on its own it knows no style sheet. */
async function imageOfSvg(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('The copy of a drawing is one.');
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('style');
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** The colour that `var(--...)` stands for at an element. */
function resolved(colour: string, host: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
