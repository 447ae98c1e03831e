import { expect, test } from 'vitest';
import { explanationOf } from '../answers/explanations.ts';
import type { Finding } from '../finding/finding.ts';
import { readerOf } from '../reading.ts';
import type { AnyTool } from '../tool.ts';
import { tools } from '../tools/index.ts';
import { causes } from './causes.ts';
import { composeReport } from './compose.ts';
import { harmfulCodes } from './harms.ts';
import { opposites, oppositesIn } from './opposites.ts';
import type { ReadReport } from './read-part.ts';
import { type ReportPart, report } from './report.ts';
import { reportCost, reportParts, reportPartsOf } from './report-parts.ts';
import { reportInWords } from './report-verdict.ts';

const all: readonly AnyTool[] = Object.values(tools);
const idsOf = (target: string) => reportPartsOf(target).map(({ tool }) => tool.id);

const finding = (code: string, state: Finding['state'], about = 'example.com'): Finding => ({
  ...{ code, state, about },
  evidence: `${code} was seen.`,
  fix: null,
});
const answer = (tool: string, findings: readonly Finding[], checkedAt?: string): ReportPart => ({
  tool,
  outcome: { success: true, message: 'OK', _data: { findings, gaps: [], checkedAt } },
});
const failure = (tool: string): ReportPart => ({
  tool,
  outcome: { success: false, message: 'No answer.', _data: null, code: 'timeout' },
});

test('every part of every report is a query that its tool accepts', () => {
  for (const target of ['example.com', 'www.example.com', '192.0.2.1', '2001:db8::1']) {
    expect(idsOf(target)).not.toEqual([]);
    for (const { tool, question } of reportPartsOf(target)) {
      expect([tool.id, target, tool.query.safeParse(question).success]).toEqual([tool.id, target, true]);
    }
  }
});

test('a report has the parts that fit the kind of its target, in their order', () => {
  const orders = reportPartsOf('example.com').map(({ tool }) => tool.report?.order ?? 0);
  expect(orders).toEqual(orders.toSorted((a, b) => a - b));
  expect(new Set(orders).size).toBe(orders.length);
  expect(idsOf('192.0.2.1').every((id) => idsOf('example.com').includes(id))).toBe(true);
  expect(idsOf('192.0.2.1').length).toBeLessThan(idsOf('example.com').length);
  expect(idsOf('AS64496')).toEqual(['whois']);
  expect(idsOf('no target')).toEqual([]);
});

test('tools without a role or not offered take no part', () => {
  const without = all.filter(({ report: role }) => role === undefined).map(({ id }) => id);
  expect(without).toEqual(expect.arrayContaining(['mac', 'ping', 'subdomain', 'traceroute']));
  for (const target of ['example.com', '192.0.2.1', '2001:db8::1']) {
    expect(idsOf(target).filter((id) => without.includes(id))).toEqual([]);
  }
  const offered = all.filter(({ id }) => id !== 'dns');
  expect(reportParts({ kind: 'domain', target: 'example.com' }, offered).map(({ tool }) => tool.id)).not.toContain(
    'dns',
  );
});

test('the cost is the sum of the parts', () => {
  const parts = reportPartsOf('example.com');
  expect(report.cost).toBe(parts.reduce((sum, { tool }) => sum + tool.cost, 0));
  expect(reportCost(reportPartsOf('192.0.2.1'))).toBeLessThan(report.cost);
});

