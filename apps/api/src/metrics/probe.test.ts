import { readFileSync } from 'node:fs';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { expect, it } from 'vitest';
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

it('an answer is a success, with its findings and facts as metrics', async () => {
  const { statusCode, lines, type } = await probe('target=a.example&tool=dns');
  expect([statusCode, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE probe_success gauge',
      'probe_success 1',
      'sonde_gaps 0',
      'sonde_findings{state="bad"} 0',
      'sonde_finding{code="dnssec-unsigned",state="note"} 1',
      'sonde_fact{fact="records/A"} 1',
    ]),
  );
});

it('no answer is no success, with its cause', async () => {
  const { statusCode, lines } = await probe('target=gone.example&tool=dns');
  expect([statusCode, lines]).toEqual([
    200,
    expect.arrayContaining(['probe_success 0', 'sonde_failure{code="not-found",reason="nxdomain"} 1']),
  ]);
});

it.each(['', 'target=a.example', 'target=a.example&tool=nmap', 'target=%22&tool=dns', 'target=AS64496&tool=dns'])(
  '%j is refused',
  async (query) => {
    expect((await probe(query)).statusCode).toBe(400);
  },
);

it('the dashboard asks for metrics that there are', async () => {
  const file = new URL('../../../../deploy/grafana/sonde.json', import.meta.url);
  const dashboard = JSON.parse(readFileSync(file, 'utf8'));
  const asked = new Set([...JSON.stringify(dashboard).matchAll(/\b(?:probe|sonde)_[a-z_]+/g)].map(([name]) => name));
  const { metrics } = await testServer({}, { net });
  const known =
    (await metrics.inject('/metrics')).body + (await metrics.inject('/probe?target=a.example&tool=dns')).body;
  expect(asked.size).toBeGreaterThan(4);
  const absent = [...asked].filter((name) => !known.includes(`# TYPE ${name} `));
  // It is there for tools whose answers have something that ends.
  expect(absent).toEqual(['sonde_earliest_end_timestamp_seconds']);
});
