import type uPlot from 'uplot';

export interface TooltipRow {
  label: string;
  value: string;
  /** CSS colour of the swatch. */
  colour: string;
}

export interface TooltipContent {
  title: string;
  rows: TooltipRow[];
}

const GAP_PX = 14;
/** On a narrower plot a box beside the cursor would cover what is read: there it stands above the plot. */
const NARROW_PX = 480;

/** Shows what holds at the cursor, beside it, or above a narrow plot. Texts are set as text, never as markup. */
export function tooltipPlugin(contentAt: (index: number) => TooltipContent | undefined): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'chart-tooltip';
  box.hidden = true;
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor(plot) {
        const { idx, left = -1 } = plot.cursor;
        const content = idx === null || idx === undefined || left < 0 ? undefined : contentAt(idx);
        box.hidden = content === undefined;
        if (content === undefined) return;
        render(box, content);
        const isRight = left > plot.over.clientWidth / 2;
        const x = isRight ? left - box.offsetWidth - GAP_PX : left + GAP_PX;
        const width = plot.over.clientWidth;
        const y = width < NARROW_PX ? -box.offsetHeight - GAP_PX : 4;
        box.style.transform = `translate(${Math.max(0, Math.min(x, width - box.offsetWidth))}px, ${y}px)`;
      },
    },
  };
}

function render(box: HTMLElement, { title, rows }: TooltipContent): void {
  const heading = document.createElement('p');
  heading.textContent = title;
  const list = document.createElement('dl');
  for (const { label, value, colour } of rows) {
    const swatch = document.createElement('span');
    swatch.style.cssText = `width: 10px; height: 3px; border-radius: 2px; background: ${colour}`;
    const name = document.createElement('dt');
    name.textContent = label;
    const number = document.createElement('dd');
    number.textContent = value;
    list.append(swatch, name, number);
  }
  box.replaceChildren(heading, list);
}
