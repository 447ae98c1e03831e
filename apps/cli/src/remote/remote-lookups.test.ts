import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnnounced } from '../../../../lab/src/announced-process.ts';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';
import { type BuiltServer, buildServer } from '../testing/served.ts';

// The built command against the built server, without simulated parts.
let command: BuiltCommand;
let built: BuiltServer;
let resolver = '';
const stage = createStage();

beforeAll(async () => {
  [command, built] = await Promise.all([buildCommand(), buildServer()]);
  const { port } = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
  resolver = `127.0.0.1:${port}`;
}, 120_000);
afterAll(async () => {
  stage.clear();
  await command?.remove();
  await built?.remove();
});

async function served(variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = await startAnnounced(process.execPath, [built.path], {
    ...{ on: 'stderr', line: /is ready: (\S+)/ },
    env: { ...built.env, SONDE_RESOLVERS: resolver, ...variables },
  });
  onTestFinished(() => server.stop());
  return server.announced.replace(/\/$/, '');
}

/** A token as `sonde token` makes it, with what the server has to know of it. */
async function newToken(name: string) {
  const { stdout } = await command.start(['token', name]).ended;
  return {
    token: /^token: (\S+)$/m.exec(stdout)?.[1] ?? 'none',
    known: /^SONDE_API_TOKENS=(\S+)$/m.exec(stdout)?.[1] ?? 'none',
  };
}

/** This machine must not make lookups: its resolver does not exist. */
const check = (remote: string, targets: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  command.start(['check', ...targets, '--tools', 'dns', '--remote', remote, '--json'], {
    SONDE_RESOLVERS: '127.0.0.1:9',
    ...env,
  }).ended;

/** Another HTTP server, which counts requests. */
async function other(listener: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<unknown>((resolve) => server.close(resolve));
  onTestFinished(() => void close());
  return { close, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}.test${at}.example`);

describe('sonde check --remote', () => {
  it('has the server make the lookups, with the token of the environment', async () => {
    const { token, known } = await newToken('ci');
    const remote = await served({ SONDE_API_TOKENS: known, SONDE_RATE_LIMIT: '2/600s' });
    const { status, stdout, stderr } = await check(`${remote}/`, names(6), { SONDE_TOKEN: token });
    expect(stderr).toMatch(/^sonde: 6 lookups/);
    const { results } = JSON.parse(stdout) as { results: { outcome: { code?: string; reason?: string } }[] };
    // Every name exists without records: that is the server's result.
    expect(results.map(({ outcome }) => outcome.reason)).toEqual(names(6).map(() => 'nodata'));
    expect(status).toBe(1);
  });

  inLongSet(it)('reports that the server refuses the token, and stops asking', async () => {
    const { known } = await newToken('ci');
    const { token } = await newToken('other');
    const remote = await served({ SONDE_API_TOKENS: known });
    const { status, stdout, stderr } = await check(remote, names(40), { SONDE_TOKEN: token });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`sonde: ${remote} rejects the token: it is wrong, has expired or was revoked.`);
    expect(stderr).not.toContain(token);
  });

  inLongSet(it)('waits as long as the server says when the allowance is used up, then continues', async () => {
    const { token, known } = await newToken('slow');
    // Two cost units each: the third lookup has to wait.
    const remote = await served({ SONDE_API_TOKENS: `${known}:4/3s` });
    const start = performance.now();
    const { stdout } = await check(remote, names(3), { SONDE_TOKEN: token });
    expect(JSON.parse(stdout).results.map(({ outcome }: { outcome: { reason?: string } }) => outcome.reason)).toEqual([
      'nodata',
      'nodata',
      'nodata',
    ]);
    expect(performance.now() - start).toBeGreaterThan(1_000);
  });

  inLongSet(it)('reports once that a dead server does not answer', async () => {
    const { origin, close } = await other(() => {});
    await close();
    const { status, stdout, stderr } = await check(origin, names(40));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.match(/did not answer/g)).toHaveLength(1);
    expect(stderr).toMatch(/did not answer: .*ECONNREFUSED/);
  });

  inLongSet(it)('keeps the answers that a server sent before it died', async () => {
    const body = JSON.stringify({ success: true, message: 'OK', _data: { domain: 'x', gaps: [], findings: [] } });
    let left = 2;
    const { origin } = await other((_request, response) => {
      left -= 1;
      if (left < 0) response.destroy();
      else response.end(body);
    });
    const { status, stdout } = await command.start([
      ...['check', 'a.one.example', 'b.one.example', 'c.one.example', '--tools', 'dns', '--remote', origin, '--json'],
    ]).ended;
    const outcomes = (JSON.parse(stdout) as { results: { outcome: { success: boolean; code?: string } }[] }).results;
    expect(outcomes.map(({ outcome }) => outcome.code ?? 'answer')).toEqual(['answer', 'answer', 'unreachable']);
    expect(status).toBe(1);
  });

  inLongSet(it)('prints the answers that a server sent before it refused the token, and exits with 1', async () => {
    const body = JSON.stringify({ success: true, message: 'OK', _data: { domain: 'x', gaps: [], findings: [] } });
    const refusal = JSON.stringify({ success: false, message: 'Revoked.', _data: null, code: 'not-signed-in' });
    let left = 2;
    const { origin } = await other((_request, response) => {
      left -= 1;
      response.writeHead(left < 0 ? 401 : 200).end(left < 0 ? refusal : body);
    });
    const targets = ['a.one.example', 'b.one.example', 'c.one.example', 'd.one.example'];
    const { status, stdout, stderr } = await check(origin, targets, { SONDE_TOKEN: 'sonde_x' });
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { notMade: 2, results: [{}, {}] }]);
    expect(stderr).toContain(`${origin} rejects the token`);
    expect(stderr).toContain('Stopped early: 2 lookups of the list were not made.');
  });

  it('respects the limits of a proxy in front of a server, and never follows redirects', async () => {
    let asked = 0;
    const { origin, requests } = await other((_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end('<html>slow down</html>');
      else response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    });
    const { status, stdout } = await check(origin, ['a.example'], { SONDE_TOKEN: 'sonde_x' });
    expect(requests).toEqual(Array(2).fill('/api/v2/dnsRecords?domain=a.example Bearer sonde_x'));
    expect(JSON.parse(stdout).results[0].outcome.message).toContain('it redirects to https://elsewhere.example/');
    expect(status).toBe(1);
  });

  it.each(isLong ? ['ftp://x', 'https://sonde.example/?a=b', 'sonde.example'] : ['https://user:secret@sonde.example'])(
    'refuses %s as the address of a server, without repeating it',
    async (remote) => {
      const { status, stderr } = await check(remote, ['a.example']);
      expect([status, stderr]).toEqual([64, expect.stringContaining('--remote needs the http or https address')]);
      expect(stderr).not.toContain('secret');
    },
  );
});
