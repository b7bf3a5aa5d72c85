import { InvalidArgumentError } from 'commander';
import { CONNECTION_INPUTS, withApi } from '../command/api-command.ts';
import { command } from '../command/command.ts';
import { choice, flag, option, sentAs, withDefault } from '../command/inputs.ts';
import { readTextFile } from '../files.ts';
import { parseAtLeastOne } from '../option-values.ts';
import manifest from '../../package.json' with { type: 'json' };

const ZONES = ['peninsula', 'ceuta_melilla'] as const;
const MOST_HOURS = 24;

const INPUTS = {
  broker: {
    ...withDefault(
      option('url', 'mqtt://, or with TLS mqtts://; no user or password in it', parseBroker),
      'mqtt://127.0.0.1:1883',
    ),
    variable: 'LONJA_MQTT_URL',
  },
  ca: {
    ...option('file', "certificates in PEM that are trusted in place of the system's"),
    variable: 'LONJA_MQTT_CA',
  },
  topic: withDefault(option('prefix', 'before each topic', parsePrefix), 'lonja'),
  discovery: withDefault(
    option('prefix', 'where Home Assistant looks for sensors; none: it is told nothing', parsePrefix),
    'homeassistant',
  ),
  cheapest: withDefault(option('hours', 'how many of the coming 24 are sought', parseHours), 3),
  quarterHours: flag('periods of quarter hours'),
  surcharge: option('price', 'fees on top of the market price, EUR/kWh before tax'),
  surchargeP1: sentAs(
    'surcharge_p1',
    option('price', 'added in P1 of the access tariff 2.0TD; all three or none'),
  ),
  surchargeP2: sentAs('surcharge_p2', option('price', 'added in P2')),
  surchargeP3: sentAs('surcharge_p3', option('price', 'added in P3')),
  tariffZone: sentAs('tariff_zone', choice('zone', 'whose hours P1 and P2 have', ZONES)),
  tax: option('percent', 'taxes on the sum'),
  ...CONNECTION_INPUTS,
};

export const mqttCommand = command({
  name: 'mqtt',
  summary: 'Publish prices and the newest forecast to an MQTT broker, with sensors for Home Assistant.',
  inputs: INPUTS,
  notes:
    'User and password of the broker are in LONJA_MQTT_USER and LONJA_MQTT_PASSWORD. Topics are retained and published again at each connection; the price changes at the turn of each period, also while the service is away. Runs until it is interrupted. See docs/integrations.md.',
  examples: [
    ['lonja mqtt --surcharge 0.045 --tax 21', 'to a broker on this machine'],
    [
      'LONJA_MQTT_PASSWORD=... lonja mqtt --broker mqtts://broker.example.com --ca ca.pem',
      'with TLS, user and password',
    ],
  ],
  async run(environment, values) {
    const { broker, ca, topic, discovery, cheapest, server, key, quarterHours } = values;
    const { surcharge, surchargeP1, surchargeP2, surchargeP3, tariffZone, tax } = values;
    const certificates = ca === undefined ? undefined : await readTextFile(ca);
    const { publishForecasts } = await import('../mqtt/publish-forecasts.ts');
    const options = {
      broker: {
        url: broker,
        user: environment.mqttUser,
        password: environment.mqttPassword,
        ca: certificates,
      },
      prefix: topic,
      discovery: discovery === 'none' ? undefined : discovery,
      cheapestHours: cheapest,
      version: manifest.version,
      terms: {
        resolution: quarterHours === true ? ('PT15M' as const) : ('PT1H' as const),
        surcharge,
        surcharge_p1: surchargeP1,
        surcharge_p2: surchargeP2,
        surcharge_p3: surchargeP3,
        tariff_zone: tariffZone,
        tax,
      },
    };
    await withApi(environment, { server, key }, (api) => publishForecasts(api, options, environment), INPUTS);
  },
});

function parseBroker(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^(mqtts?|wss?):$/.test(url.protocol) || url.hostname === '')
    throw new InvalidArgumentError('It begins with mqtt://, mqtts://, ws:// or wss:// and names a host.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('Put user and password into LONJA_MQTT_USER and LONJA_MQTT_PASSWORD.');
  return text;
}

function parsePrefix(text: string): string {
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(text) || text.length > 100)
    throw new InvalidArgumentError('A topic has letters, digits, ., _ and -, in parts separated by /.');
  return text;
}

function parseHours(text: string): number {
  const hours = parseAtLeastOne(text);
  if (hours > MOST_HOURS) throw new InvalidArgumentError(`At most ${MOST_HOURS} hours.`);
  return hours;
}
