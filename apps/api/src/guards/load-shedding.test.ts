import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';
import { MAX_EVENT_LOOP_DELAY_MS } from './load-shedding.ts';

const DNS = '/api/v2/dnsRecords?domain=example.com';

/** Blocks the event loop, as a bug or too much work would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a server whose event loop is late', () => {
  it('refuses lookups until it has caught up, but still reports that it is alive', async () => {
    const { app } = await testServer({}, { maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS });
    await app.ready();
    const refused = await eventually(async () => {
      block(600);
      const response = await app.inject(DNS);
      expect(response.statusCode).toBe(503);
      return response;
    });
    expect(refused.headers['retry-after']).toBe('10');
    expect(refused.json()).toMatchObject({ success: false, _data: null, code: 'busy' });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await eventually(async () => expect((await app.inject(DNS)).statusCode).toBe(200));
  });

  it('accepts lookups if load shedding is off', async () => {
    const settings = { SONDE_LOAD_SHEDDING: 'off', SONDE_RATE_LIMIT: 'off' };
    const { app } = await testServer(settings, { maxEventLoopDelayMs: MAX_EVENT_LOOP_DELAY_MS });
    await app.ready();
    // Longer than one sampling interval of the delay.
    for (let times = 0; times < 3; times += 1) {
      block(600);
      expect((await app.inject(DNS)).statusCode).toBe(200);
    }
  });
});
