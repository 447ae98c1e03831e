import { expect, it, test } from 'vitest';
import { accuracySentence } from './accuracy-sentence.ts';

const HINT = /larger than the map at first: zoom out/;
const at = (latitude: number, accuracyKm: number | null) => [{ latitude, longitude: 8, label: 'x', accuracyKm }];

// At zoom 12, 400 px are 15 km at the equator and half of that at 60 degrees.
test.each([
  [0, 5, 400, false],
  [0, 7.6, 400, false],
  [0, 7.7, 400, true],
  [0, 7, 300, true],
  [60, 5, 400, true],
  [60, 3.5, 400, false],
  [37, null, 400, true],
])('at %d degrees, a circle of %s km on a map of %d px is larger than it: %s', (latitude, km, height, isLarger) => {
  expect(HINT.test(accuracySentence(at(latitude, km), height) ?? '')).toBe(isLarger);
});

it('says nothing of an exact place', () => {
  expect(accuracySentence([{ latitude: 0, longitude: 0, label: 'x' }], 400)).toBeNull();
  expect(accuracySentence([], 400)).toBeNull();
});
