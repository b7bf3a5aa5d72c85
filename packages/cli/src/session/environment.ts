import { homedir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Output } from '../output/print-view.ts';

/** What surrounds a command: streams, and what the person set beforehand. */
export interface Environment {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output & { isTTY?: boolean };
  stderr: Output & { isTTY?: boolean };
  server: string | undefined;
  apiKey: string | undefined;
  /** Of an MQTT broker, which no option takes: the list of processes shows options. */
  mqttUser: string | undefined;
  mqttPassword: string | undefined;
  /** Whether output has no colours, terminal or not. */
  noColor: boolean;
  /** Credentials that `lonja login` keeps. */
  credentialsFile: string;
  /** Where a service that was started in this folder keeps its data. */
  dataDir: string;
}

type Streams = Pick<Environment, 'stdin' | 'stdout' | 'stderr'>;
type Variables = Record<string, string | undefined>;

export function readEnvironment(variables: Variables, streams: Streams): Environment {
  const given = (name: string) => variables[name] || undefined;
  return {
    ...streams,
    server: given('LONJA_SERVER'),
    apiKey: given('LONJA_API_KEY'),
    mqttUser: given('LONJA_MQTT_USER'),
    mqttPassword: given('LONJA_MQTT_PASSWORD'),
    noColor: given('NO_COLOR') !== undefined || given('TERM') === 'dumb',
    credentialsFile: path.join(configFolder(given), 'lonja', 'credentials.json'),
    dataDir: given('DATA_DIR') ?? 'data',
  };
}

/** The XDG folder; a relative one is to be ignored, says the XDG specification. */
function configFolder(given: (name: string) => string | undefined): string {
  const folder = given('XDG_CONFIG_HOME') ?? given('APPDATA');
  return folder !== undefined && path.isAbsolute(folder)
    ? folder
    : path.join(given('HOME') ?? homedir(), '.config');
}
