import { HOUR_MS } from '@lonja/forecasting/market';
import { type ForecastRun, LonjaError, streamEvents } from '@lonja/client';
import type { Environment } from '../session/environment.ts';
import { interruption } from '../session/interruption.ts';
import type { Api } from '../session/open-api.ts';
import { watchedConnection } from '../session/watched-connection.ts';
import { createBell } from './bell.ts';
import { homeAssistantTopics } from './home-assistant.ts';
import { type BrokerOptions, openBroker } from './open-broker.ts';
import { type Tariff, tariffOf, tariffTopics } from './tariff-topics.ts';

export interface PublishOptions {
  broker: Omit<BrokerOptions, 'availabilityTopic'>;
  /** Before each topic. */
  prefix: string;
  /** Where Home Assistant looks; undefined: it is told nothing. */
  discovery: string | undefined;
  cheapestHours: number;
  /** What is asked of `/integrations/home-assistant`. */
  terms: NonNullable<Parameters<Api['client']['integrations']['homeAssistantTariff']>[0]>;
  version: string;
}

/** After a failed reading. */
const RETRY_MS = 15_000;
/** A computer that slept, or whose clock was set, notices this soon. */
const LONGEST_WAIT_MS = 30_000;

/** Publishes what the service knows, and at the turn of each period what follows from it, until it is interrupted. */
export async function publishForecasts(
  { client, connection, clock }: Pick<Api, 'client' | 'connection' | 'clock'>,
  { broker: brokerOptions, prefix, discovery, cheapestHours, terms, version }: PublishOptions,
  { stderr }: Pick<Environment, 'stderr'>,
): Promise<void> {
  const { signal: interrupted, release } = interruption();
  const over = new AbortController();
  const signal = AbortSignal.any([interrupted, over.signal]);
  const stepMs = terms.resolution === 'PT15M' ? HOUR_MS / 4 : HOUR_MS;
  const news = createBell();
  const readingDue = createBell();
  const say = (sentence: string) => stderr.write(`lonja: ${sentence}\n`);
  const availabilityTopic = `${prefix}/availability`;
  const broker = openBroker({ ...brokerOptions, availabilityTopic }, say);
  let tariff: Tariff | undefined;
  let run: ForecastRun | undefined;
  let readAt: number | undefined;
  let isAway = false;

  if (discovery !== undefined) {
    const server = connection.baseUrl;
    for (const [topic, config] of homeAssistantTopics({ prefix, discovery, server, version, cheapestHours }))
      broker.set(topic, JSON.stringify(config));
  }
  try {
    await Promise.race([broker.failure, Promise.all([followEvents(), keepReading(), keepPublishing()])]);
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    over.abort();
    release();
    await broker.close();
  }

  async function followEvents(): Promise<void> {
    const watched = watchedConnection(
      { ...connection, retries: Number.POSITIVE_INFINITY },
      { onOpen: () => readingDue.ring(), onLost: () => readingDue.ring() },
    );
    for await (const { data } of streamEvents(watched, { signal }))
      if (data['product'] === 'da') readingDue.ring();
  }

  async function keepReading(): Promise<never> {
    for (;;) {
      const wasAway = isAway;
      isAway = !(await read());
      if (isAway !== wasAway)
        say(isAway ? 'The service cannot be reached; trying again.' : 'The service can be reached again.');
      news.ring();
      await readingDue.wait(isAway ? RETRY_MS : HOUR_MS, signal);
    }
  }

  /** Gives whether the service answered. */
  async function read(): Promise<boolean> {
    try {
      const options = { signal };
      [tariff, run] = await Promise.all([
        orUndefined(
          client.integrations.homeAssistantTariff({ ...terms, form: 'compact' }, options).then(tariffOf),
        ),
        orUndefined(client.forecasts.latest({ market_id: 'es', product: 'da' }, options)),
      ]);
      readAt = await clock();
      return true;
    } catch (error) {
      if (error instanceof LonjaError && error.mayPass) return false;
      throw error;
    }
  }

  async function keepPublishing(): Promise<never> {
    let turnedAt: number | undefined;
    for (;;) {
      const now = readAt === undefined ? undefined : await clock();
      if (now !== undefined) {
        publish(now);
        const turn = now - (now % stepMs);
        if (turnedAt !== undefined && turn !== turnedAt) readingDue.ring();
        turnedAt = turn;
      }
      const untilTurn = now === undefined ? LONGEST_WAIT_MS : stepMs - (now % stepMs);
      await news.wait(Math.min(untilTurn, LONGEST_WAIT_MS), signal);
    }
  }

  function publish(now: number): void {
    const topics = tariffTopics(tariff, { now, stepMs, cheapestHours });
    for (const [name, value] of Object.entries(topics))
      broker.set(`${prefix}/${name}`, JSON.stringify(value));
    if (run !== undefined) broker.set(`${prefix}/forecast`, JSON.stringify(run));
    const status = {
      service: isAway ? 'away' : 'reachable',
      read_at: readAt === undefined ? null : new Date(readAt).toISOString(),
      known_until:
        tariff === undefined ? null : new Date(tariff.start + tariff.values.length * stepMs).toISOString(),
    };
    broker.set(`${prefix}/status`, JSON.stringify(status));
    broker.set(availabilityTopic, 'online');
  }
}

/** What is not there yet: neither a price nor a forecast. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LonjaError && error.status === 404) return undefined;
    throw error;
  }
}
