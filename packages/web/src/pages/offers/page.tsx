import type { DashboardSummary } from '@lonja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useMemo } from 'react';
import { summaryQuery } from '../../api/summary.ts';
import { csvOf, fileNameOf, saveFile } from '../../charts/save-file.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useMessages } from '../../i18n/locale.ts';
import { CopyLinkButton } from '../../layout/copy-link-button.tsx';
import { Page } from '../../layout/page.tsx';
import { BeyondNote } from '../../market/beyond-note.tsx';
import { ClockChangeNote } from '../../market/clock-change-note.tsx';
import { PRODUCTS, type ProductName, readProducts } from '../../market/products.ts';
import { SpainAloneNote } from '../../market/market-note.tsx';
import { ResolutionChoice } from '../../market/resolution-choice.tsx';
import { useResolution } from '../../market/resolution.ts';
import { SimulatedLine } from '../../market/simulated-line.tsx';
import { addDays } from '../../time/madrid-time.ts';
import { useToday } from '../../time/service-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { EmptyState, Placeholder, QueryView } from '../../ui/states.tsx';
import { ToggleSet } from '../../ui/toggle-set.tsx';
import { AuctionStates } from './auction-states.tsx';
import { newestRun, offerFile, type OfferSheet, offerSheet, offerText } from './offer-sheet.ts';
import { SheetTable } from './sheet-table.tsx';

const route = getRouteApi('/app/offers');

/** What somebody who writes offers needs of a day: every period with its quantiles, the auctions side by side. */
export function OffersPage() {
  const t = useMessages('offers.page');
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [resolution] = useResolution();
  const summary = useQuery(summaryQuery(search.date, resolution));
  const tomorrow = addDays(useToday(), 1);
  const day = search.date ?? summary.data?.date ?? tomorrow;
  const go = (date: string) => void navigate({ search: (old) => ({ ...old, date }), replace: true });
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle', { day: format.longDay(day) })}
      actions={<CopyLinkButton to="/offers" search={{ ...search, date: day, resolution }} />}
    >
      <SpainAloneNote />
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3 sm:gap-x-6">
        <div className="flex items-end">
          <DateField label={t('date')} required value={day} onChange={go} className="w-38" />
          <IconButton label={t('dayBefore')} onClick={() => go(addDays(day, -1))}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
          <IconButton label={t('dayAfter')} onClick={() => go(addDays(day, 1))}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
        </div>
        <ResolutionChoice />
        <Auctions products={summary.data?.products.map(({ product }) => product) ?? PRODUCTS} />
      </div>
      <ClockChangeNote from={day} to={day} />
      <QueryView query={summary} placeholder={<Placeholder className="h-[40rem]" />}>
        {(data) => <Offers summary={data} />}
      </QueryView>
    </Page>
  );
}

/** Which auctions have columns. */
function Auctions({ products }: { products: readonly ProductName[] }) {
  const t = useMessages('offers.page');
  const common = useMessages('shell.common');
  const { products: wanted = products.join() } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ToggleSet
      label={t('auctions')}
      values={readProducts(wanted)}
      choices={products.map((value) => ({ value, label: common(value) }))}
      onChange={(chosen) =>
        void navigate({
          search: ({ products: _products, ...rest }) =>
            chosen.length === products.length ? rest : { ...rest, products: chosen.join() },
          replace: true,
        })
      }
    />
  );
}

function Offers({ summary }: { summary: DashboardSummary }) {
  const t = useMessages('offers.page');
  const common = useMessages('shell.common');
  const { products: wanted } = route.useSearch();
  const sheet = useMemo(
    () => offerSheet(summary, wanted === undefined ? PRODUCTS : readProducts(wanted)),
    [summary, wanted],
  );
  return (
    <>
      <SimulatedLine simulated={summary.simulated} />
      <AuctionStates summary={summary} />
      {sheet.auctions.length === 0 ? (
        <EmptyState text={t('empty')} />
      ) : (
        <>
          <Exports sheet={sheet} />
          <SheetTable sheet={sheet} />
          {sheet.auctions.map(({ product, marks, extremes }) => (
            <BeyondNote key={product} of={common(product)} marks={marks} extremes={extremes} />
          ))}
          <p className="max-w-[90ch] text-sm text-faint">
            {t('note')} {sheet.auctions.some(({ hasPrices }) => hasPrices) && t('clearedNote')}
          </p>
        </>
      )}
    </>
  );
}

function Exports({ sheet }: { sheet: OfferSheet }) {
  const t = useMessages('offers.page');
  const locale = useLocale();
  const text = useMemo(() => offerText(sheet, locale), [sheet, locale]);
  const save = () => {
    const product = sheet.auctions.map((auction) => auction.product).join('-');
    const name = fileNameOf({ what: 'offers', product, days: [sheet.date], run: newestRun(sheet) });
    saveFile(name, csvOf(offerFile(sheet, { hasRuns: true, locale }), locale));
  };
  return (
    <div className="-mb-2 flex flex-wrap gap-2">
      <CopyButton text={text} label={t('copySheet')} />
      <Button onClick={save}>
        <Download aria-hidden size={15} />
        {t('csv')}
      </Button>
    </div>
  );
}
