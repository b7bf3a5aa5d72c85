import { randomBytes } from 'node:crypto';
import mqtt, { type IClientOptions } from 'mqtt';
import { EXIT_CODE } from '../command/exit-codes.ts';
import { CommandFailure } from '../errors.ts';

export interface BrokerOptions {
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** Certificates in PEM that are trusted in place of the system's. */
  ca: string | undefined;
  /** Where `online` and `offline` stand; the broker writes the latter when the connection is lost. */
  availabilityTopic: string;
}

/** Retained values at a broker. */
export interface Broker {
  /** Rejects where trying again is of no use. */
  failure: Promise<never>;
  /** What stands under a topic from now on, there and after each reconnection. */
  set(topic: string, payload: string): void;
  /** Says that nothing is available any more, and leaves. */
  close(): Promise<void>;
}

/** The same for every value of a topic, or one that waited would overwrite a newer one that did not. */
const QOS = 1;
const RECONNECT_MS = 2000;
const CONNECT_TIMEOUT_MS = 10_000;
const FAREWELL_MS = 2000;
/** CONNACK of MQTT 3.1.1: bad user name or password, not authorised. */
const REFUSED = new Set([4, 5]);
const TLS_FAULT = /CERT|SSL|TLS|SIGNED|ALTNAME|UNABLE_TO|EPROTO/;

/** Connects in the background, again and again, and publishes all values at each connection. */
export function openBroker(
  { url, user, password, ca, availabilityTopic }: BrokerOptions,
  say: (sentence: string) => void,
): Broker {
  const values = new Map<string, string>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let wasConnected = false;
  let isTold = false;
  const options: IClientOptions = {
    ...addressOf(url),
    clientId: `lonja-${randomBytes(6).toString('hex')}`,
    protocolVersion: 4,
    clean: true,
    queueQoSZero: false,
    resubscribe: false,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    will: { topic: availabilityTopic, payload: Buffer.from('offline'), qos: QOS, retain: true },
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca }),
  };
  const client = mqtt.connect(options);
  const publish = (topic: string, payload: string) =>
    client.publish(topic, payload, { qos: QOS, retain: true }, () => {});
  client.on('connect', () => {
    say(wasConnected ? 'Connected to the broker again.' : `Connected to the broker ${url}.`);
    [wasConnected, isTold] = [true, false];
    for (const [topic, payload] of values) if (topic !== availabilityTopic) publish(topic, payload);
    publish(availabilityTopic, values.get(availabilityTopic) ?? 'offline');
  });
  client.on('close', () => {
    if (wasConnected && !client.disconnecting)
      tellOnce('The connection to the broker is lost; trying again.');
  });
  client.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    if (!wasConnected && typeof code === 'number' && REFUSED.has(code))
      failure.reject(
        new CommandFailure(
          `The broker refuses the connection (${error.message}); set LONJA_MQTT_USER and LONJA_MQTT_PASSWORD.`,
          EXIT_CODE.refused,
        ),
      );
    else if (!wasConnected && TLS_FAULT.test(String(code)))
      failure.reject(
        new CommandFailure(
          `No TLS connection to the broker (${code}); name its certificate with --ca.`,
          EXIT_CODE.unavailable,
        ),
      );
    else tellOnce(`The broker cannot be reached (${code ?? error.message}); trying again.`);
  });

  function tellOnce(sentence: string): void {
    if (isTold) return;
    isTold = true;
    say(sentence);
  }

  return {
    failure: failure.promise,
    set(topic, payload) {
      if (values.get(topic) === payload) return;
      values.set(topic, payload);
      // What is published without a connection waits, and would come after what is published at the next one.
      if (client.connected) publish(topic, payload);
    },
    async close() {
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, FAREWELL_MS);
      if (client.connected) {
        const farewell = client.publishAsync(availabilityTopic, 'offline', { qos: QOS, retain: true });
        await Promise.race([farewell, patience.promise]).catch(() => {});
      }
      clearTimeout(timer);
      await client.endAsync(!client.connected);
    },
  };
}

const PROTOCOLS = ['mqtt', 'mqtts', 'ws', 'wss'] as const;

/** In parts: the library would read an address by a function of Node that is deprecated. */
function addressOf(url: string): Pick<IClientOptions, 'protocol' | 'host' | 'port' | 'path'> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  return {
    protocol: PROTOCOLS.find((name) => `${name}:` === protocol) ?? 'mqtt',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port !== '' && { port: Number(port) }),
    ...(protocol.startsWith('ws') && { path: `${pathname}${search}` }),
  };
}
