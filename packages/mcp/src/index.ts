/** Lonja as tools of an assistant: the same tools over stdio and over HTTP. */
export { type MarketId, marketNamed } from './arguments.ts';
export { type Message, answerMessage } from './answer-message.ts';
export { serveStdio } from './serve-stdio.ts';
export { createServerCard } from './server-card.ts';
