import { expect, it } from 'vitest';
import type { Finding } from '../finding/finding.ts';
import { composeReport } from '../report/compose.ts';
import type { ReportPart } from '../report/report.ts';
import { answerSummary } from './answer-summary.ts';
import { bytesOf, shortened } from './shortened.ts';

const MAX = 2_000;

const finding = (code: string, length: number): Finding => ({
  code,
  state: 'bad',
  about: `host-of-${code}.example`,
  evidence: `${'seen '.repeat(length)}.`,
  fix: `${'Do this. '.repeat(length)}Verify with: dig +short ${code}.example`,
});

const part = (tool: string, findings: readonly Finding[]): ReportPart => ({
  tool,
  outcome: { success: true, message: 'OK', _data: { findings, checks: [], gaps: [], filler: 'x'.repeat(5_000) } },
});

it('the summary of a report names the tool of each remedy, and counts those that are not shown', () => {
  const many = Array.from({ length: 120 }, (_, at) => finding(`fault-${at}`, 5));
  const report = composeReport('a.example', [part('dns', many), part('ssl', [finding('long-one', 200)])]);
  const summary = answerSummary('report', report, MAX) as {
    readonly remedies: readonly { readonly tool: string; readonly fix?: string }[];
  };
  expect(bytesOf(summary)).toBeLessThanOrEqual(MAX);
  expect(summary).toMatchObject({
    ...{ verdict: 'broken', checks: '0 of 2 good' },
    notGood: [{ title: 'DNS Lookup', state: 'broken' }, { state: 'broken' }],
    notShown: { remedies: 121 - summary.remedies.length },
  });
  expect(summary.remedies[0]).toMatchObject({ tool: 'dns', about: 'host-of-fault-0.example' });
  const fixes = summary.remedies.flatMap(({ fix }) => fix ?? []);
  expect(fixes.length).toBeGreaterThan(2);
  for (const fix of fixes) expect(fix).toMatch(/(?:Do this\.|\.example)$/);
});

it('an answer without a judgement is shortened, and says how much is missing', () => {
  const answer = { total: 400, items: Array.from({ length: 400 }, (_, at) => ({ target: `${at}.example` })) };
  expect(answerSummary('list_results', answer, MAX)).toMatchObject({
    answer: { total: 400, items: expect.arrayContaining([{ target: '0.example' }, { notShown: 370 }]) },
  });
  expect(answerSummary('list_status', { lists: [] }, MAX)).toMatchObject({ answer: { lists: [] } });
});

it('bytes are counted as UTF-8, and long texts are cut', () => {
  for (const text of ['a', 'é', '€', '😀', '"\n']) expect(bytesOf(text)).toBe(Buffer.byteLength(JSON.stringify(text)));
  expect(shortened({ text: 'x'.repeat(500) }, 300)).toEqual({ text: `${'x'.repeat(200)}…` });
  expect(shortened(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`name-${at}`, at])), 300)).toBeNull();
});
