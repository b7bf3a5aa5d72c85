import { type Check, fault, ok, warning } from './check.ts';
import type { FoundService } from './find-service.ts';

const NAME = 'service';

/** Whether the service answers where it should, and is of this version. */
export function checkService(
  service: FoundService | undefined,
  facts: { addresses: readonly string[]; version: string; isServed: boolean },
): Check {
  if (service === undefined) {
    const at = facts.addresses.join(' or ');
    return facts.isServed
      ? warning(
          NAME,
          `one works on this database, but none answers at ${at}`,
          'set HOST and PORT as for the service',
        )
      : warning(NAME, `none runs: nothing answers at ${at}`, 'start it with "npm start"');
  }
  const { address, version, isReady, failed } = service;
  if (!isReady) {
    const text = `answers at ${address}, but is not ready: ${failed.join(', ')}`;
    return fault(NAME, text, 'see its log; a first forecast takes minutes');
  }
  const text = `answers at ${address}, version ${version ?? 'unknown'}`;
  return version === facts.version
    ? ok(NAME, text)
    : warning(NAME, text, `restart it: what is installed is version ${facts.version}`);
}
