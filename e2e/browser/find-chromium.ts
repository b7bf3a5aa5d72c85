import { existsSync } from 'node:fs';

/** The one without windows first: it shows the same pages for less than half of the processor's time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The machine's browser; undefined where there is none, and browser tests are skipped. */
export function findChromium(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}
