import { useFormat } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/locale.ts';
import { BeyondMark } from '../../market/beyond-mark.tsx';
import { madridSpan } from '../../time/madrid-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { fieldsOf, type OfferCell, type OfferSheet, sideOf } from './offer-sheet.ts';

const HOUR_MS = 3_600_000;
const SIDE = 'sticky left-0 z-1 bg-(--surface) pr-3 text-left font-normal whitespace-nowrap';
const CELL = 'tabular px-2 text-right whitespace-nowrap';
/** The first column of an auction is set off from the one before. */
const FIRST_OF_AUCTION = 'border-l border-line pl-3';

/** The sheet as a table in a box of its own that scrolls: heads and periods stay in sight, a shadow shows where it goes on. */
export function SheetTable({ sheet: { startsMs, periodMs, auctions } }: { sheet: OfferSheet }) {
  const t = useMessages('offers.page');
  const common = useMessages('shell.common');
  const columns = auctions.flatMap((auction) =>
    fieldsOf(auction).map((field, place) => ({ auction, field, isFirst: place === 0 })),
  );
  return (
    <section
      aria-label={t('title')}
      tabIndex={0}
      className="scroll-shadow relative max-h-[max(24rem,calc(100dvh-13rem))] overflow-auto"
    >
      <table className="w-full text-sm max-md:w-max max-md:min-w-full">
        <caption className="sr-only">{t('title')}</caption>
        <thead className="sticky top-0 z-10 bg-(--surface)">
          <tr className="text-faint">
            <th
              rowSpan={2}
              scope="col"
              className={classNames(SIDE, 'border-b border-line align-bottom pb-1')}
            >
              {t('period')}
            </th>
            {auctions.map((auction) => (
              <th
                key={auction.product}
                scope="colgroup"
                colSpan={fieldsOf(auction).length}
                className={classNames('pt-1 text-left font-medium text-ink', FIRST_OF_AUCTION)}
              >
                {common(auction.product)}
              </th>
            ))}
          </tr>
          <tr className="text-faint">
            {columns.map(({ auction, field, isFirst }) => (
              <th
                key={`${auction.product} ${field}`}
                scope="col"
                className={classNames(
                  CELL,
                  'border-b border-line pb-1 font-medium',
                  isFirst && FIRST_OF_AUCTION,
                )}
              >
                {t(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {startsMs.map((start, row) => (
            <tr
              key={start}
              className={classNames(
                'hover:bg-sunken',
                (start + periodMs) % HOUR_MS === 0 && 'border-b border-line',
              )}
            >
              <th scope="row" className={classNames(SIDE, 'tabular py-1 text-soft')}>
                {madridSpan(start, start + periodMs)}
              </th>
              {columns.map(({ auction, field, isFirst }) => (
                <td
                  key={`${auction.product} ${field}`}
                  className={classNames(CELL, 'py-1', isFirst && FIRST_OF_AUCTION)}
                >
                  <Value field={field} value={auction.cells[row]?.[field] ?? null} />
                  <BeyondMark side={sideOf(auction, row, field)} extremes={auction.extremes} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ field, value }: { field: keyof OfferCell; value: number | null }) {
  const format = useFormat();
  if (value === null) return <span className="text-faint">–</span>;
  if (field === 'belowZero') {
    return (
      <span className={value >= 0.5 ? 'font-medium text-negative' : 'text-soft'}>
        {format.percent(100 * value, 0)}
      </span>
    );
  }
  return (
    <span
      className={classNames(
        field === 'p50' || field === 'cleared' ? 'font-medium' : 'text-soft',
        value < 0 && 'text-negative',
      )}
    >
      {format.price(value)}
    </span>
  );
}
