import { createServer } from 'node:http';

/**
 * A receiver in a process of its own: answers 204 and notes when each body arrived. `/dead/...` is never answered. A parent asks
 * with a number and gets, once so many requests to `/live/...` have come since the number before, the epoch ms of each.
 */
let arrivals: number[] = [];
let awaited: number | undefined;
const server = createServer((request, response) => {
  const isDead = request.url?.startsWith('/dead') === true;
  if (!isDead) {
    arrivals.push(performance.timeOrigin + performance.now());
    report();
  }
  request.resume();
  request.on('end', () => {
    if (!isDead) response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', (count) => {
  awaited = Number(count);
  report();
});
process.on('disconnect', () => process.exit());

function report(): void {
  if (awaited === undefined || arrivals.length < awaited) return;
  process.send?.({ arrivals });
  arrivals = [];
  awaited = undefined;
}
