import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { TextsIn } from '../i18n/catalogues.ts';
import { useMe } from '../api/me.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { addDays, madridClock, madridDay } from '../time/madrid-time.ts';
import { readDay } from '../time/read-day.ts';
import { readHour } from '../time/read-hour.ts';
import { useToday } from '../time/service-clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { type Action, useActions } from './go-to-actions.ts';
import { NAVIGATION, visibleTo } from './navigation.ts';

interface Place {
  label: string;
  href: string;
}

const ENTRY =
  'block w-full rounded-md px-2 py-2 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2';

/** Leads to a page by its name, or to what there is of a day or an hour, and does what can be done from everywhere. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('parts.goToDialog');
  const router = useRouter();
  const [text, setText] = useState('');
  const places = usePlaces(text);
  const actions = useActions().filter(({ label }) => folded(label).includes(folded(text)));
  const found = places.length + actions.length;
  const go = ({ href }: Place) => {
    onClose();
    void router.navigate({ href });
  };
  const act = ({ run }: Action) => {
    onClose();
    run();
  };
  const follow = (event: MouseEvent, place: Place) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(place);
  };
  return (
    <Dialog title={t('title')} onClose={onClose} className="mt-[12vh]">
      <div role="group" aria-label={t('title')} className="grid gap-3" onKeyDown={stepThrough}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const [place] = places;
            const [action] = actions;
            if (place !== undefined) go(place);
            else if (action !== undefined) act(action);
          }}
        >
          <TextField
            label={t('what')}
            hint={t('hint')}
            type="search"
            autoComplete="off"
            maxLength={60}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
        <p role="status" className={found > 0 ? 'sr-only' : 'text-sm text-soft'}>
          {found > 0 ? t.count('found', found) : t('none')}
        </p>
        <ul className="max-h-72 overflow-y-auto">
          {places.map((place) => (
            <li key={place.href}>
              <a href={place.href} className={ENTRY} onClick={(event) => follow(event, place)}>
                {place.label}
              </a>
            </li>
          ))}
          {actions.map((action) => (
            <li key={action.label}>
              <button type="button" className={ENTRY} onClick={() => act(action)}>
                {action.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function usePlaces(text: string): Place[] {
  const t = useMessages('parts.goToDialog');
  const name = useMessages('shell.navigation');
  const format = useFormat();
  const me = useMe();
  const tomorrow = addDays(useToday(), 1);
  const hour = readHour(text, tomorrow);
  if (hour !== undefined) {
    const day = madridDay(hour);
    const ofHour = (page: keyof TextsIn<'shell.navigation'>, href: string): Place => ({
      label: t('ofDay', {
        page: name(page),
        day: `${format.longDay(day)} ${day.slice(0, 4)}, ${madridClock(hour)}`,
      }),
      href: `${href}&hour=${new Date(hour).toISOString()}`,
    });
    return [
      ofHour('forecasts', `/forecasts?from=${day}&to=${day}`),
      ofHour('drivers', `/drivers?date=${day}`),
    ];
  }
  const day = readDay(text);
  if (day !== undefined) {
    const ofDay = (page: keyof TextsIn<'shell.navigation'>, href: string): Place => ({
      label: t('ofDay', { page: name(page), day: `${format.longDay(day)} ${day.slice(0, 4)}` }),
      href,
    });
    return [
      ofDay('overview', `/overview?date=${day}`),
      ofDay('forecasts', `/forecasts?from=${day}&to=${day}`),
      ofDay('market', `/market?from=${day}&to=${day}`),
      ofDay('drivers', `/drivers?date=${day}`),
    ];
  }
  return NAVIGATION.flatMap((group) => visibleTo(me, group))
    .map(({ to, label }): Place => ({ label: name(label), href: to }))
    .filter(({ label }) => folded(label).includes(folded(text)));
}

/** Without case and accents. */
function folded(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The arrow keys lead through the field and the places below it. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul a, ul button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
