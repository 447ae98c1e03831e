import { describe, expect, it } from 'vitest';
import { serialOrder } from '../dns/serial-number.ts';
import { dnsAnswerOf } from '../testing/dns-answer.ts';
import { mergedPaths, pathTrees } from './merged-paths.ts';
import { placesSentence, shownGroups } from './place-groups.ts';
import { type PlaceAnswerRead, placeRow, placeRows, roundTripText } from './place-rows.ts';
import { zoneReason } from './zone-reason.ts';

const answer = (place: string, data: object): PlaceAnswerRead => ({
  place,
  state: 'answer',
  data: data as Record<string, unknown>,
  code: null,
  reason: null,
});
const without = (place: string, state: string, code: string | null = null, reason: string | null = null) => ({
  ...{ place, state, data: null, code, reason },
});
const group = (places: string[], facts: Record<string, unknown>) => ({ places, facts });

describe('a row', () => {
  it('names the check that makes the verdict bad', () => {
    const checks = [
      { id: 'a', title: 'Redirects', state: 'warning', summary: 'http stays http' },
      { id: 'b', title: 'Certificate', state: 'broken', summary: 'Expired' },
    ];
    expect(placeRow('web', answer('fra', { verdict: 'broken', checks })).headline).toMatch(/^Certificate: Expired/);
    expect(placeRow('web', answer('fra', { verdict: 'good', checks })).headline).not.toContain('Expired');
    expect(placeRow('web', answer('fra', { verdict: 'broken', checks: [null, 7] })).headline).not.toContain(
      'undefined',
    );
  });

  it('has the verdict and the headlines of an answer', () => {
    const data = { ...dnsAnswerOf(['example.com 300 A 192.0.2.1']), verdict: 'warning' };
    const row = placeRow('dns', answer('fra', data));
    expect(row).toMatchObject({ result: 'Warning', verdict: 'warning', headline: 'Addresses: 192.0.2.1' });
    expect(row.roundTripMs).toBeNull();
  });

  it.each([
    ['offline', 'Offline'],
    ['busy', 'Busy'],
    ['needs-update', 'Needs update'],
    ['not-from-here', 'Not from here'],
    ['late', 'Late'],
    ['a state of later', 'No answer'],
  ])('says what happened instead: %s', (state, result) => {
    const row = placeRow('ssl', without('fra', state));
    expect(row).toMatchObject({ result, verdict: null, roundTripMs: null });
    expect(row.headline).not.toBe('');
  });

  it('gives code and reason of a failure', () => {
    expect(placeRow('dns', without('fra', 'failure', 'not-found', 'nxdomain')).headline).toMatch(
      /exist.*\(nxdomain\)$/,
    );
    expect(placeRow('dns', without('fra', 'failure', 'a-code-of-later')).headline).toBe('a-code-of-later.');
  });

  it('survives an answer of another form', () => {
    expect(placeRow('dns', answer('fra', { records: 7, verdict: 'splendid' }))).toMatchObject({
      ...{ result: 'Answer', verdict: null, headline: '' },
    });
  });
});

describe('rows', () => {
  const ping = (avgTime: number | null) => ({ statistics: { avgTime } });

  it('are in the order of round-trip times, those without one last', () => {
    const rows = placeRows('ping', [
      without('ams', 'offline'),
      answer('sgp', ping(180)),
      answer('nyc', ping(null)),
      answer('fra', ping(9.5)),
    ]);
    expect(rows.map(({ place }) => place)).toEqual(['fra', 'sgp', 'ams', 'nyc']);
    expect(rows.map(roundTripText)).toEqual(['9.50 ms', '180 ms', '', '']);
  });

  it('have the time of a trace only if it reached the target', () => {
    const trace = (reached: string) => answer('fra', { reached, hops: [{ avgMs: 1 }, { avgMs: 20 }] });
    expect(placeRow('traceroute', trace('target')).roundTripMs).toBe(20);
    expect(placeRow('traceroute', trace('silent')).roundTripMs).toBeNull();
  });

  it('stay as they were asked where nothing was timed', () => {
    const rows = placeRows('dns', [without('b', 'late'), without('a', 'late')]);
    expect(rows.map(({ place }) => place)).toEqual(['b', 'a']);
  });
});

