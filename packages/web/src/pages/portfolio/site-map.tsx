import type { Site } from '@lonja/client';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { messages } from './messages.ts';
import { type Place, SPAIN_OUTLINE } from './spain-outline.ts';

const WEST = -9.6;
const EAST = 4.6;
const NORTH = 44;
const SOUTH = 35.8;
/** At the latitude of Madrid a degree east is so much shorter than one north. */
const SHRINK = Math.cos((40.4 / 180) * Math.PI);
const SCALE = 40;
const WIDTH = (EAST - WEST) * SHRINK * SCALE;
const HEIGHT = (NORTH - SOUTH) * SCALE;
const SMALLEST_DOT = 4;
const LARGEST_DOT = 13;

/** Where the sites are, each a dot that grows with its power and leads to it. */
export function SiteMap({ sites }: { sites: readonly Site[] }) {
  const t = useMessages(messages);
  const placed = sites.flatMap((site) => {
    const place = placeOf(site);
    return place === undefined ? [] : [{ site, place }];
  });
  const left = sites.filter((site) => placeOf(site) === undefined);
  const largest = Math.max(...placed.map(({ site }) => site.capacity_mw), 1);
  return (
    <figure className="grid gap-2">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={t('map')} className="w-full">
        {SPAIN_OUTLINE.map((outline) => (
          <polygon
            key={outline[0].join()}
            points={outline.map((place) => pointOf(place).join(',')).join(' ')}
            className="fill-sunken stroke-edge"
            strokeWidth={1}
            strokeLinejoin="round"
          />
        ))}
        {placed.map(({ site, place }) => {
          const [x, y] = pointOf(place);
          return (
            <Link key={site.id} to="/portfolio/$siteId" params={{ siteId: site.id }} aria-label={site.name}>
              <circle
                cx={x}
                cy={y}
                r={Math.max(SMALLEST_DOT, LARGEST_DOT * Math.sqrt(site.capacity_mw / largest))}
                className="fill-accent/70 stroke-accent hover:fill-accent"
              >
                <title>{`${site.name}, ${t(site.kind)}`}</title>
              </circle>
            </Link>
          );
        })}
      </svg>
      {left.length > 0 && (
        <figcaption className="text-xs text-faint">
          {t('offMap', { names: left.map(({ name }) => name).join(', ') })}
        </figcaption>
      )}
    </figure>
  );
}

function placeOf({ longitude, latitude }: Site): Place | undefined {
  if (longitude === null || latitude === null) return undefined;
  const isInside = longitude > WEST && longitude < EAST && latitude > SOUTH && latitude < NORTH;
  return isInside ? [longitude, latitude] : undefined;
}

function pointOf([longitude, latitude]: Place): [number, number] {
  return [(longitude - WEST) * SHRINK * SCALE, (NORTH - latitude) * SCALE];
}
