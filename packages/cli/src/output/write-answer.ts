import { sendRequest } from '@lonja/client';
import { printable } from './printable.ts';
import { BYTE_ORDER_MARK } from './render-csv.ts';
import type { Api } from '../session/open-api.ts';

const LONGEST_MS = 3_600_000;

/** Writes the answer to a read to the standard output piece by piece, so that its length does not matter; lines end as they do here. */
export async function writeAnswer(
  { connection, environment }: Api,
  route: string,
  query: Record<string, string | number | undefined>,
): Promise<void> {
  const { stdout } = environment;
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const path = `${route}?${new URLSearchParams(given).toString()}`;
  const request = { method: 'GET', path, headers: { Accept: 'text/csv, application/x-ndjson' } };
  const whenGood = async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call);
    if (!response.ok) return response;
    // What a terminal must not take for a command is left out, and this with it.
    const isMarked = query['locale'] !== undefined && query['locale'] !== 'en';
    if (isMarked && query['format'] !== 'ndjson') stdout.write(BYTE_ORDER_MARK);
    const pieces = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const piece of pieces) {
      if (!stdout.write(printable(piece.replaceAll('\r', ''))))
        await new Promise((resolve) => stdout.once('drain', resolve));
    }
    return new Response(null, { status: 204 });
  };
  // A second attempt would write the beginning again.
  await sendRequest({ ...connection, fetch: whenGood, timeoutMs: LONGEST_MS, retries: 0 }, request);
}
