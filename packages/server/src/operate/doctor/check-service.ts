import { type Check, fault, ok, warning } from './check.ts';
import type { FoundService } from './find-service.ts';

const NAME = 'service';

/** What the service that answers says of its connections and queues. */
export function checkConnections(service: FoundService | undefined): Check[] {
  if (service === undefined) return [];
  const { lostConnections, notPolled } = service;
  return [
    lostConnections === 0
      ? ok('connections', 'connections_kept', 'none was lost in the last hour')
      : warning(
          'connections',
          'connections_lost',
          `the service gave up ${lostConnections} in the last hour: nothing came back on them`,
          'see what lies between it and the database: an address translator or proxy that forgets connections, a fail-over',
        ),
    ...(notPolled.length === 0
      ? []
      : [
          fault(
            'queues',
            'queues_not_polled',
            `the service has not asked for jobs for a minute: ${notPolled.join(', ')}`,
            'see its log, and start it again',
          ),
        ]),
  ];
}

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
          'service_elsewhere',
          `one works on this database, but none answers at ${at}`,
          'set HOST and PORT as for the service',
        )
      : warning(
          NAME,
          'service_not_running',
          `none runs: nothing answers at ${at}`,
          'start it with "npm start"',
        );
  }
  const { address, version, isReady, failed } = service;
  if (!isReady) {
    const text = `answers at ${address}, but is not ready: ${failed.join(', ')}`;
    return fault(NAME, 'service_not_ready', text, 'see its log; a first forecast takes minutes');
  }
  const text = `answers at ${address}, version ${version ?? 'unknown'}`;
  return version === facts.version
    ? ok(NAME, 'service_ok', text)
    : warning(
        NAME,
        'service_other_version',
        text,
        `restart it: what is installed is version ${facts.version}`,
      );
}
