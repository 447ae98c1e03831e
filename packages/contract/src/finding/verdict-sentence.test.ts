import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { verdictSentence } from './verdict-sentence.ts';

const finding = (code: string, state: Finding['state']): Finding => ({
  code,
  state,
  about: '',
  evidence: '',
  fix: null,
});
const explain = (code: string) =>
  code.startsWith('new-') ? null : { title: `Title of ${code}`, effect: `What clients do about ${code}.` };
const checks = [
  { title: 'Names', state: 'good', summary: '' },
  { title: 'Revocation', state: 'unknown', summary: '' },
  { title: 'Transparency', state: 'unknown', summary: '' },
] as const;

describe('the sentence of a verdict', () => {
  it('says what clients do about the worst finding', () => {
    const findings = [finding('b', 'warn'), finding('a', 'bad')];
    expect(verdictSentence({ verdict: 'broken', checks, findings }, explain)).toBe(
      'Title of a. What clients do about a.',
    );
    expect(verdictSentence({ verdict: 'warning', checks, findings: [finding('b', 'warn')] }, explain)).toBe(
      'Title of b. What clients do about b.',
    );
  });

  it('names the checks that could not be determined', () => {
    expect(verdictSentence({ verdict: 'unknown', checks, findings: [] }, explain)).toBe(
      'Revocation and Transparency could not be determined. Nothing that was measured needs fixing.',
    );
  });

  it('names the checks where a newer server has a finding that is not known here', () => {
    const broken = [{ title: 'Names', state: 'broken', summary: '' }] as const;
    const findings = [finding('new-code', 'bad')];
    expect(verdictSentence({ verdict: 'broken', checks: broken, findings }, explain)).toBe('Names.');
  });

  it('says what the checks found where no finding is as bad as they are', () => {
    const broken = [{ title: 'Name', state: 'broken', summary: 'The name does not exist' }] as const;
    const findings = [finding('name-missing', 'note')];
    expect(verdictSentence({ verdict: 'broken', checks: broken, findings }, explain)).toBe(
      'Name: The name does not exist.',
    );
  });

  it('explains the words of such a check where a finding has them, also in a report, where the check is a tool', () => {
    const broken = [{ title: 'Delegation', state: 'broken', summary: 'Title of name-missing' }] as const;
    expect(
      verdictSentence({ verdict: 'broken', checks: broken, findings: [finding('name-missing', 'note')] }, explain),
    ).toBe('Title of name-missing. What clients do about name-missing.');
  });

  it('is left to the tool where everything is good', () => {
    expect(verdictSentence({ verdict: 'good', checks, findings: [] }, explain)).toBeNull();
  });
});
