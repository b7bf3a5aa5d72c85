const MOST_HOSTS = 8;
const DEFAULT_PORT = 5432;
const FORM = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/;
const HOST = /^(\[[\da-f:.]+\]|[^[\]:,\s]+)(?::(\d{1,5})?)?$/i;
/** The parameter of libpq that says which of several hosts will do. */
const WANTED = 'target_session_attrs';
const WRITABLE: readonly string[] = ['read-write', 'primary'];
const ANY: readonly string[] = ['any', 'read-only', 'standby', 'prefer-standby'];

/** One of the hosts of a database. */
export interface DatabaseHost {
  /** As it is connected to: an address of version 6 without brackets. */
  host: string;
  port: number;
  /** With its port, for people. */
  name: string;
  /** The address of the database at this host alone. */
  url: string;
}

export interface DatabaseAddress {
  /** In the order of the address; empty where it names one host or none, which pg reads by itself. */
  hosts: readonly DatabaseHost[];
  /** Whether the first host that answers will do; otherwise the first that takes writes is wanted. */
  takesAny: boolean;
  /** Where the database is, without user, password and parameters. */
  place: string;
}

/**
 * Reads the address of a database, with several hosts as libpq writes them: `postgresql://user:password@one:5432,two/lonja`. Throws a
 * TypeError that says what is wrong.
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, scheme = '', user = '', list = '', path = '', query = ''] = FORM.exec(text) ?? [];
  if (!list.includes(',')) {
    if (scheme === '' || !URL.canParse(text)) {
      throw new TypeError('must be an address such as postgres://user:password@db.example.com:5432/lonja');
    }
    const { host, pathname } = new URL(text);
    return { hosts: [], takesAny: false, place: `${host}${pathname}` };
  }
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(WANTED);
  if (wanted !== null && !WRITABLE.includes(wanted) && !ANY.includes(wanted)) {
    throw new TypeError(`must have one of ${[...WRITABLE, ...ANY].join(', ')} as ${WANTED}`);
  }
  if (parameters.has('host') || parameters.has('port')) {
    throw new TypeError('must name several hosts ahead of the database alone, not as parameters too');
  }
  parameters.delete(WANTED);
  const rest = path + (parameters.size === 0 ? '' : `?${parameters.toString()}`);
  const hosts = list.split(',').map((part) => readHost(part, (name) => `${scheme}${user}${name}${rest}`));
  if (hosts.length > MOST_HOSTS) throw new TypeError(`must name at most ${MOST_HOSTS} hosts`);
  const names = hosts.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new TypeError('must name each host once');
  return { hosts, takesAny: wanted !== null && ANY.includes(wanted), place: `${names.join(',')}${path}` };
}

function readHost(text: string, addressAt: (name: string) => string): DatabaseHost {
  const [, host, port = String(DEFAULT_PORT)] = HOST.exec(text) ?? [];
  const name = `${host}:${port}`;
  const url = addressAt(name);
  if (host === undefined || Number(port) > 65_535 || Number(port) === 0 || !URL.canParse(url)) {
    throw new TypeError(
      'must name several hosts as in postgres://user:password@one.example.com:5432,two.example.com:5432/lonja',
    );
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port), name, url };
}

/** Why a text is no address of a database; undefined where it is one. */
export function databaseAddressFault(text: string): string | undefined {
  try {
    readDatabaseAddress(text);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** The same address with another name of the database. */
export function withDatabaseName(text: string, name: string): string {
  return text.replace(
    FORM,
    (_all, scheme: string, user: string, hosts: string, _path, query?: string) =>
      `${scheme}${user}${hosts}/${name}${query === undefined ? '' : `?${query}`}`,
  );
}

/** The same address where any of several hosts will do, unless it says itself which. */
export function takingAnyHost(text: string): string {
  const isNamed = readDatabaseAddress(text).hosts.length === 0 || text.includes(`${WANTED}=`);
  return isNamed ? text : `${text}${text.includes('?') ? '&' : '?'}${WANTED}=any`;
}
