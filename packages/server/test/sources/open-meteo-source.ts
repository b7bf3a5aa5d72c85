import { createOpenMeteoSource, OPEN_METEO_LIMITS } from '../../src/market/connectors/open-meteo/source.ts';
import type { Source } from '../../src/market/connectors/source.ts';
import { createTransport } from '../../src/market/connectors/transport/transport.ts';

/** Open-Meteo with made-up answers, at an instant that stands still; each of its addresses is a host of its own. */
export function openMeteoAt(now: number, answer: (url: URL) => string): { source: Source; asked: URL[] } {
  const asked: URL[] = [];
  const transport = createTransport('open-meteo', OPEN_METEO_LIMITS, {
    fetch: async (input) => {
      const url = new URL(input instanceof Request ? input.url : input);
      asked.push(url);
      return new Response(answer(url));
    },
    now: () => now,
    sleep: async () => {},
    version: 'test',
    random: () => 0,
  });
  const urls = {
    forecast: 'http://forecast',
    previousRuns: 'http://runs',
    historical: 'http://first-hours',
    archive: 'http://archive',
  };
  return { source: createOpenMeteoSource({ transport, urls, now: () => now }), asked };
}
