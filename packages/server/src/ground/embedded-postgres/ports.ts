import { createServer } from 'node:net';

/** The wanted port of 127.0.0.1 if nobody listens on it, otherwise one that the system picks. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryListen(wanted)) ?? (await tryListen(0)) ?? wanted;
}

async function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
