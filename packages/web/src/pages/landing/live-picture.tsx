import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PreparationPart } from '../../market/preparation-part.tsx';
import { Figure } from '../../ui/figure.tsx';
import { EmptyState, Loading, Notice, Placeholder } from '../../ui/states.tsx';
import { DaysDrawn } from './days-drawn.tsx';
import { type Showcase, hasForecast, showcaseQuery } from './query.ts';

/** As high as the picture with its captions, so that nothing moves when it comes. */
const HEIGHT = 'min-h-96 sm:min-h-[27rem]';

/** The newest forecast of the running service beside what has cleared, and how good the last ones were. */
export function LivePicture() {
  const t = useMessages('landing.page');
  const { data, isError } = useQuery(showcaseQuery);
  if (data === undefined) {
    return (
      <div className={HEIGHT}>
        {isError ? (
          <EmptyState text={t('pictureFailed')} />
        ) : (
          <Loading>
            <Placeholder className="h-80 sm:h-96" />
          </Loading>
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <div className={HEIGHT}>
        {hasForecast(data) || data.price.some((price) => price !== null) ? (
          <Picture showcase={data} />
        ) : (
          data.preparation === null && <EmptyState text={t('pictureNone')} />
        )}
        {data.preparation !== null && (
          <div className="mt-4 max-w-3xl">
            <PreparationPart preparation={data.preparation} />
          </div>
        )}
      </div>
      <LiveRecord {...data} />
    </div>
  );
}

function Picture({ showcase }: { showcase: Showcase }) {
  const t = useMessages('landing.page');
  const format = useFormat();
  const isForecast = hasForecast(showcase);
  return (
    <figure className="grid gap-2">
      {showcase.simulated && <Notice kind="warn">{t('pictureSimulated')}</Notice>}
      <DaysDrawn showcase={showcase} />
      <figcaption className="text-sm text-faint">
        {isForecast
          ? showcase.issued_at !== null && t('pictureIssued', { issued: format.instant(showcase.issued_at) })
          : t('pictureCleared')}{' '}
        {t('pictureNote')}
      </figcaption>
    </figure>
  );
}

/** Fewer days say too little to be quoted. */
const FEW_DAYS = 14;

/**
 * How good the issued forecasts were that one could bid with, and beside them the last before the results; before there are enough of them,
 * those that calibration made up of days past.
 */
function LiveRecord({ at_gate: { accuracy: issued, backtested }, ...official }: Showcase) {
  const t = useMessages('landing.page');
  const common = useMessages('shell.common');
  const format = useFormat();
  const quoted = [issued, backtested].find((figures) => figures !== null && figures.days >= FEW_DAYS);
  if (quoted === null || quoted === undefined) return null;
  const { naive_mae: naive, skill } = quoted;
  const beside = quoted === backtested ? official.backtested : official.accuracy;
  return (
    <div className="grid gap-3">
      {quoted === backtested && <Notice kind="info">{t('liveBacktested')}</Notice>}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4" aria-label={t('liveRecord')}>
        <Figure
          label={t('liveMae')}
          value={format.price(quoted.mae)}
          unit={common('unit')}
          note={
            <>
              <span className="block">{t('liveAtGate')}</span>
              {beside !== null && (
                <span className="block">{t('liveOfficial', { value: format.price(beside.mae) })}</span>
              )}
              {t(quoted.provisional ? 'liveProvisional' : 'liveDays', {
                count: quoted.days,
                asked: quoted.day_counts.asked,
                to: format.day(quoted.date_to),
              })}
            </>
          }
        />
        {skill !== null && naive !== null && (
          <Figure
            label={t('liveSkill')}
            value={format.percent(skill)}
            note={t('liveNaive', { value: format.price(naive) })}
          />
        )}
        <Figure
          label={t('liveCoverage')}
          value={format.percent(quoted.coverage)}
          note={t('liveCoverageNote')}
        />
        <Figure label={t('liveHours')} value={format.number(quoted.n_observations)} />
      </dl>
    </div>
  );
}
