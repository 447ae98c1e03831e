import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ToolError, tools } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { dnsAnswer, scriptedResolver, silent } from '@sonde/probes/testing/scripted-net';
import type { Toolbox } from '@sonde/service';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';

const TYPE_A = 1;
const net = scriptedResolver(async (question) => {
  if (question.name.startsWith('gone.')) return dnsAnswer(question, { rcode: 3 });
  const fields = ['192.0.2.1'];
  return dnsAnswer(question, { records: question.type === TYPE_A ? [{ ...question, ttlSeconds: 60, fields }] : [] });
}).net;

async function probe(query: string) {
  const { metrics } = await testServer({ SONDE_RATE_LIMIT: '1/60s' }, { net });
  const { statusCode, body, headers } = await metrics.inject(`/probe?${query}`);
  return { statusCode, lines: body.split('\n'), type: headers['content-type'] };
}

it('an answer counts as a success, with its findings and facts as metrics', async () => {
  const { statusCode, lines, type } = await probe('target=a.example&tool=dns');
  expect([statusCode, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE probe_success gauge',
      'probe_success 1',
      'sonde_gaps 0',
      'sonde_findings{state="bad"} 0',
      'sonde_finding{code="dnssec-not-sent",state="unknown"} 1',
      'sonde_fact{fact="records/A"} 1',
    ]),
  );
});

it('there are no probes unless the operator turns them on', async () => {
  const { metrics } = await testServer({ SONDE_PROBE: 'off' }, { net });
  const { statusCode, body } = await metrics.inject('/probe?target=a.example&tool=dns');
  expect([statusCode, body]).toEqual([404, 'This server makes no probes: SONDE_PROBE is off.\n']);
  expect((await metrics.inject('/metrics')).statusCode).toBe(200);
});

it('a failure counts as no success, with its cause', async () => {
  const { statusCode, lines } = await probe('target=gone.example&tool=dns');
  expect([statusCode, lines]).toEqual([
    200,
    expect.arrayContaining(['probe_success 0', 'sonde_failure{code="not-found",reason="nxdomain"} 1']),
  ]);
});

it.each([
  ['', 'tool must be one of geo, ssl, whois, dns, '],
  ['target=a.example', 'tool must be one of '],
  ['target=a.example&tool=nmap', 'tool must be one of '],
  ['tool=dns', 'target must be one name or address'],
  ['target=%22&tool=dns', 'target must be one name or address'],
  ['target=a.example%0Ab.example&tool=dns', 'target must be one name or address'],
  ['target=AS64496&tool=dns', 'dns does not look up targets of this kind.'],
  ['target=a.example&target=b.example&tool=dns', 'target'],
  ['target=a.example&tool=dns&module=http_2xx', "Unknown parameter 'module'. Known parameters: 'target', 'tool'."],
])('%j is refused with 400 and the reason', async (query, reason) => {
  const { statusCode, lines, type } = await probe(query);
  expect([statusCode, type, lines]).toEqual([400, 'text/plain; charset=utf-8', [expect.stringContaining(reason), '']]);
});

it.each(['https://a.example/path?q=1', 'a.example:8443', 'A.Example.'])('%s is a target, too', async (target) => {
  expect((await probe(`target=${encodeURIComponent(target)}&tool=dns`)).lines).toContain('probe_success 1');
});

it('a lookup ends before Prometheus stops waiting for it, and counts as no success', async () => {
  const { metrics } = await testServer({}, { net: scriptedResolver(silent([])).net });
  const start = performance.now();
  const { statusCode, body } = await metrics.inject({
    url: '/probe?target=a.example&tool=dns',
    headers: { 'x-prometheus-scrape-timeout-seconds': '1.2' },
  });
  expect(performance.now() - start).toBeLessThan(1_200);
  expect([statusCode, body]).toEqual([200, expect.stringMatching(/^probe_success 0$/m)]);
  expect(body).toContain('sonde_failure{code="timeout"');
});

