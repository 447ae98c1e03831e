import { describe, expect, it } from 'vitest';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

/** A server whose answers stay fresh for a minute; a target may be measured again after 30 s. */
async function server(variables: Readonly<Record<string, string>> = { SONDE_RATE_LIMIT: 'off' }) {
  const clock = { ms: 1_000 };
  const tools = fakeToolbox(60_000);
  const { app } = await testServer(variables, { toolbox: tools.toolbox, now: () => clock.ms });
  const ask = (query: string, remoteAddress = '192.0.2.7') =>
    app.inject({ method: 'GET', url: `${COUNTDOWN}?${query}`, remoteAddress });
  const steps = async (asked: ReturnType<typeof ask>) => (await asked).json()._data?.steps;
  let measured = 0;
  /** Makes a call that is measured, and ends the measurement. */
  async function measure(query: string) {
    const asked = ask(query);
    (await tools.run(measured)).end({ host: 'a', steps: measured });
    measured += 1;
    return asked;
  }
  return { clock, ask, steps, measure, ...tools };
}

describe('fresh=true', () => {
  it('measures again although an answer is cached, and replaces it in the cache', async () => {
    const { ask, steps, measure, runs } = await server();
    await measure('host=a');
    expect(await steps(ask('host=a'))).toBe(0);
    expect((await measure('host=a&fresh=true')).json()._data.steps).toBe(1);
    expect(await steps(ask('host=a'))).toBe(1);
    expect(runs).toHaveLength(2);
  });

  it('is limited for each target over all clients; a refusal leaves the cached answer in place', async () => {
    const { clock, ask, steps, measure, runs } = await server();
    await measure('host=a');
    await measure('host=a&fresh=1');
    clock.ms += 12_500;
    const refused = await ask('host=a&fresh=true', '198.51.100.9');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '18']);
    expect(refused.json()).toEqual({
      success: false,
      message: 'This was checked a moment ago. It can be checked again in 18 seconds.',
      _data: null,
      code: 'rate-limited',
      retryAfterSeconds: 18,
    });
    expect(await steps(ask('host=a'))).toBe(1);
    expect(runs).toHaveLength(2);
    clock.ms += 17_500;
    expect((await measure('host=a&fresh=true')).json()._data.steps).toBe(2);
    // The limit applies to each target separately.
    await measure('host=b');
    expect((await measure('host=b&fresh=true')).statusCode).toBe(200);
  });

  it('joins a running lookup, and is an ordinary lookup if nothing is cached', async () => {
    const { ask, run, runs } = await server();
    const [first, second] = [ask('host=a&fresh=true'), ask('host=a&fresh=true')];
    (await run(0)).end({ host: 'a', steps: 9 });
    expect((await first).json()).toEqual((await second).json());
    expect(runs).toHaveLength(1);
  });

  it('costs as much as a lookup, while a cached answer costs a quarter', async () => {
    const { ask, measure } = await server({ SONDE_RATE_LIMIT: '12/60s' });
    await measure('host=a');
    expect((await ask('host=a')).headers['x-ratelimit-remaining']).toBe('8');
    expect((await measure('host=a&fresh=true')).headers['x-ratelimit-remaining']).toBe('5');
  });

  it('reports a failure of the new measurement, with its time', async () => {
    const { ask, measure, run } = await server();
    await measure('host=a');
    const asked = ask('host=a&fresh=true');
    const before = Date.now();
    (await run(1)).fail(new Error('a bug'));
    const { code, checkedAt } = (await asked).json();
    expect(code).toBe('internal');
    expect(Date.parse(checkedAt)).toBeGreaterThanOrEqual(before);
  });
});
