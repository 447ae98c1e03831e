import { type DnsLab, type Relay, startDnsLab, startRelay, type Treatment } from '@sonde/lab';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

let lab: DnsLab;
beforeAll(async () => {
  lab = await startDnsLab();
});
afterAll(() => lab?.stop());

const SERVFAIL = 2;
const NOTIMP = 4;

/** Behind the name of the question, which is the only uncompressed one. */
const questionEnd = (query: Buffer) => query.indexOf(0, 12) + 5;
const typeOf = (query: Buffer) => query.readUInt16BE(query.indexOf(0, 12) + 1);
const disablesChecking = (query: Buffer) => (query.readUInt16BE(2) & 0x10) !== 0;

/** Header and question of the query, as a reply with this RCODE, and with this OPT record. */
function refusal(query: Buffer, rcode: number, opt: Buffer | null = null): Buffer {
  const head = Buffer.from(query.subarray(0, questionEnd(query)));
  head.writeUInt16BE(0x8180 | (head.readUInt16BE(2) & 0x10) | rcode, 2);
  head.writeUInt16BE(0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(opt === null ? 0 : 1, 10);
  return opt === null ? head : Buffer.concat([head, opt]);
}

/** OPT with one extended error (RFC 8914 section 2). */
function withExtendedError(code: number): Buffer {
  const opt = Buffer.from([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 6, 0, 15, 0, 2, 0, 0]);
  opt.writeUInt16BE(code, 15);
  return opt;
}

async function lookUp(domain: string, upstream: string, treat: Treatment, type: string[] = []) {
  const relay: Relay = await startRelay(upstream, treat);
  onTestFinished(() => relay.stop());
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: relay.address });
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  onTestFinished(() => net.close());
  const query = type.length === 0 ? { domain } : { domain, type };
  return measure(checkQuery('dns', query), { net, data: noData, signal: AbortSignal.timeout(30_000) });
}

const codesOf = ({ findings = [] }: Awaited<ReturnType<typeof lookUp>>) => findings.map(({ code }) => code);

/** Fails the first question for each of these types, or all of them that ask for checking. */
function failing(types: readonly string[], always: boolean): Treatment {
  const left = new Set(types.map(typeNumber));
  const wanted = new Set(left);
  return (query, send) => {
    const type = typeOf(query);
    const fails = always ? wanted.has(type) && !disablesChecking(query) : left.delete(type);
    if (fails) send(refusal(query, SERVFAIL));
    return fails;
  };
}

test('a resolver that fails once for two types has rejected nothing', async () => {
  const answer = await lookUp('plain.test', lab.resolver, failing(['A', 'MX', 'TXT'], false));
  expect(answer.validationFailed).toBe(false);
  expect(answer.gaps).toEqual([]);
  expect(codesOf(answer)).not.toContain('dnssec-failed');
  const signed = await lookUp('all.test', lab.resolver, failing(['A', 'MX', 'TXT'], false));
  expect(signed).toMatchObject({ validationFailed: false, authenticated: true, gaps: [] });
});

test('records of an unsigned zone cannot be bogus, however often the resolver fails with checking', async () => {
  const answer = await lookUp('plain.test', lab.resolver, failing(['A', 'MX', 'TXT'], true));
  expect(answer.validationFailed).toBe(false);
  expect(answer.gaps.map(({ part }) => part)).toEqual(['DNSSEC validation']);
  expect(codesOf(answer)).toContain('records-unknown');
  expect(codesOf(answer)).not.toContain('dnssec-failed');
});

test('a zone whose signatures are wrong is bogus', async () => {
  const answer = await lookUp('bogus.test', lab.resolver, () => false);
  expect(answer.validationFailed).toBe(true);
  expect(codesOf(answer)).toContain('dnssec-failed');
});

test('NOTIMP with an extended error is told by it', async () => {
  const mx = typeNumber('MX');
  const answer = await lookUp('plain.test', lab.resolver, (query, send) => {
    const refuses = typeOf(query) === mx;
    if (refuses) send(refusal(query, NOTIMP, withExtendedError(21)));
    return refuses;
  });
  expect(answer.extendedErrors).toContainEqual({ recordName: 'MX', code: 21, name: 'Not Supported', text: null });
  expect(answer.findings).toContainEqual(expect.objectContaining({ code: 'resolver-declined', state: 'unknown' }));
});

test('ANY shows every record that the server has at the name', async () => {
  const answer = await lookUp('plain.test', lab.authority, () => false, ['ANY']);
  const shown = answer.records.flatMap(({ recordName, data }) => data.map(() => recordName));
  const dug = await lab.dig([
    '+tcp',
    '+noall',
    '+answer',
    `@${lab.authority.replace(/:(\d+)$/, '')}`,
    '-p',
    lab.authority.replace(/^.*:/, ''),
    'plain.test',
    'ANY',
  ]);
  const expected = dug.split('\n').flatMap((line) => /^\S+\s+\d+\s+IN\s+(\S+)/.exec(line)?.[1] ?? []);
  expect(expected.length).toBeGreaterThan(3);
  expect([...shown].sort()).toEqual(expected.sort());
  expect(codesOf(answer)).not.toContain('caa-missing');
});
