import type { Place } from './spain-outline.ts';

const WEST = -9.6;
const EAST = 4.6;
const NORTH = 44;
const SOUTH = 35.8;
/** At the latitude of Madrid a degree east is so much shorter than one north. */
const SHRINK = Math.cos((40.4 / 180) * Math.PI);
const SCALE = 40;
const WIDTH = (EAST - WEST) * SHRINK * SCALE;
const HEIGHT = (NORTH - SOUTH) * SCALE;

export const MAP_BOX = `0 0 ${WIDTH} ${HEIGHT}`;

export function pointOf([longitude, latitude]: Place): [number, number] {
  return [(longitude - WEST) * SHRINK * SCALE, (NORTH - latitude) * SCALE];
}

/** The place at shares of the map's width and height, to hundredths of a degree, which are a kilometre. */
export function placeAt(across: number, down: number): Place {
  return insideMap([WEST + across * (EAST - WEST), NORTH - down * (NORTH - SOUTH)]);
}

/** The nearest place on the map, to hundredths of a degree. */
export function insideMap([longitude, latitude]: Place): Place {
  const within = (value: number, low: number, high: number) =>
    Math.round(Math.min(Math.max(value, low), high) * 100) / 100;
  return [within(longitude, WEST, EAST), within(latitude, SOUTH, NORTH)];
}

export function isOnMap([longitude, latitude]: Place): boolean {
  return longitude > WEST && longitude < EAST && latitude > SOUTH && latitude < NORTH;
}
