import { once } from 'node:events';
import { connect } from 'node:net';
import { ToolError } from '@sonde/contract';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import type { ServerDependencies } from '../app.ts';
import { eventsOf, type SentEvent } from '../testing/events.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const URL_PATH = `${COUNTDOWN}?host=example.com`;
const accept = 'text/event-stream';

async function listening(dependencies: Partial<ServerDependencies> = {}, freshMs = 0) {
  const tools = fakeToolbox(freshMs);
  const server = await testServer({ SONDE_RATE_LIMIT: 'off' }, { toolbox: tools.toolbox, ...dependencies });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = (signal?: AbortSignal) =>
    fetch(`${address}${URL_PATH}`, { headers: { accept }, ...(signal === undefined ? {} : { signal }) });
  return { ...tools, ...server, address, stream, plain: () => fetch(`${address}${URL_PATH}`) };
}

async function collect(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

const answer = { host: 'example.com', steps: 2 };
const envelope = { success: true, message: 'OK', _data: answer };

describe('a stream', () => {
  it('sends every part as soon as it is found, then the envelope of the plain call', async () => {
    const { run, stream } = await listening();
    const calling = stream();
    const { report, end } = await run(0);
    report({ left: 1 });
    const response = await calling;
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f]{24}$/);
    const events = eventsOf(response);
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 1 } });
    report({ left: 0 });
    expect((await events.next()).value).toEqual({ event: 'progress', data: { left: 0 } });
    end(answer);
    expect((await events.next()).value).toEqual({ event: 'result', data: envelope });
    expect((await events.next()).done).toBe(true);
  });

  it('is not repeated for an EventSource that connects again after its end', async () => {
    const { run, stream, runs } = await listening({}, 60_000);
    const calling = stream();
    (await run(0)).end(answer);
    const response = await calling;
    expect(await response.text()).toMatch(/^event: result\ndata: .*\nid: end\n\n$/);
    const again = await fetch(response.url, { headers: { accept: 'text/event-stream', 'last-event-id': 'end' } });
    expect([again.status, await again.text()]).toEqual([204, '']);
    expect(again.headers.get('ratelimit')).toBeNull();
    expect(runs).toHaveLength(1);
  });

  it('consists of the result alone if there are no parts or the answer is cached', async () => {
    const { run, stream, runs } = await listening({}, 60_000);
    const calling = stream();
    (await run(0)).end(answer);
    expect(await collect(await calling)).toEqual([{ event: 'result', data: envelope }]);
    expect(await collect(await stream())).toEqual([{ event: 'result', data: envelope }]);
    expect(runs).toHaveLength(1);
  });

  it('ends with a failure event if parts were already sent', async () => {
    const { run, stream } = await listening();
    const calling = stream();
    const { report, fail } = await run(0);
    report({ left: 1 });
    fail(new ToolError('timeout', 'Too late.', { reason: 'timeout' }));
    const failure = { success: false, message: 'Too late.', _data: null, code: 'timeout', reason: 'timeout' };
    expect(await collect(await calling)).toMatchObject([
      { event: 'progress', data: { left: 1 } },
      { event: 'failure', data: failure },
    ]);
  });

  it('does not begin if the failure comes first, which is then plain JSON with its own status', async () => {
    const { run, stream } = await listening({}, 60_000);
    const calling = stream();
    (await run(0)).fail(new ToolError('unreachable', 'No way.'));
    for (const response of [await calling, await stream()]) {
      expect(response.status).toBe(502);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toMatchObject({ success: false, code: 'unreachable' });
    }
  });

  it('is refused like a plain call', async () => {
    const { address } = await listening();
    const response = await fetch(`${address}${COUNTDOWN}`, { headers: { accept } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid-input' });
  });

  it('shares its lookup with plain calls, and sends late joiners the parts so far', async () => {
    const { run, runs, taken, stream, plain } = await listening();
    const first = stream();
    const { report, end } = await run(0);
    report({ left: 1 });
    const late = eventsOf(await stream());
    expect((await late.next()).value).toEqual({ event: 'progress', data: { left: 1 } });
    const joined = plain();
    await taken(3);
    report({ left: 0 });
    end(answer);
    expect((await late.next()).value).toEqual({ event: 'progress', data: { left: 0 } });
    expect((await late.next()).value).toEqual({ event: 'result', data: envelope });
    expect(await collect(await first)).toHaveLength(3);
    expect(await (await joined).json()).toEqual(envelope);
    expect(runs).toHaveLength(1);
  });

  it('sends late joiners all previous parts, whatever their size', async () => {
    const { run, stream } = await listening();
    const calling = stream();
    const { report, end } = await run(0);
    const part = { left: 'x'.repeat(64 * 1024) };
    report(part);
    const first = eventsOf(await calling);
    await first.next();
    for (let sent = 0; sent < 12; sent += 1) {
      report(part);
      await first.next();
    }
    const late = eventsOf(await stream());
    for (let told = 0; told < 13; told += 1) expect((await late.next()).value).toMatchObject({ event: 'progress' });
    end(answer);
    expect((await late.next()).value).toEqual({ event: 'result', data: envelope });
  });

  it('goes on for a plain call when its own client leaves', async () => {
    const { run, taken, stream, plain } = await listening();
    const leaver = new AbortController();
    const leaving = stream(leaver.signal);
    const { report, end, signal } = await run(0);
    report({ left: 1 });
    const events = eventsOf(await leaving);
    await events.next();
    const staying = plain();
    await taken(2);
    leaver.abort();
    await expect(events.next()).rejects.toThrow();
    end(answer);
    expect(await (await staying).json()).toEqual(envelope);
    expect(signal.aborted).toBe(false);
  });

  it('stops the work within 200 ms when its client leaves', async () => {
    const { run, stream } = await listening();
    const tookMs: number[] = [];
    // A busy machine may delay some of the attempts, but not all of them.
    for (let index = 0; index < 5; index += 1) {
      const leaver = new AbortController();
      const leaving = stream(leaver.signal);
      const { report, signal } = await run(index);
      report({ left: 1 });
      await leaving;
      const leftAt = performance.now();
      leaver.abort();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      tookMs.push(performance.now() - leftAt);
    }
    expect(Math.min(...tookMs)).toBeLessThan(200);
  });

  it('ends with a failure event when the server stops, and a plain call with 503', async () => {
    const { run, stream, stop } = await listening({ drainMs: 1 });
    const calling = stream();
    const { report } = await run(0);
    report({ left: 1 });
    const response = await calling;
    void stop();
    expect((await collect(response)).at(-1)).toMatchObject({ event: 'failure', data: { code: 'busy' } });
  });

  it('sends heartbeats while there are no parts', async () => {
    const { run, stream } = await listening({ streamTiming: { heartbeatMs: 5, lingerMs: 1000 } });
    const calling = stream();
    const { report } = await run(0);
    report({ left: 1 });
    const reader = (await calling).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(': still here\n\n: still here\n\n')) text += (await reader?.read())?.value;
    expect(text).toMatch(/^event: progress\ndata: \{"left":1\}\n\n(: still here\n\n)+$/);
    await reader?.cancel();
  });
});

