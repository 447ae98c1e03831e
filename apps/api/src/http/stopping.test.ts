import { FailureEnvelope } from '@sonde/contract';
import { answersAddress, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=example.com';

/** A resolver that answers on demand of the test. */
function resolverOnHold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { net, asked } = scriptedResolver(async (question, signal) => {
    await held;
    return answersAddress(question, signal);
  });
  return { net, asked, release };
}

describe('stopping', () => {
  it('finishes accepted lookups, reports not ready, and refuses new ones', async () => {
    const { net, asked, release } = resolverOnHold();
    const { app, stop } = await testServer({}, { net });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const taken = fetch(`${address}${DNS}`);
    await eventually(() => expect(asked.length).toBeGreaterThan(0));

    const stopped = stop();
    const ready = await fetch(`${address}/readyz`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('connection')).toBe('close');
    expect(ready.headers.get('retry-after')).toBe('5');
    expect(FailureEnvelope.parse(await ready.json()).code).toBe('busy');
    const late = await fetch(`${address}${DNS}`);
    expect(late.status).toBe(503);
    expect(FailureEnvelope.parse(await late.json()).code).toBe('busy');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    release();
    expect((await taken).status).toBe(200);
    await stopped;
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it('is first not ready, and answers as usual for the time that a load balancer needs', async () => {
    const { app, stop } = await testServer({ SONDE_STOP_DELAY: '1' });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const startedAt = performance.now();
    const stopped = stop();
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    const lookup = await fetch(`${address}${DNS}`);
    expect([lookup.status, lookup.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it('answers requests that take too long, and aborts their work', async () => {
    const signals: AbortSignal[] = [];
    const { app, stop } = await testServer({}, { net: scriptedResolver(silent(signals)).net, drainMs: 1 });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const taken = fetch(`${address}${DNS}`);
    await eventually(() => expect(signals.length).toBeGreaterThan(0));
    await stop();
    const response = await taken;
    expect(response.status).toBe(503);
    expect(FailureEnvelope.parse(await response.json()).code).toBe('busy');
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('does not wait for clients that keep their connections open', async () => {
    const { app, stop } = await testServer();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await (await fetch(`${address}/healthz`)).text();
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});