it('an answer about thousands of names does not become thousands of series', async () => {
  const subdomains = Array.from({ length: 3_000 }, (_, at) => ({
    ...{ subdomain: `n${at}.a.example`, ipv4List: [], ipv6List: [], aliases: [], unknownFamilies: [], resolves: true },
  }));
  const answer = answerOf(tools.subdomain, { subdomains, wildcards: [], gaps: [], sources: [] });
  const toolbox: Toolbox = {
    tools: { subdomain: tools.subdomain },
    check: () => ({ id: 'subdomain', query: { domain: 'a.example' }, key: 'a.example' }),
    measure: () => Promise.resolve(answer),
  };
  const { metrics } = await testServer({}, { toolbox });
  const { body } = await metrics.inject('/probe?target=a.example&tool=subdomain');
  expect(body).toMatch(/^probe_success 1$/m);
  expect(body.match(/^sonde_fact\{/gm)).toHaveLength(200);
  // Four facts for each name, and the numbers of names and wildcards.
  expect(body).toMatch(/^sonde_facts_left_out 11802$/m);
});

describe('a probe circumvents no limit', () => {
  const hashed = createHash('sha256').update('sonde_token').digest('hex');

  it('of visitors: the public server does not offer probes, with a token or without', async () => {
    const { app } = await testServer({ SONDE_API_TOKENS: `ci:${hashed}` }, { net });
    for (const headers of [{}, { authorization: 'Bearer sonde_token' }]) {
      expect((await app.inject({ url: '/probe?target=a.example&tool=dns', headers })).statusCode).toBe(404);
    }
  });

  it('of clients: it neither uses nor restores their allowances', async () => {
    const { app, metrics } = await testServer(
      { SONDE_RATE_LIMIT: '4/600s', SONDE_API_TOKENS: `probe:${hashed}:4/600s` },
      { net },
    );
    const ask = (name: string, headers = {}) =>
      app.inject({ url: `/api/v2/dnsRecords?domain=${name}`, headers }).then(({ statusCode }) => statusCode);
    const probeOf = (name: string, headers = {}) => metrics.inject({ url: `/probe?target=${name}&tool=dns`, headers });
    // A configured token may even have the client name of the listener.
    const holder = { authorization: 'Bearer sonde_token' };
    for (const headers of [{}, holder]) {
      const who = 'authorization' in headers ? 't' : 'v';
      for (let at = 0; at < 5; at += 1) {
        expect((await probeOf(`p${at}${who}.example`, headers)).body).toContain('probe_success 1');
      }
      expect(await ask(`a${who}.example`, headers)).toBe(200);
      expect(await ask(`b${who}.example`, headers)).toBe(200);
      expect(await ask(`c${who}.example`, headers)).toBe(429);
      await probeOf(`q${who}.example`, headers);
      expect(await ask(`d${who}.example`, headers)).toBe(429);
    }
  });

  it('of the operator: denied targets are not looked up', async () => {
    const { metrics } = await testServer({ SONDE_DENY_TARGETS: 'denied.example' }, { net });
    const { body } = await metrics.inject('/probe?target=denied.example&tool=dns');
    expect(body).toMatch(/^probe_success 0$/m);
    expect(body).toContain('sonde_failure{code="refused-target",reason="denied"} 1');
  });

  it('of a tool’s slots: probes take at most a third, and are aborted when nobody waits for them', async () => {
    const { toolbox, runs } = fakeToolbox();
    const { app, metrics } = await testServer({}, { toolbox });
    const address = await metrics.listen({ port: 0, host: '127.0.0.1' });
    const impatient = new AbortController();
    const ask = (name: string) =>
      fetch(`${address}/probe?target=${name}.example&tool=countdown`, { signal: impatient.signal }).catch(() => null);
    const asked = ['a', 'b', 'c', 'd', 'e'].map(ask);
    await eventually(() => expect(runs).toHaveLength(2));
    const visitor = app.inject(`${COUNTDOWN}?host=visitor.example`);
    await eventually(() => expect(runs).toHaveLength(3));
    expect(runs[2]?.question.query).toMatchObject({ host: 'visitor.example' });
    // A tool of the test has no findings, which an answer would be judged by.
    runs[0]?.fail(new ToolError('timeout', 'The countdown takes too long.'));
    // The next waiting probe takes the free slot.
    await eventually(() => expect(runs).toHaveLength(4));
    expect(await (await asked[0])?.text()).toContain('probe_success 0');
    impatient.abort();
    await eventually(() => expect([runs[1], runs[3]].map((one) => one?.signal.aborted)).toEqual([true, true]));
    runs[2]?.end({ host: 'visitor.example', steps: 1, gaps: [] });
    expect((await visitor).statusCode).toBe(200);
    await Promise.all(asked);
    // One whose client's leaving is noticed last may begin before that.
    await eventually(() => expect(runs.slice(3).filter(({ signal }) => !signal.aborted)).toEqual([]));
  });
});

it('the Grafana dashboard uses only metrics that exist', async () => {
  const file = new URL('../../../../deploy/grafana/sonde.json', import.meta.url);
  const dashboard = JSON.parse(readFileSync(file, 'utf8'));
  const asked = new Set([...JSON.stringify(dashboard).matchAll(/\b(?:probe|sonde)_[a-z_]+/g)].map(([name]) => name));
  const { metrics } = await testServer({}, { net });
  const known =
    (await metrics.inject('/metrics')).body + (await metrics.inject('/probe?target=a.example&tool=dns')).body;
  expect(asked.size).toBeGreaterThan(4);
  const absent = [...asked].filter((name) => !known.includes(`# TYPE ${name} `));
  // This metric exists only for tools whose answers contain something that ends.
  expect(absent).toEqual(['sonde_earliest_end_timestamp_seconds']);
});