test.each([
  ['Example.COM.', 'example.com'],
  ['https://www.example.com/path', 'www.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['192.0.2.1', '192.0.2.1'],
])('the target %s is %s', (typed, target) => {
  expect(report.query.parse({ target: typed })).toEqual({ target });
});

test.each(['', 'no target', 'AS64496', '_dmarc.example.com', '00:00:5e:00:53:01', '-f'])(
  '%j is no target of a report',
  (target) => {
    expect(report.query.safeParse({ target }).success).toBe(false);
  },
);

test('counts findings by what they ask of the reader, and lists the most severe first', () => {
  const composed = composeReport('example.com', [
    answer('dns', [finding('spf-missing', 'warn'), finding('caa-missing', 'note'), finding('ttl-usual', 'good')]),
    answer('ssl', [finding('certificate-expired', 'bad'), finding('revocation-unknown', 'unknown')]),
    failure('whois'),
  ]);
  expect(composed.counts).toEqual({ mend: 2, know: 1, well: 1, notMeasured: 2 });
  expect(composed.checks?.map(({ id, state, summary }) => [id, state, summary])).toEqual([
    ['dns', 'warning', 'Warning'],
    ['ssl', 'broken', 'Broken'],
    ['whois', 'unknown', 'No answer'],
  ]);
  expect(composed.verdict).toBe('broken');
  expect(reportInWords(composed as unknown as ReadReport)).toBe('Broken: 0 of 3 tools good');
  const { verdict: _, checks: __, ...older } = composed;
  expect(reportInWords(older as unknown as ReadReport)).toBe('Broken');
  expect(composed.findings.map(({ code, tool }) => [tool, code])).toEqual([
    ['ssl', 'certificate-expired'],
    ['dns', 'spf-missing'],
    ['ssl', 'revocation-unknown'],
    ['dns', 'caa-missing'],
    ['dns', 'ttl-usual'],
  ]);
  expect(composed.gaps).toEqual([{ part: 'whois', code: 'timeout' }]);
});

test('of equal findings of two tools only the more severe is listed; those of one tool are all listed', () => {
  const { findings, counts } = composeReport('example.com', [
    answer('dns', [finding('spf-missing', 'note'), finding('private-address', 'note', 'a.example.com')]),
    answer('mail', [
      finding('spf-missing', 'warn'),
      finding('smtp-without-tls', 'warn', 'mx.example.com'),
      finding('smtp-without-tls', 'warn', 'mx.example.com'),
    ]),
  ]);
  expect(findings.map(({ tool, code, state }) => [tool, code, state])).toEqual([
    ['mail', 'spf-missing', 'warn'],
    ['mail', 'smtp-without-tls', 'warn'],
    ['mail', 'smtp-without-tls', 'warn'],
    ['dns', 'private-address', 'note'],
  ]);
  expect(counts).toEqual({ mend: 3, know: 1, well: 0, notMeasured: 0 });
});

test('a report has the time of its oldest answer, or none without answers', () => {
  const composed = composeReport('example.com', [
    answer('dns', [], '2026-11-22T14:03:21.482Z'),
    answer('ssl', [], '2026-11-22T13:59:00.000Z'),
  ]);
  expect(composed.checkedAt).toBe('2026-11-22T13:59:00.000Z');
  expect(composeReport('example.com', [failure('dns')])).not.toHaveProperty('checkedAt');
});

test('a composed report matches the contract, both as sent by a server and as read by a client', () => {
  const composed: unknown = JSON.parse(
    JSON.stringify(composeReport('example.com', [answer('dns', [finding('caa-missing', 'note')]), failure('ssl')])),
  );
  expect(report.answer.safeParse(composed).error).toBeUndefined();
  const read = readerOf(report.answer).parse(composed);
  expect(read.parts.map(({ outcome }) => outcome.success)).toEqual([true, false]);
  expect(read.findings).toHaveLength(1);
});

test('a reader keeps the answer of a part unchanged, including fields of a newer tool', () => {
  const part = { tool: 'newer', outcome: { success: true, message: 'OK', _data: { anything: [1, { deep: true }] } } };
  expect(readerOf(report.progress).parse(part)).toEqual(part);
  expect(readerOf(report.progress).safeParse({ tool: 'dns' }).success).toBe(false);
});

const tags = (parts: readonly ReportPart[]) =>
  composeReport('example.com', parts).findings.map(({ tool, code, state }) => `${state} ${tool} ${code}`);

test('what several tools see of one cause is one finding, which names the others', () => {
  const { findings, counts } = composeReport('www.example.com', [
    answer('whois', [finding('delegation-signed', 'good')]),
    answer('delegation', [
      finding('chain-broken', 'bad'),
      finding('ds-without-key', 'bad'),
      finding('soa-times', 'warn'),
    ]),
    answer('dns', [
      finding('dnssec-failed', 'bad', 'www.example.com'),
      finding('dnssec-reason', 'bad', 'www.example.com'),
    ]),
    answer('mail', [finding('dane-bogus', 'bad', 'mx.example.net')]),
  ]);
  expect(counts).toEqual({ mend: 3, know: 0, well: 0, notMeasured: 0 });
  expect(findings.map(({ code }) => code)).toEqual(['chain-broken', 'dane-bogus', 'soa-times']);
  expect(findings[0]).toMatchObject({
    tool: 'delegation',
    also: ['ds-without-key', 'dnssec-failed', 'dnssec-reason', 'delegation-signed'].map((code) => ({
      tool: expect.any(String),
      code,
    })),
  });
  // Without a broken chain, signatures that have expired on one server are a cause of their own.
  expect(
    tags([
      answer('delegation', [
        finding('chain-valid', 'good'),
        finding('signature-expired', 'bad'),
        finding('ds-without-key', 'warn'),
      ]),
    ]),
  ).toEqual(['bad delegation signature-expired', 'warn delegation ds-without-key', 'good delegation chain-valid']);
});

test('a zone that is not signed is one finding, with the more severe state', () => {
  expect(
    tags([
      answer('whois', [finding('delegation-unsigned', 'note')]),
      answer('delegation', [finding('ds-missing', 'warn')]),
      answer('dns', [finding('dnssec-not-validated', 'unknown')]),
    ]),
  ).toEqual(['warn delegation ds-missing']);
  // A resolver that sends no signatures says nothing against a chain that was followed.
  expect(
    tags([
      answer('delegation', [finding('chain-valid', 'good')]),
      answer('dns', [finding('dnssec-not-sent', 'unknown')]),
    ]),
  ).toEqual(['good delegation chain-valid']);
});

test('of equally severe findings, those come first that break more for visitors', () => {
  expect(
    tags([
      answer('delegation', [finding('soa-times', 'bad'), finding('glue-differs', 'bad')]),
      answer('mail', [finding('mta-sts-syntax', 'bad'), finding('mx-without-address', 'bad')]),
      answer('ssl', [finding('sslv2-enabled', 'bad'), finding('certificate-expired', 'bad')]),
      answer('dns', [finding('spf-missing', 'warn')]),
    ]),
  ).toEqual([
    'bad ssl certificate-expired',
    'bad mail mx-without-address',
    'bad delegation glue-differs',
    'bad delegation soa-times',
    'bad mail mta-sts-syntax',
    'bad ssl sslv2-enabled',
    'warn dns spf-missing',
  ]);
});

test('the tables of causes, harms and opposites have only codes of findings, and each harm once', () => {
  const codes = [...causes.flatMap(({ leads, parts }) => [...leads, ...parts]), ...harmfulCodes, ...opposites.flat()];
  expect(codes.filter((code) => explanationOf(code) === null)).toEqual([]);
  expect(new Set(harmfulCodes).size).toBe(harmfulCodes.length);
});

// Opposites about DNSSEC and name servers come from different tools, each of which is right about what it saw.
const seenByTwo = opposites.filter(([one, other]) =>
  causes.some(({ leads, parts }) => {
    const codes = [...leads, ...parts];
    return codes.includes(one) && codes.includes(other);
  }),
);

test.each(seenByTwo)('a report never says both %s and %s of one domain', (one, other) => {
  const stateOf = (code: string) => explanationOf(code)?.states[0] ?? 'note';
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const parts = [
      answer('delegation', [finding(first, stateOf(first))]),
      answer('dns', [finding(second, stateOf(second))]),
    ];
    expect(oppositesIn(composeReport('example.com', parts).findings)).toEqual([]);
    expect(tags(parts)).toHaveLength(1);
  }
});

test('a DS record that is not supported stays a warning beside a valid chain', () => {
  const parts = [answer('delegation', [finding('chain-valid', 'good'), finding('ds-unsupported', 'warn')])];
  expect(tags(parts)).toEqual(['warn delegation ds-unsupported', 'good delegation chain-valid']);
});
