import { describe, expect, it } from 'vitest';
import { findingStates } from '../finding/finding.ts';
import { explanations } from './explanations.ts';

const SENTENCES = /^[A-Z].*[.]$/s;

describe.each(Object.entries(explanations))('the finding %s', (code, explained) => {
  it('has a code in kebab-case, and states in their order', () => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(explained.states).toEqual(findingStates.filter((state) => explained.states.includes(state)));
    expect(explained.states.length).toBeGreaterThan(0);
  });

  it('is explained in sentences, with a heading that has no full stop', () => {
    expect(explained.title).toMatch(/^[A-Z].*[^.]$/);
    for (const text of [explained.meaning, explained.importance, explained.effect]) expect(text).toMatch(SENTENCES);
  });

  it('has a remedy, or a sentence that says why there is none', () => {
    const { remedies } = explained;
    if (typeof remedies === 'string') expect(remedies).toMatch(SENTENCES);
    else expect(Object.values(remedies).filter((text) => text.trim() !== '').length).toBeGreaterThan(0);
  });

  it('names its source', () => {
    expect(explained.source.name).not.toBe('');
    expect(new URL(explained.source.url).protocol).toBe('https:');
  });
});
