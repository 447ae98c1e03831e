import { describe, expect, it, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { whois } from './contract.ts';
import { registrationPicture, registrationStations } from './pictures.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const answer = (registration: object, rdap: unknown = null) =>
  answerOf(whois, {
    registration: { created: null, updated: null, expires: null, registrarExpires: null, status: [], ...registration },
    rdap,
  }) as never;
const told = (registration: object, rdap?: unknown) =>
  registrationStations(answer(registration, rdap), now).map(({ state, title, texts, onWay }) => [
    state,
    title,
    texts,
    onWay,
  ]);

describe('the registration over time', () => {
  it('has its dates in order, with the time between', () => {
    const rdap = {
      events: [{ eventAction: 'transfer', eventDate: '2020-11-24T12:00:00Z' }, null, { eventAction: 'transfer' }],
    };
    const dates = { created: '1995-08-14T04:00:00Z', updated: '2026-08-14T07:01:44Z', expires: '2027-08-13T04:00:00Z' };
    expect(told(dates, rdap)).toEqual([
      ['plain', 'Created', ['14 Aug 1995'], undefined],
      ['plain', 'Transferred', ['24 Nov 2020'], '25 years'],
      ['plain', 'Last changed', ['14 Aug 2026'], '5 years'],
      ['now', 'Today', ['24 Nov 2026'], '102 days'],
      ['plain', 'Expires', ['13 Aug 2027'], '261 days'],
    ]);
  });

  it('puts an expiry that has passed before today', () => {
    expect(told({ created: '2020-01-01', expires: '2026-11-20T12:00:00Z' }).slice(1)).toEqual([
      ['bad', 'Expires', ['20 Nov 2026'], '6 years'],
      ['now', 'Today', ['24 Nov 2026'], '4 days'],
    ]);
  });

  test.each([
    [['redemptionPeriod', 'pendingDelete'], 'Deleted, can be restored'],
    [['pendingDelete'], 'Will be deleted soon'],
    [['pendingRestore'], 'Being restored'],
  ])('shows the part of a deletion that the status %j tells', (codes, words) => {
    const status = codes.map((code) => ({ code, meaning: null }));
    expect(told({ created: '2020-01-01', status }).at(-1)).toEqual(['bad', 'Today', ['24 Nov 2026', words], '6 years']);
  });

  it('takes dates as they are, also if they are reversed or no dates', () => {
    expect(told({ created: '2030-01-01', expires: 'soon' }).map(([, title]) => title)).toEqual(['Today', 'Created']);
    expect(registrationPicture(answer({ created: '2020-01-01' }), now)).toBeNull();
    expect(told({ kind: 'network', created: '2020-01-01' })).toEqual([]);
    expect(told({ state: 'reserved', created: '2020-01-01' })).toEqual([]);
  });
});
