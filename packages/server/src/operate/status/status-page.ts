import { TIME_ZONE } from '@lonja/forecasting/market';
import { LANGUAGE_TAGS, type Locale, LOCALES } from '../../ground/config/locale.ts';
import { escapeHtml } from '../../ground/documents/escape-html.ts';
import type { ComponentStatus, MonthUptime, ServiceStatus } from './get-status.ts';
import type { Incident } from './store.ts';
import { COMPONENTS } from './measure-components.ts';
import { STATUS_WORDS } from './status-words.ts';

/** A month of which less was measured says so. */
const WHOLE = 0.99;

/** The colours are those of the documentation's pages; states differ by word and sign too. */
export const STATUS_CSS = `main.status{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
.status h1{margin:0 0 .25rem;font-size:1.6rem}.status h2{margin:2rem 0 .5rem;font-size:1.1rem}
.status .said{color:var(--ink-soft);margin:0 0 1rem}.status .stale{border-left:4px solid light-dark(#b45309,#f0b429);padding-left:.75rem}
.status .scroll{overflow-x:auto}.status table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.status th,.status td{padding:.45rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
.status th:first-child,.status td:first-child{text-align:left;white-space:normal;min-width:9rem}
.status thead th{color:var(--ink-soft);font-weight:500}.status tbody th{font-weight:500}
.status .ok{color:var(--accent)}.status .degraded{color:light-dark(#92400e,#f0b429)}.status .down{color:light-dark(#b3261e,#ff9a8f)}
.status .unknown,.status small{color:var(--ink-faint)}.status small{display:block;font-size:.75rem}
.language{margin-left:auto;color:var(--ink-soft);font-size:.875rem}
.status article{max-width:none;border:1px solid var(--line);border-radius:6px;background:var(--raised);padding:.75rem 1rem;margin:.75rem 0}
.status article h3{margin:0 0 .25rem;font-size:1rem}.status ol{list-style:none;margin:.5rem 0 0;padding:0}
.status li{border-top:1px solid var(--line);padding:.5rem 0}.status li p{margin:.25rem 0 0;white-space:pre-line;overflow-wrap:anywhere}
.status time{color:var(--ink-faint)}
`;
const SIGNS = { ok: '●', degraded: '▲', down: '■', unknown: '○' };

/** The page of /status. `status` undefined: the database has not answered yet; `isStale`: it does not now. */
export function renderStatusPage(
  status: ServiceStatus | undefined,
  { language, isStale }: { language: Locale; isStale: boolean },
): string {
  const words = STATUS_WORDS[language];
  const others = LOCALES.filter((locale) => locale !== language).map(linkTo);
  const state = isStale ? 'down' : (status?.state ?? 'down');
  const said =
    status === undefined ? words.never : (isStale ? words.stale : words.asOf)(timeIn(language, status.asOf));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title} · Lonja</title>
<link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/docs.css">
<link rel="stylesheet" href="/status.css">
</head>
<body>
<header>
<a class="home" href="/"><img src="/docs/assets/mark.svg" alt="" width="24" height="24">Lonja</a>
<a class="docs" href="/docs">${words.documentation}</a>
<span class="language">${others.join(' ')}</span>
</header>
<main class="status" id="content">
<h1 class="${state}"><span aria-hidden="true">${SIGNS[state]}</span> ${words.headline[state]}</h1>
<p class="said${isStale ? ' stale' : ''}" role="status">${said}</p>
${status === undefined ? '' : bodyOf(status, language)}
</main>
</body>
</html>
`;
}

function linkTo(locale: Locale): string {
  return `<a href="/status?lang=${locale}" hreflang="${locale}" lang="${locale}">${STATUS_WORDS[locale].language}</a>`;
}

function bodyOf({ components, incidents }: ServiceStatus, language: Locale): string {
  const words = STATUS_WORDS[language];
  const months = components[0]?.uptime.map(({ month }) => month) ?? [];
  const head = [words.component, words.now, ...months.map((month) => monthIn(language, month))];
  return `<h2>${words.components}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${words.uptime}">
<table>
<thead><tr>${head.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
${components.map((component) => rowOf(component, language)).join('\n')}
</tbody>
</table>
</div>
<p class="said"><small>${words.uptime}: ${words.honest}</small></p>
<h2>${words.incidents}</h2>
${incidents.length === 0 ? `<p>${words.noIncidents}</p>` : incidents.map((one) => articleOf(one, language)).join('\n')}`;
}

function rowOf({ component, state, uptime }: ComponentStatus, language: Locale): string {
  const words = STATUS_WORDS[language];
  const now = `<td class="${state}"><span aria-hidden="true">${SIGNS[state]}</span> ${words.state[state]}</td>`;
  const cells = uptime.map((month) => `<td>${uptimeText(month, language)}</td>`).join('');
  return `<tr><th scope="row">${words.name[component]}</th>${now}${cells}</tr>`;
}

function uptimeText({ minutes, measured, good }: MonthUptime, language: Locale): string {
  const words = STATUS_WORDS[language];
  if (measured === 0) return `<span class="unknown">${words.notMeasured}</span>`;
  const share = percent(uptimePercent(measured, good), language, 2);
  if (measured >= WHOLE * minutes) return share;
  const part = Math.floor((100 * measured) / minutes);
  const shown = part === 0 ? `< ${percent(1, language, 0)}` : percent(part, language, 0);
  return `${share}<small>${words.partly(escapeHtml(shown))}</small>`;
}

/** Rounded down to hundredths: a month with a bad minute never shows 100 %. */
export function uptimePercent(measured: number, good: number): number {
  return Math.floor((10_000 * Math.min(good, measured)) / measured) / 100;
}

function articleOf({ title, components, updates }: Incident, language: Locale): string {
  const words = STATUS_WORDS[language];
  const affected = COMPONENTS.filter((component) => components.includes(component));
  const items = updates.map(
    ({ state, body, at }) =>
      `<li><strong>${words.incidentState[state]}</strong> <time datetime="${at.toISOString()}">${timeIn(language, at.getTime())}</time><p>${escapeHtml(body)}</p></li>`,
  );
  return `<article><h3>${escapeHtml(title)}</h3>
<small>${words.affects}: ${affected.map((component) => words.name[component]).join(', ')}</small>
<ol>${items.join('\n')}</ol></article>`;
}

function percent(value: number, language: Locale, digits: number): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${value.toLocaleString(LANGUAGE_TAGS[language], format)} %`;
}

function timeIn(language: Locale, instant: number): string {
  return new Date(instant).toLocaleString(LANGUAGE_TAGS[language], {
    timeZone: TIME_ZONE,
    dateStyle: 'medium',
    timeStyle: 'long',
  });
}

function monthIn(language: Locale, month: string): string {
  const options = { timeZone: 'UTC', month: 'short', year: 'numeric' } as const;
  return new Date(`${month}-15T00:00:00Z`).toLocaleDateString(LANGUAGE_TAGS[language], options);
}
