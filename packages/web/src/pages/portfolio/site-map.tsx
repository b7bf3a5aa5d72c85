import type { Site } from '@lonja/client';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/locale.ts';
import { Iberia } from './iberia.tsx';
import { isOnMap, MAP_BOX, pointOf } from './map-places.ts';
import type { Place } from './spain-outline.ts';

const SMALLEST_DOT = 4;
const LARGEST_DOT = 13;

/** Where the sites are, each a dot that grows with its power and leads to it. */
export function SiteMap({ sites }: { sites: readonly Site[] }) {
  const t = useMessages('portfolio.page');
  const placed = sites.flatMap((site) => {
    const place = placeOf(site);
    return place === undefined ? [] : [{ site, place }];
  });
  const left = sites.filter((site) => placeOf(site) === undefined);
  const largest = Math.max(...placed.map(({ site }) => site.capacity_mw), 1);
  return (
    <figure className="grid gap-2">
      <svg viewBox={MAP_BOX} role="group" aria-label={t('map')} className="w-full">
        <Iberia />
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
  return isOnMap([longitude, latitude]) ? [longitude, latitude] : undefined;
}
