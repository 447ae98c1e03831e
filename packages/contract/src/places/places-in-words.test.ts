import { describe, expect, it } from 'vitest';
import { bytesOf } from '../summary/shortened.ts';
import { dnsAnswerOf } from '../testing/dns-answer.ts';
import { placesInWords, placesSummary, readPlaces } from './places-in-words.ts';

const answered = (place: string, data: object) => ({
  ...{ place, state: 'answer', code: null, reason: null, measuredMs: 3 },
  data: { ...dnsAnswerOf(['example.com 300 A 192.0.2.1']), verdict: 'good', ...data },
});
const offline = (place: string) => ({
  ...{ place, state: 'offline', data: null, code: null, reason: null, measuredMs: null },
});
const answer = (places: readonly object[], groups: readonly object[]) => ({
  tool: 'dns',
  places,
  groups,
  findings: [],
});
const one = { 'records/A': ['192.0.2.1'] };
const other = { 'records/A': ['192.0.2.9'] };

const mixed = answer(
  [answered('self', {}), answered('fra', {}), answered('sgp', {}), offline('ams')],
  [
    { places: ['self', 'fra'], facts: one },
    { places: ['sgp'], facts: other },
  ],
);

function inWords(data: object) {
  const read = readPlaces(data);
  if (read === null) throw new Error('Not an answer of places.');
  return placesInWords('dns', read);
}

describe('an answer of several places', () => {
  it.each([undefined, null, 'text', [], {}, { places: 7 }, answer([], [])])('is not %j', (data) => {
    expect(readPlaces(data)).toBeNull();
    expect(placesSummary('dns', (data ?? {}) as Record<string, unknown>, 500)).toEqual({ more: expect.any(String) });
  });

  it('is read from a server of a later version', () => {
    const later = { ...mixed, places: [{ ...offline('fra'), state: 'asleep', mood: 'dreaming' }], note: 'new' };
    expect(readPlaces(later)?.places).toMatchObject([{ place: 'fra', state: 'asleep' }]);
  });

  it('says what differs, place by place', () => {
    const { sentence, rows, groups, paths } = inWords(mixed);
    expect(sentence).toBe('2 of 3 places get the same records. 1 place gave no answer, which is not counted.');
    expect(rows.map(({ place, result }) => [place, result])).toEqual([
      ['self', 'Good'],
      ['fra', 'Good'],
      ['sgp', 'Good'],
      ['ams', 'Offline'],
    ]);
    expect(groups.map(({ differs }) => differs[0]?.value)).toEqual(['192.0.2.1', '192.0.2.9']);
    expect(paths).toEqual([]);
  });

  it('has no groups where all agree', () => {
    const same = answer([answered('self', {}), answered('fra', {})], [{ places: ['self', 'fra'], facts: one }]);
    expect(inWords(same).groups).toEqual([]);
    expect(placesSummary('dns', same, 1_000)).toMatchObject({
      comparison: 'All 2 places that answered get the same records.',
      places: ['self: Good; Addresses: 192.0.2.1', 'fra: Good; Addresses: 192.0.2.1'],
    });
  });

  it('is summarised within the room, and counts what is left out', () => {
    const places = Array.from({ length: 64 }, (_, index) => answered(`place-${index}`, {}));
    const groups = places.map(({ place }, index) => ({
      places: [place],
      facts: { 'records/A': [`192.0.2.${index}`] },
    }));
    const summary = placesSummary('dns', answer(places, groups), 1_750) as {
      readonly places: readonly string[];
      readonly notShown: Readonly<Record<string, number>>;
    };
    expect(bytesOf(summary)).toBeLessThanOrEqual(1_750);
    expect(summary.places.length + (summary.notShown['places'] ?? 0)).toBe(64);
    expect(summary.notShown['groups']).toBeGreaterThan(0);
  });
});
