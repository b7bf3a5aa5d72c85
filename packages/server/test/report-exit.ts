import type { TestEvent } from 'node:test/reporters';

/** A reporter that says how the process of a failed test file ended, which the others leave out: after a signal or a crash no test tells of it. */
export default async function* reportExit(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { exitCode, signal } = Object(event.data.details.error);
    if (exitCode === undefined && signal === undefined) continue;
    yield `Test file ${event.data.name} ended with exit code ${exitCode}, signal ${signal}\n`;
  }
}