describe('groups', () => {
  const agree = group(['self', 'fra'], { 'records/A': ['192.0.2.1'], 'records/MX': null });
  const other = group(['sgp'], { 'records/A': ['192.0.2.9', '192.0.2.10'], 'records/MX': null });

  it('show only the facts in which they differ', () => {
    expect(shownGroups('dns', [agree, other], [])).toEqual([
      { places: ['self', 'fra'], differs: [{ label: 'A records', value: '192.0.2.1' }], reason: null },
      { places: ['sgp'], differs: [{ label: 'A records', value: '192.0.2.9, 192.0.2.10' }], reason: null },
    ]);
    expect(shownGroups('dns', [agree], [])).toEqual([{ places: ['self', 'fra'], differs: [], reason: null }]);
    expect(shownGroups('dns', [], [])).toEqual([]);
  });

  it('never count places without an answer as different', () => {
    const answers = [answer('self', {}), answer('fra', {}), answer('sgp', {}), without('nyc', 'failure', 'timeout')];
    expect(placesSentence('dns', [agree, other], answers)).toBe(
      '2 of 3 places get the same records. 1 place gave no answer, which is not counted.',
    );
    expect(placesSentence('dns', [agree], answers.slice(0, 2))).toBe(
      'All 2 places that answered get the same records.',
    );
    expect(placesSentence('dns', [], [without('nyc', 'late')])).toBe('No place gave an answer.');
    expect(placesSentence('dns', [group(['fra'], {})], answers.slice(0, 1))).toMatch(/nothing to compare/);
    expect(placesSentence('ping', [group(['a'], { x: 1 }), group(['b'], { x: 2 })], answers.slice(0, 2))).toBe(
      'No two of the 2 places that answered have the same result, times apart.',
    );
    expect(
      placesSentence('dns', [agree], [...answers.slice(0, 2), without('nyc', 'failure', 'not-found', 'nxdomain')]),
    ).toBe('All 2 places that answered get the same records. At 1 place the name does not exist.');
  });

  it('tell verdicts that differ, though the facts are the same', () => {
    const answers = [
      answer('self', { verdict: 'good' }),
      answer('fra', { verdict: 'broken' }),
      answer('sgp', { verdict: 'good' }),
    ];
    expect(placesSentence('web', [group(['self', 'fra', 'sgp'], { x: 1 })], answers)).toBe(
      'The verdicts of 3 places differ (2 Good, 1 Broken); the facts that all of them have are the same.',
    );
  });

  it('have times in the form in which a reader knows them', () => {
    const groups = [
      group(['a', 'b'], { 'certificate/validTo': '2027-02-17T08:59:20.000Z' }),
      group(['c'], { 'certificate/validTo': '2027-03-01T00:00:00Z' }),
    ];
    const shown = shownGroups('ssl', groups, []);
    expect(shown.map(({ differs }) => differs.map(({ value }) => value))).toEqual([
      ['2027-02-17 08:59:20 UTC'],
      ['2027-03-01 00:00:00 UTC'],
    ]);
  });

  it('count the places that see another certificate', () => {
    const groups = [
      group(['a', 'b'], { certificate: '00', 'versions/TLSv1.3': true }),
      group(['c'], { certificate: '00', 'versions/TLSv1.3': false }),
      group(['d'], { certificate: '11', 'versions/TLSv1.3': true }),
    ];
    const answers = ['a', 'b', 'c', 'd'].map((place) => answer(place, {}));
    expect(placesSentence('ssl', groups, answers)).toBe('1 of 4 places sees another certificate.');
    expect(placesSentence('ssl', groups.slice(0, 2), answers.slice(0, 3))).toBe(
      '2 of 3 places see the same TLS server.',
    );
  });
});

