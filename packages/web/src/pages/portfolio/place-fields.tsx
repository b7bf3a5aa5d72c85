import { type PlaceList, type Site, sendRequest } from '@lonja/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { connection } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { TextField } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Iberia } from './iberia.tsx';
import { insideMap, isOnMap, MAP_BOX, placeAt, pointOf } from './map-places.ts';
import type { Place } from './spain-outline.ts';

/** A request follows when nothing was typed for so long. */
const PAUSE_MS = 250;
/** Degrees that an arrow key moves the place; with Shift ten times as far. */
const STEP = 0.05;
const MADRID: Place = [-3.7, 40.42];
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface PlaceFieldsProps {
  latitude: number | string | null | undefined;
  longitude: number | string | null | undefined;
  onPlace: (place: Place) => void;
  isRequired: boolean;
  faults: Readonly<Record<string, string>>;
}

/** Where a site is: by the name of its municipality, on the map or as numbers. */
export function PlaceFields({ latitude, longitude, onPlace, isRequired, faults }: PlaceFieldsProps) {
  const t = useMessages('portfolio.page');
  // The fields keep what is typed into them; another key makes them show what was chosen.
  const [choices, setChoices] = useState(0);
  const choose = (place: Place) => {
    onPlace(place);
    setChoices((before) => before + 1);
  };
  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <div className="grid content-start gap-4">
        <PlaceSearch onPlace={choose} />
        <NumberField<keyof Site>
          key={`latitude-${choices}`}
          name="latitude"
          label={t('latitude')}
          hint={isRequired ? t('placeHint') : undefined}
          value={latitude}
          faults={faults}
          isOptional={!isRequired}
        />
        <NumberField<keyof Site>
          key={`longitude-${choices}`}
          name="longitude"
          label={t('longitude')}
          value={longitude}
          faults={faults}
          isOptional={!isRequired}
        />
      </div>
      <PlaceMap place={placeFrom(latitude, longitude)} onPlace={choose} />
    </div>
  );
}

/** Asked by its address: an operation of the client would be part of every first load. */
async function readPlaces(name: string): Promise<PlaceList> {
  const path = `/portfolio/places?${new URLSearchParams({ name }).toString()}`;
  return (await sendRequest(connection, { method: 'GET', path, headers: {} })) as PlaceList;
}

/** Municipalities by name. Enter takes the first of those that are listed. */
function PlaceSearch({ onPlace }: { onPlace: (place: Place) => void }) {
  const t = useMessages('portfolio.page');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsking = text.trim() !== '' && asked !== '';
  const places = useQuery({
    queryKey: ['places', asked],
    queryFn: () => readPlaces(asked),
    enabled: isAsking,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const found = isAsking ? places.data?.items : undefined;
  const choose = (place: NonNullable<typeof found>[number]) => {
    onPlace([place.longitude, place.latitude]);
    setText('');
    setAsked('');
  };
  return (
    <div>
      <TextField
        label={t('place')}
        hint={t('placeSearchHint')}
        type="search"
        value={text}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const first = found?.[0];
          if (first !== undefined && asked === text.trim() && !places.isPlaceholderData) choose(first);
        }}
      />
      <p role="status" className="text-xs text-faint">
        {found !== undefined && (found.length === 0 ? t('placesNone') : t.count('placesFound', found.length))}
      </p>
      {found !== undefined && found.length > 0 && (
        <ul className="max-h-44 overflow-y-auto rounded-md border border-line">
          {found.map((place) => (
            <li key={`${place.name}, ${place.region}, ${place.latitude}`}>
              <button
                type="button"
                className="w-full px-2.5 py-1.5 text-left text-sm hover:bg-sunken"
                onClick={() => choose(place)}
              >
                {place.name} <span className="text-faint">{place.region}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The map takes a click, and the arrow keys of who uses no pointer. */
function PlaceMap({ place, onPlace }: { place: Place | undefined; onPlace: (place: Place) => void }) {
  const t = useMessages('portfolio.page');
  const shown = place !== undefined && isOnMap(place) ? place : undefined;
  const move = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const [longitude, latitude] = shown ?? MADRID;
    const step = event.shiftKey ? 10 * STEP : STEP;
    onPlace(insideMap([longitude + step * arrow[0], latitude + step * arrow[1]]));
  };
  const point = shown === undefined ? undefined : pointOf(shown);
  return (
    <svg
      viewBox={MAP_BOX}
      role="application"
      tabIndex={0}
      aria-label={t('placeMap')}
      className="w-full cursor-crosshair self-start rounded-md border border-line"
      onClick={({ currentTarget, clientX, clientY }) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect();
        onPlace(placeAt((clientX - left) / width, (clientY - top) / height));
      }}
      onKeyDown={move}
    >
      <Iberia />
      {point !== undefined && (
        <circle cx={point[0]} cy={point[1]} r={6} className="fill-accent/70 stroke-accent" />
      )}
    </svg>
  );
}

function placeFrom(
  latitude: number | string | null | undefined,
  longitude: number | string | null | undefined,
): Place | undefined {
  const [north, east] = [latitude, longitude].map((value) =>
    value === null || value === undefined || value === '' ? Number.NaN : Number(value),
  );
  return Number.isFinite(north) && Number.isFinite(east) ? [east, north] : undefined;
}
