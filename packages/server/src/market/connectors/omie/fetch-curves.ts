import type { DeliveryDay } from '@lonja/forecasting/market';
import { type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import { FileFault } from '../file-fault.ts';
import type { OmieClientOptions } from './client.ts';
import { type OmieCurves, parseOmieCurves } from './parse-curves.ts';

const MOST_REVISIONS = 9;
const NOT_PUBLISHED = 404;

/** The curves of a day by their highest readable revision. */
export interface PublishedCurves {
  revision: number;
  curves: OmieCurves;
  /** Higher revisions that could not be used. */
  warnings: Reasons;
}

/**
 * The aggregate curves of the day-ahead auction of a delivery day from OMIE's public files, which have up to 30 MB; undefined while there are none
 * (404). A revision is asked for once the one before is there. Throws SourceUnavailable when OMIE does not answer, and FileFault when all revisions
 * are damaged.
 */
export async function fetchCurves(
  { transport, baseUrl }: OmieClientOptions,
  day: DeliveryDay,
): Promise<PublishedCurves | undefined> {
  let best: Omit<PublishedCurves, 'warnings'> | undefined;
  let faults: FileFault[] = [];
  for (let revision = 1; revision <= MOST_REVISIONS; revision++) {
    const file = `curva_pbc_${day.replaceAll('-', '')}.${revision}`;
    const url = new URL('/es/file-download', baseUrl);
    url.search = new URLSearchParams({ parents: 'curva_pbc', filename: file }).toString();
    const accepts = ({ status }: { status: number }) => status === NOT_PUBLISHED;
    const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
    const reply = await transport.get({ url, label: file, accepts, decode });
    if (reply.status === NOT_PUBLISHED) break;
    try {
      best = { revision, curves: await parseOmieCurves(reply.text, { file, day }) };
      faults = [];
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      faults.push(fault);
    }
  }
  if (best === undefined) {
    if (faults.length > 0) throw faults[0];
    return undefined;
  }
  const { revision } = best;
  return {
    ...best,
    warnings: faults.flatMap(({ reasons }) => [...reasons, reason('revision_is_used', { revision })]),
  };
}
