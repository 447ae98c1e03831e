import type { FindingState } from '@sonde/contract/finding/finding';
import { expect, test } from 'vitest';
import { titleOf } from './answer-words.ts';

const found = (state: FindingState, code = 'any') => ({
  code,
  state,
  about: 'shop.test',
  evidence: 'Seen.',
  fix: null,
});
const titleWith = (verdict: string, findings: readonly ReturnType<typeof found>[], nameExists = true) =>
  titleOf({ domain: 'www.shop.test', zone: 'shop.test', verdict, nameExists, findings });

test.each([
  ['secure', [found('good')], 'shop.test is in order, with valid DNSSEC'],
  ['insecure', [found('note')], 'shop.test is in order, without DNSSEC'],
  ['secure', [found('good'), found('warn')], 'shop.test works, with shortcomings'],
  // Signed, but one of its servers is broken.
  ['secure', [found('good'), found('bad')], 'shop.test has errors'],
  ['bogus', [found('bad')], 'shop.test fails DNSSEC validation'],
  ['not-determinable', [found('bad', 'zone-unserved')], 'shop.test does not work: no name server serves it'],
  ['not-determinable', [found('unknown')], 'shop.test could not be judged'],
] as const)('a zone that is %s has its title from the worst finding', (verdict, findings, title) => {
  expect(titleWith(verdict, findings)).toBe(title);
  // The word of the verdict stands beside it.
  expect(title).not.toMatch(/broken|warning|good|not determined/i);
});

test('of a name that does not exist, the title does not speak of the zone above', () => {
  expect(titleWith('secure', [found('note')], false)).toBe('www.shop.test does not exist');
});
