import { explanationOf } from '@sonde/contract/answers/explanations';
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
const headlines = [{ label: 'Address', value: '192.0.2.1', mono: true }];
const print = (given: object = {}) =>
  renderFindings({ target: 'quiet.test', findings, headlines, terminal, isComplete: false, ...given });

describe('the findings on a terminal', () => {
  it('begin with the verdict, the headlines and the most severe finding', () => {
    expect(print()).toEqual([
      '? unknown  quiet.test: No reply to any packet (1 unknown, 1',
      '           good)',
      'Address  192.0.2.1',
      '',
      '? unknown  No reply to any packet: quiet.test [no-reply]',
      '           None of 5 packets to 192.0.2.1 was answered in',
      '           time.',
      '           Fix: Check the service itself, on its own port.',
      '',
      '✓ good     of-a-newer-version: 例え.test \\x1b[2J',
      '           [of-a-newer-version]',
    ]);
  });

  it('are summarised at the top by code if there are too many to be seen at once', () => {
    const [first] = findings;
    const many = ['bad', 'warn', 'warn', 'good'].map((state, at) => ({ ...first, state, code: `code-${at % 2}` }));
    expect(print({ findings: many }).slice(1, 4)).toEqual([
      'Address  192.0.2.1',
      '✗ bad    code-0',
      '! warn   code-1, code-0',
    ]);
    expect(print().join('\n')).not.toContain('unknown  no-reply');
  });

  it('include the evidence of good findings on request', () => {
    expect(print({ isComplete: true })).toContain('           It was seen.');
  });

  it('state that nothing was judged', () => {
    expect(print({ findings: [] })).toEqual(['quiet.test: no findings.', 'Address  192.0.2.1']);
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
