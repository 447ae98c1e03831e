import { type Net, NetFailure } from '@sonde/probes';
import { answersAddress, saysNameDoesNotExist, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testServer, webBuild } from '../testing/test-server.ts';
import { checkReachability, type Reachability } from './check-reachability.ts';
import { watchReachability } from './watch-reachability.ts';

const never = new AbortController().signal;
const web = { host: 'data.test.example', port: 443 };
const connection = { address: { address: '192.0.2.1', family: 4 }, close: () => {} } as never;
const open: Pick<Net, 'connect' | 'ping'> = {
  connect: () => Promise.resolve(connection),
  ping: async (_target, { onEvent }) => {
    onEvent({ kind: 'sent', seq: 1 });
    onEvent({ kind: 'lost', seq: 1 });
    onEvent({ kind: 'reply', seq: 2, timeMs: 20, ttl: 50 });
  },
};
const works: Reachability = { resolver: null, tcp: null, ping: null };
const cutOff: Reachability = { resolver: 'timeout', tcp: 'unreachable', ping: 'unreachable' };

describe('the internet', () => {
  it('is reachable if the resolver knows the root, one connection succeeds and one ping is answered', async () => {
    const { net, asked } = scriptedResolver(answersAddress);
    const onlyWeb: Net['connect'] = (target) =>
      target.host === web.host ? open.connect(target, {} as never, never) : net.connect(target, {} as never, never);
    expect(await checkReachability({ ...net, ...open, connect: onlyWeb }, web, never)).toEqual(works);
    expect(asked).toEqual([{ name: '.', type: 2 }]);
  });

  it('is reachable by TCP if only name servers accept connections', async () => {
    const { net } = scriptedResolver(answersAddress);
    const onlyDns: Net['connect'] = (target, ...rest) =>
      target.port === 53 ? open.connect(target, ...rest) : net.connect(target, ...rest);
    expect(await checkReachability({ ...net, ...open, connect: onlyDns }, web, never)).toEqual(works);
  });

  it('is reported as unreachable separately for DNS, TCP and pings', async () => {
    const { net } = scriptedResolver(saysNameDoesNotExist);
    expect(await checkReachability(net, web, never)).toEqual({ ...cutOff, resolver: 'nxdomain' });
    const silentPing: Net['ping'] = async (_target, { onEvent }) => onEvent({ kind: 'lost', seq: 1 });
    const lossy = { ...scriptedResolver(answersAddress).net, ...open, ping: silentPing };
    expect(await checkReachability(lossy, web, never)).toEqual({ ...works, ping: 'timeout' });
  });

  it('is not judged by denied targets', async () => {
    const denied = () => Promise.reject(new NetFailure('denied', 'a root server is denied'));
    const net = { ...scriptedResolver(answersAddress).net, connect: denied, ping: denied };
    expect(await checkReachability(net, web, never)).toEqual(works);
  });

  it('does not delay the end of the server', async () => {
    const stopping = new AbortController();
    const trying = checkReachability(scriptedResolver(silent([])).net, web, stopping.signal);
    stopping.abort(new NetFailure('timeout', 'the server stops'));
    expect(await trying).toMatchObject({ resolver: 'timeout' });
  });
});

describe('watching reachability', () => {
  it('repeats the check while something does not work, and logs it once', async () => {
    const lines: unknown[][] = [];
    const log = { info: (...line: unknown[]) => lines.push(line), warn: (...line: unknown[]) => lines.push(line) };
    const told: Reachability[] = [];
    const { net } = scriptedResolver(answersAddress);
    let tries = 0;
    const better: Net['connect'] = (target, ...rest) => {
      if (target.host === web.host) tries += 1;
      return tries < 3 ? net.connect(target, ...rest) : open.connect(target, ...rest);
    };
    const onChange = async (wayOut: Reachability) => void told.push(wayOut);
    const watch = watchReachability({ net: { ...net, ...open, connect: better }, web, log, onChange, againMs: 1 });
    onTestFinished(() => watch.stop());
    await expect.poll(() => told).toEqual([{ ...works, tcp: 'unreachable' }, works]);
    expect(lines).toEqual([
      [
        { wayOut: { ...works, tcp: 'unreachable' } },
        'a part of the internet cannot be reached from here; npm run demo shows every tool without it',
      ],
      ['names are resolved, and connections and pings are answered'],
    ]);
    expect(tries).toBe(3);
  });
});

describe('a server', () => {
  const served = async () => testServer({}, { webRoot: await webBuild() });
  const stateOf = async ({ app }: Awaited<ReturnType<typeof served>>) => {
    const response = await app.inject('/readyz');
    return { status: response.statusCode, wayOut: response.json()._data.wayOut };
  };

  it('is ready without internet access, and reports what does not work', async () => {
    const server = await served();
    expect(await stateOf(server)).toEqual({ status: 200, wayOut: 'not tried' });
    await server.setReachability({ ...works, ping: 'timeout' });
    expect(await stateOf(server)).toEqual({
      status: 200,
      wayOut: { resolver: 'works', tcp: 'works', ping: 'timeout' },
    });
  });

  it('shows a notice above every page as long as something does not work', async () => {
    const server = await served();
    const page = async (path: string) => (await server.app.inject(path)).body;
    const before = await page('/dns');
    expect(before).not.toContain('class="site-notice"');
    await server.setReachability(cutOff);
    for (const path of ['/dns', '/no-such-page']) {
      expect(await page(path)).toContain(
        '<p class="says">From this server names cannot be resolved, no connection can be made and no ping is answered. IP Tracker',
      );
      expect(await page(path)).toContain('<code>npm run demo</code>');
    }
    await server.setReachability(works);
    expect(await page('/dns')).toBe(before);
  });

  it('mentions pings only on their own page when nothing else is broken', async () => {
    const server = await served();
    await server.setReachability({ ...works, ping: 'timeout' });
    const { body } = await server.app.inject('/dns');
    expect(body).toMatch(/<aside class="site-notice"[^>]* data-page="\/ping" hidden>/);
    expect(body).not.toContain('npm run demo');
  });
});
