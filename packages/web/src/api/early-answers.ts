/** What `public/before-paint.js` asked the service for while the application itself was still on its way. */
export interface EarlyAnswer {
  /** Path and query of the request. */
  address: string;
  authorization: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswer[];
  }
}

/** An answer that nobody took by then, ms after the page's start, is out of date. */
const FRESH_MS = 30_000;

/** `fetch` that gives an answer the page has asked for already, once, instead of asking again. */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  const waiting = window.earlyAnswers ?? [];
  if (waiting.length === 0) return fetch(input, init);
  const authorization = new Headers(init?.headers).get('authorization');
  const index = waiting.findIndex((one) => one.address === input && one.authorization === authorization);
  const [early] = index < 0 ? [] : waiting.splice(index, 1);
  return early !== undefined && performance.now() < FRESH_MS ? early.answer : fetch(input, init);
};
