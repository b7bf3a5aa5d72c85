const MOST_ENTRIES = 2;
const LONGEST_TEXT = 120;
/** Keys, secrets of webhooks and session tokens, by how they begin. */
const SECRET = /\b(svc_|whsec_|eyJ)[\w.-]{12,}/g;
/** Where the recording receives webhooks, and what the page has in its place. */
const RECEIVER = /http:\/\/127\.0\.0\.1:\d+\//g;
const SHOWN_RECEIVER = 'https://hooks.example.com/';

/** An answer as a page shows it: lists cut to their first two entries, long texts and secrets to their beginning. */
export function shorten(answer: unknown): unknown {
  if (typeof answer === 'string') {
    const text = answer.replaceAll(SECRET, '$1...').replaceAll(RECEIVER, SHOWN_RECEIVER);
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}...` : text;
  }
  if (Array.isArray(answer)) return answer.slice(0, MOST_ENTRIES).map(shorten);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, shorten(value)]));
}
