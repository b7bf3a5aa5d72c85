import type { IncomingHttpHeaders } from 'node:http';
import { addDays } from '@lonja/forecasting/market';
import { findProduct, parseOmieFileName } from '../../../src/market/connectors/omie/revisions.ts';
import type { LiveSourceName } from '../../../src/market/connectors/source.ts';
import { energyChartsAnswer, entsoeAnswer, esiosAnswer, openMeteoAnswer, redataAnswer } from '../answers.ts';
import { redataNothing } from '../payloads.ts';
import type { Answer } from '../respond.ts';
import type { SourceWorld } from './source-world.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'text/xml';
const HTML_TYPE = 'text/html; charset=utf-8';
const NOT_FOUND: Answer = {
  status: 404,
  contentType: HTML_TYPE,
  body: '<!DOCTYPE html><html><head><title>Page not found</title></head><body>Page not found</body></html>',
};
/** Days of forecast that the weather service gives. */
const WEATHER_DAYS = 16;

export interface SourceQuestion {
  url: URL;
  headers: IncomingHttpHeaders;
  world: SourceWorld;
  now: number;
}

/** What each source says to a question that comes without a fault, what it has not and what it refuses among it. */
export const ANSWER_SOURCE: Record<LiveSourceName, (question: SourceQuestion) => Answer> = {
  omie({ url, world }) {
    const name = url.searchParams.get('filename') ?? '';
    const file = parseOmieFileName(name);
    const product = file && findProduct(file);
    const isAsked =
      url.pathname === '/es/file-download' && name.startsWith(`${url.searchParams.get('parents') ?? ''}_`);
    if (!isAsked || file === undefined || product === undefined) return NOT_FOUND;
    const found = world.filesOf(product, file.day).find(({ revision }) => revision === file.revision);
    return found === undefined ? NOT_FOUND : { status: 200, body: found.text, contentType: 'text/plain' };
  },
  redata({ url, world }) {
    if (!url.pathname.startsWith('/es/datos/')) return NOT_FOUND;
    const body = redataAnswer(url, world);
    return body === undefined
      ? { status: 502, body: redataNothing(), contentType: JSON_TYPE }
      : { status: 200, body, contentType: JSON_TYPE };
  },
  esios({ url, headers, world }) {
    if (headers['x-api-key'] === undefined) return { status: 403, body: 'Forbidden' };
    const body = esiosAnswer(url, world);
    return body === undefined ? NOT_FOUND : { status: 200, body, contentType: JSON_TYPE };
  },
  entsoe({ url, world }) {
    if (url.pathname !== '/api') return NOT_FOUND;
    if ((url.searchParams.get('securityToken') ?? '') === '') {
      const body =
        '<html><head><title>Error</title></head><body>Unauthorized. Missing or invalid security token</body></html>';
      return { status: 401, body, contentType: HTML_TYPE };
    }
    return { status: 200, body: entsoeAnswer(url, world), contentType: XML_TYPE };
  },
  'energy-charts'({ url, world }) {
    const body = energyChartsAnswer(url, world);
    return body === undefined
      ? { status: 404, body: '{"detail":"no content available"}', contentType: JSON_TYPE }
      : { status: 200, body, contentType: JSON_TYPE };
  },
  'open-meteo'({ url, world, now }) {
    if (!/^\/v1\/(forecast|archive)$/.test(url.pathname)) return NOT_FOUND;
    const today = new Date(now).toISOString().slice(0, 10);
    const last = url.pathname.endsWith('archive') ? today : addDays(today, WEATHER_DAYS - 1);
    if ((url.searchParams.get('end_date') ?? '') > last) {
      const reason = `Parameter 'end_date' is out of allowed range from 2016-01-01 to ${last}`;
      return { status: 400, body: JSON.stringify({ error: true, reason }), contentType: JSON_TYPE };
    }
    return { status: 200, body: openMeteoAnswer(url, world), contentType: JSON_TYPE };
  },
};
