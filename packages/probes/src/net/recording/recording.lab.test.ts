import { type DnsLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimitsOf } from '../../limits/target-limits.ts';
import { decodeMessage } from '../../protocols/dns-message/decode.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import { readNetSettings } from '../settings.ts';
import { recording } from './recording.ts';

let lab: DnsLab;
let net: NodeNet;

beforeAll(async () => {
  lab = await startDnsLab();
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: lab.resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await lab?.stop();
});

async function record(domain: string) {
  const { net: recorded, finish } = recording(net);
  const signal = AbortSignal.timeout(30_000);
  const limits = defaultLimitsOf(net);
  const answer = await measure(checkQuery('dns', { domain }), { net: recorded, data: noData, limits, signal }).catch(
    (error: unknown) => error as Error,
  );
  return { answer, evidence: finish() };
}

const octetsOf = (text: string) => Buffer.from(text, 'base64');

test('the evidence contains every query to BIND with its reply, octet for octet', async () => {
  const { answer, evidence } = await record('all.test');
  expect(answer).not.toBeInstanceOf(Error);
  const [txt] = evidence.exchanges.filter(({ decoded }) => decoded[0]?.lines[1] === 'question: all.test. TXT');
  expect(txt).toMatchObject({ service: 'dns', transport: 'udp', outcome: 'answered', layer: 'wire', isCut: false });
  const [question, reply] = txt?.pieces ?? [];
  expect([question?.direction, reply?.direction]).toEqual(['out', 'in']);
  expect(decodeMessage(octetsOf(question?.octets ?? '')).questions).toEqual([{ name: 'all.test', type: 16, class: 1 }]);
  const strings = decodeMessage(octetsOf(reply?.octets ?? '')).answers.flatMap(({ type, fields }) =>
    type === 16 ? fields : [],
  );
  const dug = (await lab.dig(['+tcp', '+short', 'all.test', 'TXT'])).trim().split('\n');
  expect(strings.sort()).toEqual(dug.sort());
  expect(reply?.atUs).toBeGreaterThan(question?.atUs ?? Infinity);
  expect(Math.abs(Date.parse(evidence.startedAt) - Date.now())).toBeLessThan(60_000);
});

test('the operator’s resolver has one documentation address in all exchanges', async () => {
  const { evidence } = await record('all.test');
  const peers = new Set(evidence.exchanges.map(({ peer }) => `${peer.address} ${peer.port} ${peer.isReplaced}`));
  expect([...peers]).toEqual(['198.51.100.1 53 true']);
});

test('a lookup that fails has evidence as well', async () => {
  const { answer, evidence } = await record('nowhere.all.test');
  expect(answer).toMatchObject({ reason: 'nxdomain' });
  expect(evidence.exchanges.flatMap(({ decoded }) => decoded.map(({ title }) => title))).toContain(
    'Answer: NXDOMAIN, 0 records',
  );
});

test('a truncated reply and its repetition by TCP are two exchanges', async () => {
  const { evidence } = await record('many.edge.test');
  const truncated = evidence.exchanges.filter(({ decoded }) => decoded.some(({ lines }) => lines[0]?.includes(' tc')));
  expect(truncated.length).toBeGreaterThan(0);
  const byTcp = evidence.exchanges.filter(({ transport }) => transport === 'tcp');
  expect(byTcp.length).toBeGreaterThan(0);
  for (const { decoded, outcome } of byTcp) {
    expect(outcome).toBe('answered');
    expect(decoded.map(({ direction }) => direction)).toEqual(['out', 'in']);
  }
});

test('a concurrent lookup is not recorded', async () => {
  const { net: recorded, finish } = recording(net);
  const signal = AbortSignal.timeout(30_000);
  const question = (name: string) => ({ name, type: 6 });
  await Promise.all([recorded.ask(question('all.test'), signal), net.ask(question('plain.test'), signal)]);
  const { exchanges } = finish();
  expect(exchanges.map(({ decoded }) => decoded[0]?.lines[1])).toEqual(['question: all.test. SOA']);
});
