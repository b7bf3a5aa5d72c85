import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can lose connections as networks do: without a word to either side. */
export interface Relay {
  port: number;
  /** From now on nothing passes on the connections that are there; new ones work, unless they are lost as well. */
  swallow(options?: { newOnes?: boolean }): void;
  /** Loses each open connection with a probability: one half is cut, on the other nothing passes from now on. Gives how many. */
  loseSome(share: number): number;
  close(): Promise<void>;
}

export async function startRelay(to: { host: string; port: number }): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>();
  let losesNewOnes = false;
  const server = createServer((client) => {
    const behind = connect(to.port, to.host);
    const pair: [Socket, Socket] = [client, behind];
    pairs.add(pair);
    if (!losesNewOnes) client.pipe(behind).pipe(client);
    for (const [one, other] of [pair, pair.toReversed()]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const silence = ([client, behind]: [Socket, Socket]) => {
    client.unpipe(behind).resume();
    behind.unpipe(client).resume();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    swallow({ newOnes = false } = {}) {
      losesNewOnes = newOnes;
      for (const pair of pairs) silence(pair);
    },
    loseSome(share) {
      const lost = [...pairs].filter(() => Math.random() < share);
      for (const pair of lost) {
        if (Math.random() < 0.5) pair[0].destroy();
        else silence(pair);
      }
      return lost.length;
    },
    async close() {
      for (const [client, behind] of pairs) {
        client.destroy();
        behind.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
