import { createServer } from 'node:http';

/**
 * A receiver in a process of its own: answers 204 and notes when each body arrived. `/dead/...` is never answered. A parent asks for
 * what was noted with a message and gets epoch ms, one for each request to `/live/...` since it asked last.
 */
let arrivals: number[] = [];
const server = createServer((request, response) => {
  const isDead = request.url?.startsWith('/dead') === true;
  if (!isDead) arrivals.push(performance.timeOrigin + performance.now());
  request.resume();
  request.on('end', () => {
    if (!isDead) response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', () => {
  process.send?.({ arrivals });
  arrivals = [];
});
process.on('disconnect', () => process.exit());