describe('the reason for other records', () => {
  const zone = (serial: number, ttl = 300, more: object = {}) =>
    dnsAnswerOf(
      [`example.com ${ttl} SOA ns1.example|hostmaster.example|${serial}|1|1|1|1`, 'example.com 60 A 192.0.2.1'],
      more,
    );

  it('is an earlier version of the zone, if its serial number says so', () => {
    expect(zoneReason(zone(8), zone(7, 90))).toBe(
      'The serial number of the zone is an earlier one (7, elsewhere 8). A cached copy ends within 90 seconds, the longest TTL of this answer; a name server that lags behind may take longer.',
    );
    expect(zoneReason(zone(7), zone(8))).toBe(
      'The serial number of the zone is a later one (8, elsewhere 7): the other places may still have an earlier version.',
    );
  });

  it('is hardly an old copy with the same serial number', () => {
    expect(zoneReason(zone(7), zone(7))).toMatch(/is the same \(7\), which speaks against an old copy, unless/);
  });

  it('is what the resolver says itself', () => {
    expect(zoneReason(zone(7), zone(7, 300, { extendedErrors: [{ code: 17 }] }))).toMatch(
      /withholds or replaces .*17, Filtered/,
    );
    expect(zoneReason(zone(7), zone(7, 300, { extendedErrors: [{ code: 18 }] }))).not.toMatch(/resolver says/);
    expect(zoneReason(zone(7), zone(7, 300, { extendedErrors: [{ code: 3 }] }))).toMatch(/older than their TTL/);
  });

  it('is not guessed', () => {
    expect(zoneReason(zone(7), dnsAnswerOf(['example.com 60 A 192.0.2.1']))).toBeNull();
    expect(zoneReason(zone(0), zone(2 ** 31))).toBeNull();
    expect(zoneReason(null, zone(7))).toBeNull();
    expect(zoneReason({ records: [null, { recordName: 'SOA', data: [7] }] }, { records: 'x' })).toBeNull();
  });

  it('knows that serial numbers wrap around (RFC 1982)', () => {
    expect(serialOrder(0, 2 ** 32 - 1)).toBe(1);
    expect(serialOrder(2 ** 32 - 1, 0)).toBe(-1);
    expect(serialOrder(5, 5)).toBe(0);
  });
});

describe('paths', () => {
  const hop = (...addresses: string[]) => ({ answers: addresses.map((address) => ({ address })) });
  const path = (place: string, ...hops: object[]) => answer(place, { reached: 'target', hops });

  it('are merged at the side of the target', () => {
    const merged = mergedPaths([
      path('fra', hop('a'), hop('x'), hop(), hop('y'), hop('t')),
      path('sgp', hop('b'), hop('c'), hop('x'), hop(), hop('y'), hop('t')),
      path('nyc', hop('d'), hop('u')),
      without('ams', 'offline'),
      answer('lon', { reached: 'silent', hops: [hop('a')] }),
    ]);
    expect(merged).toEqual([
      { places: ['fra', 'sgp'], hops: ['x', null, 'y', 't'] },
      { places: ['nyc'], hops: ['d', 'u'] },
    ]);
  });

  it('do not begin with a silent hop, nor with one that answered from several addresses', () => {
    const merged = mergedPaths([path('fra', hop('a'), hop(), hop('t')), path('sgp', hop('a', 'b'), hop(), hop('t'))]);
    expect(merged).toEqual([{ places: ['fra', 'sgp'], hops: ['t'] }]);
  });

  it('are a tree before that, of what only some of them share', () => {
    const trees = pathTrees([
      path('fra', hop('a'), hop('m'), hop('y'), hop('t')),
      path('ams', hop('b'), hop('c'), hop('m'), hop('y'), hop('t')),
      path('sgp', hop(), hop(), hop('y'), hop('t')),
      path('nyc', hop('y'), hop('t')),
    ]);
    expect(trees).toEqual([
      {
        places: ['fra', 'ams', 'sgp', 'nyc'],
        hops: ['y', 't'],
        branches: [
          {
            places: ['fra', 'ams'],
            hops: ['m'],
            branches: [
              { places: ['fra'], hops: ['a'], branches: [] },
              { places: ['ams'], hops: ['b', 'c'], branches: [] },
            ],
          },
          { places: ['sgp'], hops: [null, null], branches: [] },
          { places: ['nyc'], hops: [], branches: [] },
        ],
      },
    ]);
  });

  it('are no tree of silent hops, which may be anybody’s', () => {
    const [tree] = pathTrees([
      path('fra', hop('a'), hop(), hop('t')),
      path('ams', hop('a'), hop(), hop(), hop('t')),
      path('sgp', hop(), hop('t')),
    ]);
    expect(tree?.hops).toEqual(['t']);
    expect(tree?.branches.map(({ places }) => places)).toEqual([['fra'], ['ams'], ['sgp']]);
  });

  it('survive answers of another form', () => {
    expect(mergedPaths([answer('fra', { reached: 'target', hops: [null] }), answer('x', { reached: 1 })])).toEqual([]);
  });
});
