import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnnouncedProcess, startAnnounced } from '@sonde/lab';
import { answersAddress, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { layOutBuiltServer } from '../testing/built-server.ts';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=example.com';

describe('a client', () => {
  async function listening() {
    const tools = fakeToolbox();
    const { app } = await testServer({}, { toolbox: tools.toolbox });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    return { ...tools, connections, open: () => connect({ host: '127.0.0.1', port: Number(port) }) };
  }

  const request = `GET ${COUNTDOWN}?host=a HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  inLongSet(it)(
    'that half-closes its connection counts as gone, as browsers do when a visitor leaves the page',
    async () => {
      const { open, run, connections } = await listening();
      const socket = open();
      const closed = once(socket.resume(), 'close');
      socket.end(request);
      const { signal } = await run(0);
      await closed;
      await eventually(() => expect(signal.aborted).toBe(true));
      await eventually(async () => expect(await connections()).toBe(0));
    },
  );

  it('that resets its connection leaves neither work nor connection behind', async () => {
    const { open, run, connections } = await listening();
    const socket = open();
    socket.write(request);
    const { signal } = await run(0);
    socket.resetAndDestroy();
    await eventually(() => expect(signal.aborted).toBe(true));
    await eventually(async () => expect(await connections()).toBe(0));
  });

  inLongSet(it)('that disconnects in the middle of its request leaves no connection behind', async () => {
    const { open, runs, connections } = await listening();
    const socket = open();
    socket.write(request.slice(0, -2));
    await eventually(async () => expect(await connections()).toBe(1));
    socket.destroy();
    await eventually(async () => expect(await connections()).toBe(0));
    expect(runs).toHaveLength(0);
  });

  it('that pipelines requests gets the answers in their order', async () => {
    const { open, run } = await listening();
    const socket = open();
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write(request + request.replace('host=a', 'host=b').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    (await run(0)).end({ steps: 1 });
    (await run(1)).end({ steps: 2 });
    await once(socket, 'close');
    expect(received).toMatch(/"steps":1[\s\S]*"steps":2/);
  });
});

describe('a probe that throws', () => {
  it.each(
    firstOf(1, [
      [
        'at once',
        () => {
          throw new TypeError('the inside');
        },
      ],
      [
        'later',
        async () => {
          await Promise.resolve();
          throw new TypeError('the inside');
        },
      ],
      ['what is no error', () => Promise.reject(null)],
      ['a text', () => Promise.reject('the inside')],
    ]),
  )('%s fails with 500, and the next lookup goes well', async (_name, measure) => {
    const { toolbox, run } = fakeToolbox();
    const { measure: proper } = toolbox;
    toolbox.measure = vi.fn(proper).mockImplementationOnce(measure as typeof proper);
    const { app, log } = await testServer({}, { toolbox });
    const response = await app.inject(`${COUNTDOWN}?host=a`);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('the inside');
    expect(log.filter(({ level }) => level === 50)).toHaveLength(1);
    const next = app.inject(`${COUNTDOWN}?host=a`);
    (await run(0)).end({ steps: 1 });
    expect((await next).statusCode).toBe(200);
  });

  it('a part that cannot be serialised fails with 500', async () => {
    const { toolbox, run } = fakeToolbox();
    const { app } = await testServer({}, { toolbox });
    const calling = app.inject(`${COUNTDOWN}?host=a`);
    const { report, fail } = await run(0);
    const endless: Record<string, unknown> = {};
    endless['self'] = endless;
    try {
      report(endless);
    } catch (error) {
      fail(error);
    }
    expect((await calling).statusCode).toBe(500);
  });
});

describe('a clock that jumps', () => {
  afterEach(() => void vi.useRealTimers());

  it('ages no cached answer and changes no allowance', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { net, asked } = scriptedResolver(answersAddress);
    const { app, log } = await testServer({}, { net });
    await app.inject(DNS);
    const cold = asked.length;
    for (const jumpMs of [365 * 24 * 3_600_000, -2 * 365 * 24 * 3_600_000]) {
      vi.setSystemTime(Date.now() + jumpMs);
      const { statusCode, headers } = await app.inject(DNS);
      expect(statusCode).toBe(200);
      expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThan(50);
    }
    expect(asked).toHaveLength(cold);
    await eventually(() => expect(log).toHaveLength(3));
    for (const { durationMs } of log) expect(durationMs).toBeGreaterThanOrEqual(0);
  });
});

describe('the process', () => {
  let house = '';
  let built = '';
  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), 'sonde-house-'));
    built = await layOutBuiltServer(house);
  });
  afterAll(() => rm(house, { recursive: true }));

  /** Starts the built server after running `prelude`, with standard output redirected to `output`. */
  async function start(prelude: string, output: number | 'pipe') {
    const script = `${prelude}; await import(${JSON.stringify(pathToFileURL(built).href)});`;
    const server = await startAnnounced(process.execPath, ['--input-type=module', '--eval', script], {
      on: 'stderr',
      line: /is ready: (\S+)/,
      env: {
        PATH: process.env['PATH'],
        SONDE_RESOLVERS: '127.0.0.1:9',
        SONDE_DATA_DIR: join(house, 'data'),
        PORT: '0',
      },
      stdout: output,
    });
    onTestFinished(() => server.stop('SIGKILL'));
    return { ...server, address: server.announced };
  }

  async function endsInOrder({ child, stop }: AnnouncedProcess) {
    await stop();
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  }

  it('goes on serving when an error escapes from a lookup, and logs the error', async () => {
    const bug = 'process.on("SIGUSR2", () => { Promise.reject(new Error("lost")); throw new Error("escaped"); })';
    const server = await start(bug, 'pipe');
    const { child, address } = server;
    let logged = '';
    child.stdout?.on('data', (chunk) => {
      logged += chunk;
    });
    child.kill('SIGUSR2');
    await eventually(() => expect(logged).toMatch(/escaped[\s\S]*lost|lost[\s\S]*escaped/));
    expect(logged).toContain('internal error outside of a lookup');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await endsInOrder(server);
  });

  it('goes on serving when the disk with its log is full', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const server = await start('', full);
    for (let index = 0; index < 20; index += 1) expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await endsInOrder(server);
  });

  inLongSet(it)('goes on serving when its log is no longer read', async () => {
    const server = await start('', 'pipe');
    server.child.stdout?.destroy();
    for (let index = 0; index < 20; index += 1) expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await endsInOrder(server);
  });
});
