import type { Site, SiteSchedule, SiteValuation } from '@lonja/client';
import type { ReactNode } from 'react';
import { BeyondNote } from '../../market/beyond-note.tsx';
import { Grounds } from './grounds.tsx';
import { OfferFloor } from './offer-floor.tsx';
import { PriceChart, ValueChart } from './period-charts.tsx';
import { type PeriodColumn, PeriodTable } from './period-table.tsx';

interface DayOfSiteProps {
  site: Site;
  of: SiteSchedule | SiteValuation;
  periods: SiteSchedule['periods'] | SiteValuation['hours'];
  columns: readonly PeriodColumn[];
  /** Figures of the whole day. */
  totals: ReactNode;
  /** What the site does, drawn between the prices and the money. */
  children: ReactNode;
}

/** A day of a site: what it rests on, its figures, price, doing and money by period, and all of that as rows. */
export function DayOfSite({ site, of, periods, columns, totals, children }: DayOfSiteProps) {
  const { date, curtailment, resolution, issued_at: issuedAt } = of;
  return (
    <>
      <Grounds of={of} />
      {totals}
      {curtailment !== null && <OfferFloor curtailment={curtailment} own={site.offer_floor} />}
      <BeyondNote marks={periods.map((period) => period.beyond_cleared)} extremes={of.cleared_extremes} />
      <PriceChart site={site} resolution={resolution} issuedAt={issuedAt} periods={periods} />
      {children}
      <ValueChart site={site} resolution={resolution} issuedAt={issuedAt} periods={periods} />
      <PeriodTable
        site={site}
        date={date}
        resolution={resolution}
        issuedAt={issuedAt}
        periods={periods}
        extremes={of.cleared_extremes}
        columns={columns}
      />
    </>
  );
}
