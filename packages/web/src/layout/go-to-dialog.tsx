import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useMe } from '../api/me.ts';
import { defineMessages } from '../i18n/define-messages.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/locale.ts';
import { readDay } from '../time/read-day.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { NAVIGATION, navigationMessages, visibleTo } from './navigation.ts';

const messages = defineMessages({
  en: {
    title: 'Go to',
    what: 'Page or day',
    hint: 'Type a page name or a day such as 24/11/2026. Enter opens the first match.',
    none: 'No match.',
    'found.one': '{count} match',
    'found.other': '{count} matches',
    ofDay: '{page}, {day}',
  },
  es: {
    title: 'Ir a',
    what: 'Página o día',
    hint: 'Escriba el nombre de una página o un día como 24/11/2026. Intro abre el primer resultado.',
    none: 'Sin resultados.',
    'found.one': '{count} resultado',
    'found.other': '{count} resultados',
    ofDay: '{page}, {day}',
  },
});

interface Place {
  label: string;
  href: string;
}

/** Leads to a page by its name, or to what there is of a day. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(messages);
  const router = useRouter();
  const [text, setText] = useState('');
  const places = usePlaces(text);
  const go = ({ href }: Place) => {
    onClose();
    void router.navigate({ href });
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
            const [first] = places;
            if (first !== undefined) go(first);
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
        <p role="status" className={places.length > 0 ? 'sr-only' : 'text-sm text-soft'}>
          {places.length > 0 ? t.count('found', places.length) : t('none')}
        </p>
        <ul className="max-h-72 overflow-y-auto">
          {places.map((place) => (
            <li key={place.href}>
              <a
                href={place.href}
                className="block rounded-md px-2 py-2 text-sm hover:bg-sunken focus-visible:-outline-offset-2"
                onClick={(event) => follow(event, place)}
              >
                {place.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function usePlaces(text: string): Place[] {
  const t = useMessages(messages);
  const name = useMessages(navigationMessages);
  const format = useFormat();
  const me = useMe();
  const day = readDay(text);
  if (day !== undefined) {
    const ofDay = (page: keyof (typeof navigationMessages)['en'], href: string): Place => ({
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
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
