import { describe, expect, it, vi } from 'vitest';
import { testServer } from './testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=example.com';

/** Keeps the event loop busy for so long, as a bug or too much work would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a server whose event loop is late', () => {
  it('takes no lookups until it has caught up, and still says that it is alive', async () => {
    const { app } = await testServer();
    await app.ready();
    const turns = (async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        block(700);
        await new Promise(setImmediate);
      }
    })();
    await turns;
    const refused = await vi.waitFor(
      async () => {
        block(600);
        const response = await app.inject(DNS);
        expect(response.statusCode).toBe(503);
        return response;
      },
      { timeout: 15_000, interval: 1 },
    );
    expect(refused.headers['retry-after']).toBe('10');
    expect(refused.json()).toMatchObject({ success: false, _data: null, code: 'busy' });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await app.inject(DNS)).statusCode).toBe(200), { timeout: 15_000 });
  });
});
