import { describe, expect, it } from 'vitest';
import { differingWords, wordsOf } from './differing-words.ts';

describe('the words that only one moment has', () => {
  it.each([
    [
      'one of several members',
      ['a.example 10 mx1.a.example', 'a.example 20 mx2.a.example'],
      ['a.example 10 mx1.a.example'],
      ['20', 'mx2.a.example'],
    ],
    ['nothing if both are equal', ['192.0.2.1'], ['192.0.2.1'], []],
    ['all if there was none before', ['"v=spf1 -all"'], [], ['v=spf1', '-all']],
    ['all if it was null before', '2026-11-29T10:00:00.000Z', null, ['2026-11-29']],
    ['a number', 2048, 1024, ['2048']],
    ['the name of what is true', true, false, ['tlsv1.2']],
    ['nothing of what is false', false, true, []],
  ])('%s', (_, one, other, words) => {
    expect([...differingWords({ 'versions/TLSv1.2': one }, { 'versions/TLSv1.2': other })]).toEqual(words);
  });

  it('nothing of a fact that only one moment knows', () => {
    expect([...differingWords({ 'records/MX': ['a'] }, {})]).toEqual([]);
  });
});

it('a fingerprint, a time and a name are the same words however an answer writes them', () => {
  const octets = 'ab:'.repeat(31);
  expect(wordsOf(`${octets}AB, “Shop.Example.” (2026-11-29T10:00:00Z); 2001:db8::1`)).toEqual([
    'ab'.repeat(32),
    'shop.example',
    '2026-11-29',
    '2001:db8::1',
  ]);
});
