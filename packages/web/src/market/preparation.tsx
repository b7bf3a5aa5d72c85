import type { Preparation as Prepared } from '@lonja/client';
import { Check, Circle, LoaderCircle } from 'lucide-react';
import { useMessages } from '../i18n/locale.ts';
import { classNames } from '../ui/class-names.ts';
import { usePreparationTime } from './preparation-time.ts';

/** What a first start has done, does and will do. */
export function Preparation({ preparation }: { preparation: Prepared }) {
  const t = useMessages('preparation.steps');
  const span = usePreparationTime(preparation);
  const isFirst = preparation.first_forecast_in_s !== null;
  const shown = isFirst ? preparation.steps : preparation.steps.filter(({ state }) => state !== 'done');
  return (
    <div role="status" className="grid gap-3 rounded-lg border border-line bg-raised px-4 py-4 text-sm">
      <p className={isFirst ? 'text-base font-medium' : 'text-soft'}>
        {isFirst ? t('first') : t('rest')} {isFirst && t('firstIn', { span })}
      </p>
      <ol className="grid gap-2">
        {shown.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </div>
  );
}

const ICONS = { done: Check, running: LoaderCircle, waiting: Circle };

function Step({ step, state, done, total }: Prepared['steps'][number]) {
  const t = useMessages('preparation.steps');
  const Icon = ICONS[state];
  const isCounted = state === 'running' && total > 0;
  return (
    <li
      className={classNames(
        'grid grid-cols-[1rem_1fr_auto] items-center gap-x-2 gap-y-1',
        state === 'waiting' && 'text-faint',
      )}
    >
      <Icon
        aria-hidden
        size={16}
        className={classNames(
          state === 'done' && 'text-good',
          state === 'running' && 'animate-spin text-accent',
        )}
      />
      <span>
        {t(step)} <span className="sr-only">({t(state)})</span>
      </span>
      <span className="tabular text-soft">{isCounted && t('count', { done, total })}</span>
      {isCounted && (
        <progress
          aria-hidden
          className="col-span-2 col-start-2 h-1 w-full accent-accent"
          value={done}
          max={total}
        />
      )}
    </li>
  );
}
