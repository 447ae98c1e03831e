import { expect, test } from 'vitest';
import { htmlText } from '../escaping/html-text.ts';
import { readerOf } from '../reading.ts';
import { answerOf } from '../testing/answer-of.ts';
import { dns } from '../tools/dns/contract.ts';
import { composeReport } from './compose.ts';
import { reportPage } from './html.ts';
import { type ReportPart, report } from './report.ts';
import { reportTables } from './report-tables.ts';

const HOSTILE = '<img src=x onerror="alert(1)">\u202e</style></title>\u0000';

const answered: ReportPart = {
  tool: 'dns',
  outcome: {
    success: true,
    message: 'OK',
    _data: {
      ...answerOf(dns, {
        domain: 'example.com',
        records: [
          { recordName: 'TXT', titles: ['Name', 'Text', 'TTL'], data: [['example.com', HOSTILE, '300']] },
          { recordName: 'MX', titles: ['Name', 'Preference', 'Exchange', 'TTL'], data: [] },
        ],
        gaps: [{ part: HOSTILE, code: 'timeout' }],
      }),
      findings: [
        { code: 'spf-missing', state: 'warn', about: HOSTILE, evidence: HOSTILE, fix: HOSTILE },
        { code: 'ttl-usual', state: 'good', about: 'example.com', evidence: 'All are usual.', fix: null },
        { code: 'of-a-newer-server', state: 'dire', about: 'example.com', evidence: '', fix: null },
      ],
    },
  },
};
const failed: ReportPart = {
  tool: 'ssl',
  outcome: {
    ...{ success: false, message: HOSTILE, _data: null },
    ...{ code: 'unreachable', reason: 'connection-refused' },
  },
};
const newer: ReportPart = { tool: 'newer"><b>', outcome: { success: true, message: 'OK', _data: { deep: [1] } } };
const made = readerOf(report.answer).parse(composeReport('example.com', [answered, failed, newer]));

test('text from servers never becomes markup, an attribute or a style', () => {
  const page = reportPage({ ...made, target: HOSTILE });
  expect(page).not.toContain('<img');
  expect(page).not.toContain('<b>');
  expect(page).not.toMatch(/[\u0000\u202e]/);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;\\u{202e}');
  expect(page.match(/ (?:href|id|aria-labelledby)="[^"]*[<>'][^"]*"/)).toBeNull();
});

test('has the verdict, the findings with their fixes, and for each tool its facts and tables or the reason of its failure', () => {
  const page = reportPage(made);
  expect(page).toContain('<p class="counts" data-state="warning">Warning: 1 of 3 tools good</p>');
  expect(page).toContain('No SPF record');
  expect(page).toContain('Found by DNS Lookup');
  expect(page).toMatch(/<summary>Other findings<\/summary>/);
  expect(page.indexOf('What to do</h2>')).toBeLessThan(page.indexOf('<h2 id="part-'));
  expect(page).toContain('<summary>TXT Records (1)</summary>');
  // Lists without rows are omitted.
  expect(page).not.toContain('MX Records');
  expect(page).toMatch(/Not measured\.<\/strong> .* The port is closed\./);
  expect(page).toContain('This answer cannot be read here.');
});

test('heading levels have no gaps, and every link has its anchor', () => {
  const page = reportPage(made);
  const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(page).toContain(` id="${id}"`);
});

test('the tables say how each tool ended', () => {
  const [tools] = reportTables(made);
  expect(tools?.rows.map(([tool, outcome]) => [tool, outcome?.slice(0, 10)])).toEqual([
    ['dns', 'answer'],
    ['ssl', 'no answer:'],
    ['newer"><b>', 'no answer:'],
  ]);
});

test('line breaks are preserved, so that texts of several lines stay readable', () => {
  expect(htmlText('a\n\tb & c')).toBe('a\n\tb &amp; c');
});
