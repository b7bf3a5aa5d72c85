import { pointOf } from './map-places.ts';
import { PORTUGAL_OUTLINE } from './portugal-outline.ts';
import { SPAIN_OUTLINE } from './spain-outline.ts';

/** Spain with the Balearic Islands, and Portugal: the ground of the maps. */
export function Iberia() {
  return [PORTUGAL_OUTLINE, ...SPAIN_OUTLINE].map((outline) => (
    <polygon
      key={outline[0].join()}
      points={outline.map((place) => pointOf(place).join(',')).join(' ')}
      className="fill-sunken stroke-edge"
      strokeWidth={1}
      strokeLinejoin="round"
    />
  ));
}
