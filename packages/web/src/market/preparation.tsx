import type { Preparation as Prepared } from '@lonja/client';
import { Check, Circle, LoaderCircle } from 'lucide-react';
import { defineMessages } from '../i18n/define-messages.ts';
import { useMessages } from '../i18n/locale.ts';
import { classNames } from '../ui/class-names.ts';
import { usePreparationTime } from './preparation-time.ts';

const messages = defineMessages({
  en: {
    first: 'The service is making its first forecast.',
    firstIn: 'Ready in {span}.',
    rest: 'The first forecast is ready. The rest is being prepared in the background:',
    database: 'Database ready',
    data: 'Load market data',
    calibration: 'Forecast past days, which give the 10–90% interval',
    forecast: 'Forecast the day-ahead market',
    auctions: 'Forecast the intraday auctions',
    issued_past: 'Issue the forecasts of the past month of the simulated market',
    backtest: 'Back-test past days, for the first accuracy figures',
    count: '{done} of {total}',
    done: 'done',
    running: 'in progress',
    waiting: 'waiting',
  },
  es: {
    first: 'El servicio está calculando su primera previsión.',
    firstIn: 'Lista en {span}.',
    rest: 'La primera previsión está lista. El resto se prepara en segundo plano:',
    database: 'Base de datos lista',
    data: 'Cargar los datos del mercado',
    calibration: 'Prever días pasados, de los que sale la banda 10–90 %',
    forecast: 'Prever el mercado diario',
    auctions: 'Prever las subastas intradiarias',
    issued_past: 'Emitir las previsiones del último mes del mercado simulado',
    backtest: 'Prever días pasados de forma retrospectiva, para las primeras cifras de precisión',
    count: '{done} de {total}',
    done: 'hecho',
    running: 'en curso',
    waiting: 'pendiente',
  },
});

/** What a first start has done, does and will do. */
export function Preparation({ preparation }: { preparation: Prepared }) {
  const t = useMessages(messages);
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
  const t = useMessages(messages);
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
