import {
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  type Auction,
  isDeliveryDay,
} from '@lonja/forecasting/market';

/** What the name of an OMIE price file says. */
export interface OmieFileName {
  /** Day-ahead market or intraday session 1-7, as numbered in the design of that day. */
  session: 'da' | number;
  day: DeliveryDay;
  /** 1 for the first publication; a higher one replaces it. */
  revision: number;
}

/** The Spanish market began with 1998, and Madrid's clock is known to 2099; a name with another day is a slip. */
const [FIRST_DAY, LAST_DAY] = ['1998-01-01', '2099-12-30'];

const NAME = /^marginalp(?:(dbc)_(\d{8})|(ibc)_(\d{8})(\d{2}))\.(\d{1,2})$/i;

function dayOf(digits: string): DeliveryDay | undefined {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return isDeliveryDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : undefined;
}

/** Reads `marginalpdbc_YYYYMMDD.R` and `marginalpibc_YYYYMMDDSS.R`; undefined for any other name. */
export function parseOmieFileName(name: string): OmieFileName | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const day = dayOf(match[2] ?? match[4]);
  if (day === undefined) return undefined;
  return { session: match[1] === undefined ? Number(match[5]) : 'da', day, revision: Number(match[6]) };
}

const CURVES_NAME = /^curva_pbc_(\d{8})\.(\d{1,2})$/i;

/** Reads `curva_pbc_YYYYMMDD.R`, a day of aggregate curves; undefined for any other name. */
export function parseCurvesFileName(name: string): Omit<OmieFileName, 'session'> | undefined {
  const match = CURVES_NAME.exec(name);
  const day = match === null ? undefined : dayOf(match[1]);
  return match === null || day === undefined ? undefined : { day, revision: Number(match[2]) };
}

/** The product whose prices a file holds; undefined for sessions that are none of today's products. */
export function findProduct({ session, day }: OmieFileName): Auction | undefined {
  if (session === 'da') return 'da';
  if (day < FIRST_INTRADAY_AUCTION_DAY) return undefined;
  return ([undefined, 'ida1', 'ida2', 'ida3'] as const)[session];
}