describe('a client that does not read', () => {
  /** Sends a request and reads nothing. */
  async function deafClient(address: string) {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port) });
    socket.pause();
    socket.write(`GET ${URL_PATH} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`);
    await once(socket, 'connect');
    return socket;
  }

  it('misses parts when its backlog is too large, and gets the whole answer when it reads again', async () => {
    const { run, address } = await listening();
    const socket = await deafClient(address);
    const { report, end, signal } = await run(0);
    const part = { left: 'x'.repeat(64 * 1024) };
    // Enough to fill the system's buffers, which take some megabytes.
    const told = 300;
    for (let sent = 0; sent < told; sent += 1) {
      report(part);
      await new Promise(setImmediate);
    }
    expect(signal.aborted).toBe(false);
    end(answer);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.resume();
    await eventually(() =>
      expect(text.slice(-200)).toContain(`event: result\ndata: ${JSON.stringify(envelope)}\nid: end\n\n`),
    );
    const read = text.split('event: progress\n').length - 1;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(told);
    socket.destroy();
  });

  it('is disconnected if it does not read the end of the stream in time', async () => {
    const { run, address, app } = await listening({ streamTiming: { heartbeatMs: 1000, lingerMs: 20 } });
    const socket = await deafClient(address);
    const { report, end } = await run(0);
    report({ left: 1 });
    end({ ...answer, text: 'x'.repeat(16 * 1024 * 1024) });
    await eventually(async () => {
      const connections = await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
      expect(connections).toBe(0);
    });
    socket.destroy();
  });
});
