import { readFile } from 'node:fs/promises';

/** A municipality of Spain or a town of Portugal. */
export interface FoundPlace {
  name: string;
  /** Province, or district of Portugal. */
  region: string;
  country: 'es' | 'pt';
  latitude: number;
  longitude: number;
}

interface ListedPlace extends FoundPlace {
  /** Names as they are compared; a place of two languages has both. */
  folded: string;
}

const FILE = new URL('places.tsv', import.meta.url);
export const MOST_PLACES = 12;

let places: Promise<ListedPlace[]> | undefined;

/**
 * Places whose name has every word that was asked for, whatever the accents and the case; words after a comma may be of the region. Names that are
 * the words come first, then those that begin with them.
 */
export async function findPlaces(asked: string): Promise<FoundPlace[]> {
  const [wanted = '', within = ''] = asked.split(',').map(fold);
  if (wanted === '') return [];
  const listed = await (places ??= readPlaces());
  return listed
    .filter((place) => within === '' || wordsIn(fold(place.region), within))
    .map((place) => ({ place, rank: rankOf(place.folded, wanted) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || a.place.folded.localeCompare(b.place.folded, 'es'))
    .slice(0, MOST_PLACES)
    .map(({ place: { name, region, country, latitude, longitude } }) => ({
      name,
      region,
      country,
      latitude,
      longitude,
    }));
}

function rankOf(folded: string, asked: string): number {
  if (folded.split('/').some((name) => name === asked)) return 4;
  if (folded.startsWith(`${asked} `)) return 3;
  if (folded.split('/').some((name) => name.startsWith(asked))) return 2;
  return wordsIn(folded, asked) ? 1 : 0;
}

/** Whether every word begins one of the text. */
function wordsIn(text: string, words: string): boolean {
  const own = text.split(/[ /]/);
  return words.split(' ').every((word) => own.some((each) => each.startsWith(word)));
}

/** Lower case without accents, hyphens and apostrophes: `L'Hospitalet` as `l hospitalet`. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();
}

async function readPlaces(): Promise<ListedPlace[]> {
  const [, ...lines] = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const [name, region, country, latitude, longitude] = line.split('\t');
    return {
      name,
      region,
      country: country === 'pt' ? 'pt' : 'es',
      latitude: Number(latitude),
      longitude: Number(longitude),
      folded: fold(name),
    };
  });
}
