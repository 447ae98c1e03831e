import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine } from '../check/testing/command-line.ts';

/** A server that answers everything with this text, and counts requests. */
async function server(body: unknown, status = 200) {
  const requests: string[] = [];
  const one = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void one.close());
  return { origin: `http://127.0.0.1:${(one.address() as AddressInfo).port}`, requests };
}

const answerOf = (places: readonly object[], groups: readonly object[] = []) => ({
  ...{ success: true, message: 'OK' },
  _data: { tool: 'dns', places, groups, findings: [] },
});
const REMOTE = ['--remote', 'http://127.0.0.1:9'];
const many = Array.from({ length: 65 }, (_, index) => `p${index}`).join(',');

describe('--from', () => {
  it.each<[string, string[], RegExp]>([
    ['no server', ['dns', 'a.example', '--from', 'fra'], /--from needs --remote/],
    ['a server without places', ['dns', 'a.example', ...REMOTE], /--remote needs --from/],
    [
      'another kind of address',
      ['dns', 'a.example', '--from', 'fra', '--remote', 'ftp://x'],
      /--remote needs the http/,
    ],
    ['a token without a server', ['dns', 'a.example', '--token', 'x'], /--token needs --remote/],
    [
      'a tool that contacts nobody',
      ['mac', '00-00-5E-00-53-01', '--from', 'fra', ...REMOTE],
      /mac has no option --from/,
    ],
    ['a tool that burdens its target', ['subdomain', 'a.example', '--from', 'fra', ...REMOTE], /no option --from/],
    ['a lookup that does', ['ssl', 'a.example', '--deep', '--from', 'fra', ...REMOTE], /burdens its target/],
    ['no id', ['dns', 'a.example', '--from', '../fra', ...REMOTE], /--from takes ids of places/],
    ['too many places', ['dns', 'a.example', '--from', many, ...REMOTE], /--from takes at most 64 places/],
    ['two lists', ['dns', 'a.example', '--from', 'fra', '--from', 'ams', ...REMOTE], /given once/],
    ['a list of targets', ['dns', '-', '--from', 'fra', ...REMOTE], /one target/],
    [
      'another format',
      ['dns', 'a.example', '--from', 'fra', '--format', 'sarif', ...REMOTE],
      /table or json, not sarif/,
    ],
    ['a short answer', ['dns', 'a.example', '+short', '--from', 'fra', ...REMOTE], /--short cannot be given together/],
    ['evidence', ['dns', 'a.example', '--evidence', 'x.jsonl', '--from', 'fra', ...REMOTE], /--evidence cannot/],
    ['no target', ['dns', 'not a name', '--from', 'fra', ...REMOTE], /./],
    ['places that are changed', ['places', 'remove', 'fra', ...REMOTE], /only lists/],
  ])('is refused for %s, before anything is asked', async (_what, args, message) => {
    const { run, asked } = commandLine();
    const { status, out, err } = await run(...args);
    expect([status, out]).toEqual([64, '']);
    expect(err).toMatch(message);
    expect(asked).toEqual([]);
  });

  it('sends the query of the tool, each place once, and the token', async () => {
    const { origin, requests } = await server(answerOf([{ place: 'fra', state: 'offline' }]));
    const args = ['dns', 'https://a.example/x', '--type', 'MX', '--from', 'fra, self,fra', '--remote', `${origin}/`];
    const { status, out, err } = await commandLine().run(...args, '--token', 'sonde_x');
    expect(requests).toEqual(['/api/v2/places/dns?type=MX&domain=a.example&from=fra%2Cself Bearer sonde_x']);
    expect(err).toContain('was interpreted as a.example');
    expect([status, out]).toEqual([1, expect.stringContaining('No place gave an answer.')]);
  });

  it('prints nothing of a hostile server that a terminal would execute', async () => {
    const evil = 'x\u001b[2J\u202e';
    const data = {
      domain: evil,
      verdict: 'broken',
      checks: [{ id: 'a', title: evil, state: 'broken', summary: evil }],
    };
    const places = [
      { place: evil, state: 'answer', data, code: null, reason: null, measuredMs: 1 },
      { place: 'fra', state: evil, data: null, code: evil, reason: evil, measuredMs: null },
    ];
    const groups = [
      { places: [evil], facts: { 'records/A': [evil] } },
      { places: ['fra'], facts: { 'records/A': [evil, evil] } },
    ];
    const { origin } = await server(answerOf(places, groups));
    for (const format of ['table', 'json']) {
      const args = ['dns', 'a.example', '--from', 'fra', '--remote', origin, '--format', format];
      const { out } = await commandLine().run(...args);
      expect(out).toContain('x');
      expect(out).not.toMatch(/[\u001b\u202e]/);
    }
    const listed = await server({ success: true, message: 'OK', _data: { places: [{ id: evil, name: evil }] } });
    const { out } = await commandLine().run('places', '--remote', listed.origin);
    expect(out).toContain('Families');
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  it('shows where traced paths meet, in the order of round-trip times', async () => {
    const hop = (address: string, avgMs: number) => ({ answers: [{ address }], avgMs });
    const traced = (place: string, first: string, avgMs: number) => ({
      ...{ place, state: 'answer', code: null, reason: null, measuredMs: 9 },
      data: { reached: 'target', hops: [hop(first, 1), hop('192.0.2.8', 2), hop('192.0.2.9', avgMs)] },
    });
    const { origin } = await server(answerOf([traced('fra', '198.51.100.1', 30), traced('sgp', '203.0.113.1', 4)]));
    const args = ['traceroute', 'a.example', '--from', 'fra,sgp', '--remote', origin];
    const { status, out } = await commandLine().run(...args);
    expect(status).toBe(0);
    const rows = out.split('\n').filter((line) => /^(fra|sgp) /.test(line));
    expect(rows.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['sgp', 'Answer', '4.00 ms'],
      ['fra', 'Answer', '30.0 ms'],
    ]);
    expect(out).toContain(
      'Path at the side of the target, 2 places: fra, sgp\n  The last 2 hops are the same: 192.0.2.8 → 192.0.2.9',
    );
  });

  it.each<[string, unknown, number, RegExp]>([
    ['an answer without places', answerOf([]), 200, /an answer without places/],
    ['something else', { hello: 1 }, 200, /not an answer from Sonde/],
    ['a failure', { ...failure('busy'), retryAfterSeconds: 7 }, 503, /Not now\. Try again in 7 s\./],
    ['a refusal of the token', failure('not-signed-in'), 401, /requires a token/],
  ])('says what is wrong with %s', async (_what, body, code, message) => {
    const { origin } = await server(body, code);
    const { status, out, err } = await commandLine().run('dns', 'a.example', '--from', 'fra', '--remote', origin);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });
});

function failure(code: string) {
  return { success: false, message: 'Not now.', _data: null, code };
}
