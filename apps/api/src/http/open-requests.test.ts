import { once } from 'node:events';
import { connect } from 'node:net';
import { scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

it('a client that closes its connection ends all its lookups on it', async () => {
  const signals: AbortSignal[] = [];
  const { net, asked } = scriptedResolver(silent(signals));
  const { app, stop } = await testServer({}, { net });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  const names = ['a.example', 'b.example', 'c.example'];
  for (const name of names) socket.write(`GET /api/v2/dnsRecords?domain=${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await eventually(() => expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(names)));

  socket.destroy();
  await once(socket, 'close');
  await eventually(() => expect(signals.filter(({ aborted }) => !aborted)).toEqual([]));
  const stoppedFromMs = performance.now();
  await stop();
  expect(performance.now() - stoppedFromMs).toBeLessThan(5000);
});
