import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { createMailTransport, smtpOptions } from './mail-transport.ts';

/** What was sent to a server that offers no encryption, and is not one of the names of this machine. */
const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  onAuth({ username }, _session, done) {
    received.push(String(username));
    done(null, { user: 'ana' });
  },
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      received.push('mail');
      done();
    });
  },
});
server.listen(0, '127.0.0.2');
await once(server.server, 'listening');
const { port } = server.server.address() as AddressInfo;
after(() => new Promise<void>((resolve) => server.close(() => resolve())));

function send(query: string): Promise<unknown> {
  const smtpUrl = `smtp://ana:secret@127.0.0.2:${port}/${query}`;
  const transport = createMailTransport({ smtpUrl, from: 'lonja@example.com', outboxDir: '' });
  return transport.send({ to: 'eva@example.com', subject: 'Code', text: '123456', html: '123456' });
}

test('neither password nor mail goes to a server without encryption, unless the address says so', async () => {
  await assert.rejects(send(''), /STARTTLS/);
  assert.deepEqual(received, []);
  await send('?requireTLS=false');
  assert.deepEqual(received, ['ana', 'mail']);
});

test('a server on this machine may do without', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.equal(smtpOptions(`smtp://${host}:25`).requireTLS, false, host);
  }
  assert.equal(smtpOptions('smtp://mail.example.com').requireTLS, true);
});
