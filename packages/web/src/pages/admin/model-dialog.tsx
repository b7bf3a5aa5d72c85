import type { ModelVersion } from '@lonja/client';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useRecordTime } from '../../i18n/record-time.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** All that is known of a model version. */
export function ModelDialog({ model, onClose }: { model: ModelVersion; onClose: () => void }) {
  const t = useMessages('admin.operations');
  const common = useMessages('shell.common');
  const format = useFormat();
  const time = useRecordTime();
  const { training, backtest, comparison, active_from: since, active_to: until } = model;
  const unit = common('unit');
  const { recipe_tree: tree, recipe_hash: hash, library } = model;
  const { recipe: _, ...settings } = model.manifest;
  return (
    <Dialog title={model.model_version} onClose={onClose} className="w-[min(52rem,calc(100vw-1.5rem))]">
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
        <Fact name={t('auction')}>{common(model.product)}</Fact>
        <Fact name={t('state')}>
          {t(model.state)}
          {model.by_hand && `, ${t('byHand')}`}
        </Fact>
        <Fact name={t('reason')}>{model.reason ?? t('unknown')}</Fact>
        {since !== null && (
          <Fact name={t('served')}>
            {until === null
              ? t('since', { from: time.instant(since) })
              : t('span', { from: time.instant(since), to: time.instant(until) })}
          </Fact>
        )}
        <Fact name={t('recipeHash')}>
          {hash === null ? t('noRecipe') : <span className="font-mono text-xs">{hash.slice(0, 16)}</span>}
        </Fact>
        {library !== null && <Fact name={t('library')}>{library}</Fact>}
        {training !== null && (
          <Fact name={t('learntFrom')}>
            {t('span', { from: format.day(training.from), to: format.day(training.to) })}
          </Fact>
        )}
        {backtest !== null && (
          <Fact name={t('backtestError')}>
            {t('backtestText', {
              mae: format.price(backtest.mae),
              naive: format.price(backtest.naive_mae),
              days: format.number(backtest.days),
              unit,
            })}
          </Fact>
        )}
        {comparison !== null && (
          <Fact name={t('besideChampion')}>
            {t('comparisonText', {
              own: format.price(comparison.mae),
              other: format.price(comparison.champion_mae),
              days: format.number(comparison.days),
              unit,
            })}{' '}
            {comparison.p_better === null
              ? t('tooFewDays')
              : t('probability', { p: format.number(comparison.p_better, 4) })}
          </Fact>
        )}
      </dl>
      {tree !== null && <Listing title={t('recipe')} text={tree} look="whitespace-pre" />}
      <Listing
        title={t('manifest')}
        text={JSON.stringify(settings, undefined, 2)}
        look="break-words whitespace-pre-wrap"
      />
    </Dialog>
  );
}

/** Text of fixed width in a box that scrolls. */
function Listing({ title, text, look }: { title: string; text: string; look: string }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="text-sm font-medium text-soft">{title}</h3>
      <section
        aria-label={title}
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md bg-sunken px-3 py-2.5"
      >
        <pre className={`font-mono text-xs ${look}`}>{text}</pre>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 max-sm:mb-1">{children}</dd>
    </>
  );
}
