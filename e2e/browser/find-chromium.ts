import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The machine's browser; undefined where there is none, and browser tests are skipped. */
export function findChromium(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}
