import { explanationOf } from '@sonde/contract/answers/explanations';
import type { CheckResult } from '@sonde/contract/finding/check-result';
import type { Finding } from '@sonde/contract/finding/finding';
import { describe, expect, it } from 'vitest';
import { findingCodes, renderCodes, renderExplanation } from './explanation.ts';
import { renderFindings } from './findings.ts';
import { widthOf } from './width.ts';

const terminal = { columns: 60, isColoured: false };

const findings: Finding[] = [
  {
    code: 'no-reply',
    state: 'unknown',
    about: 'quiet.test',
    evidence: 'None of 5 packets to 192.0.2.1 was answered in time.',
    fix: 'Check the service itself, on its own port.',
  },
  { code: 'of-a-newer-version', state: 'good', about: '例え.test \u001b[2J', evidence: 'It was seen.', fix: null },
];
const checks: CheckResult[] = [
  { id: 'replies', title: 'Replies', state: 'unknown', summary: 'No reply to any packet', notes: 0 },
  { id: 'method', title: 'Method', state: 'good', summary: 'ICMP echo', notes: 0 },
  { id: 'ttl', title: 'TTL', state: 'good', summary: 'TTL changed', notes: 1 },
];
const headlines = [{ label: 'Address', value: '192.0.2.1', mono: true }];
const print = (given: object = {}) =>
  renderFindings({ target: 'quiet.test', checks, findings, headlines, terminal, isComplete: false, ...given });

describe('the findings on a terminal', () => {
  it('begin with the verdict, the headlines, the checks and the most severe finding', () => {
    expect(print()).toEqual([
      '? unknown  quiet.test: Not determined: No reply to any',
      '           packet (2 of 3 good, 1 of them with a note)',
      'Address  192.0.2.1',
      '',
      '? unknown  Replies  No reply to any packet',
      '✓ good     Method   ICMP echo',
      '· note     TTL      TTL changed',
      '',
      '? unknown  No reply to any packet: quiet.test [no-reply]',
      '           None of 5 packets to 192.0.2.1 was answered in',
      '           time.',
      '           Fix: Check the service itself, on its own port.',
      '',
      '✓ good     Of a newer version: 例え.test \\x1b[2J',
      '           [of-a-newer-version]',
    ]);
  });

  it('have the words of a verdict', () => {
    const state = (word: 'broken' | 'warning') => ({ ...checks[0], state: word });
    expect(print({ checks: [state('broken')] })[0]).toContain('quiet.test: Broken: ');
    expect(print({ checks: [state('warning')] })[0]).toContain('quiet.test: Warning: ');
    const noted = print({ checks: checks.slice(1) })
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    expect(noted).toContain('quiet.test: Good (2 of 2 good, 1 of them with a note)');
  });

  it('include the evidence of good findings on request', () => {
    expect(print({ isComplete: true })).toContain('           It was seen.');
  });

  it('state that nothing was judged', () => {
    expect(print({ checks: [], findings: [] })).toEqual(['quiet.test: no findings.', 'Address  192.0.2.1']);
  });

  it('are coloured by state on request; the text is the same', () => {
    const lines = print({ terminal: { columns: 60, isColoured: true } });
    expect(lines[0]).toMatch(/^\u001b\[35m\? unknown {2}\u001b\[39m\u001b\[1mquiet\.test/);
    expect(lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual(print());
  });
});

describe('the explanation', () => {
  it.each(findingCodes)('of %s has all that there is to know, in the width of the terminal', (code) => {
    const lines = renderExplanation(code, terminal);
    const text = lines.join(' ').replaceAll(/\s+/g, ' ');
    const { title, meaning, importance, effect, source } = explanationOf(code) ?? {};
    for (const part of [title, meaning, importance, effect, source?.name]) expect(text).toContain(part);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60);
  });

  it('keeps lines of configuration', () => {
    expect(renderExplanation('no-reply', { columns: 200, isColoured: false })).toContain('Firewall:');
  });

  it('lists all codes', () => {
    expect(renderCodes(terminal).map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining([...findingCodes]));
  });
});
