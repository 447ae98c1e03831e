import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { type ToolId, tools } from '../tools/index.ts';
import { headlinesOf } from './headlines.ts';
import { readingOrderOf } from './reading-order.ts';

const checkedAt = '2026-11-22T14:00:00.000Z';

/** The value of one headline; undefined if it is omitted. */
function headline(id: ToolId, label: string, given: object) {
  return headlinesOf(id, answerOf(tools[id], { checkedAt, ...given })).find((one) => one.label === label)?.value;
}

describe('headlines', () => {
  it.each([
    ['2026-12-01T14:00:00.000Z', '2026-12-01 14:00:00 UTC (9 days left)'],
    ['2026-11-23T15:00:00.000Z', '2026-11-23 15:00:00 UTC (1 day left)'],
    ['2026-11-22T15:00:00.000Z', '2026-11-22 15:00:00 UTC (less than a day left)'],
    ['2026-11-22T13:00:00.000Z', '2026-11-22 13:00:00 UTC (ended less than a day ago)'],
    ['2026-11-12T13:00:00.000Z', '2026-11-12 13:00:00 UTC (ended 10 days ago)'],
    ['2031-08-13T04:00:00.000Z', '2031-08-13 04:00:00 UTC (4 years 8 months left)'],
    ['2027-11-22T14:00:00.000Z', '2027-11-22 14:00:00 UTC (1 year left)'],
    ['2027-11-21T14:00:00.000Z', '2027-11-21 14:00:00 UTC (364 days left)'],
    [null, undefined],
  ])('a certificate that ends at %s: %s', (validUntil, text) => {
    expect(headline('ssl', 'Valid until', { validUntil })).toBe(text);
  });

  it('give the reason why a certificate is not trusted', () => {
    expect(headline('ssl', 'Certificate', { valid: true, reasons: [] })).toBe('trusted');
    const given = { valid: false, reasons: ['expired', 'hostname_mismatch'] };
    expect(headline('ssl', 'Certificate', given)).toBe('not trusted: expired, wrong name');
  });

  it('of a delegation say of a name that does not exist only that, and no verdict of the zone above', () => {
    const given = { domain: 'gone.test', zone: 'test', nameExists: false, verdict: 'secure' };
    expect(headline('delegation', 'Name', given)).toBe('gone.test does not exist');
    expect(headline('delegation', 'Verdict', given)).toBeUndefined();
    expect(headline('delegation', 'Verdict', { ...given, nameExists: true })).toBe('secure');
  });

  it('of a registration prefer the expiry date of the registry to that of the registrar', () => {
    const registration = { expires: null, registrarExpires: '2026-11-24' };
    expect(headline('whois', 'Expires', { registration })).toBe('2026-11-24 (1 day left)');
    expect(headline('whois', 'Expires', { registration: { ...registration, registrarExpires: null } })).toBeUndefined();
  });

  it('of a domain’s mail are the three questions with their answers', () => {
    const given = { mxKind: 'null', mx: [], spf: {}, dmarc: { policy: 'none' } };
    expect(headline('mail', 'Are there servers for its mail?', given)).toBe(
      'No, on purpose: the domain has a null MX record.',
    );
    expect(headline('mail', 'Is mail protected in transit?', given)).toBe('The domain accepts no mail.');
    expect(headline('mail', 'Can others send mail in its name?', given)).toBe('Yes: DMARC only monitors (p=none).');
  });

  it('of a ping without a reply have no times', () => {
    const statistics = { packetsTransmitted: 5, packetsReceived: 0, minTime: null, maxTime: null, avgTime: null };
    expect(headline('ping', 'Replies', { statistics })).toBe('0 of 5');
    expect(headline('ping', 'Round trip', { statistics })).toBeUndefined();
  });

  it('of a delegation have the verdict, its reason and the zones above', () => {
    const zones = [
      { name: '.', status: 'secure' },
      { name: 'com', status: 'bogus' },
    ];
    const facts = headlinesOf(
      'delegation',
      answerOf(tools.delegation, { zone: 'com', verdict: 'bogus', why: 'Expired.', zones }),
    );
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Zone: com',
      'Verdict: bogus',
      'Reason: Expired.',
      'Zones: the root secure, com bogus',
    ]);
  });

  it('are empty for a tool without any', () => {
    expect(headlinesOf('dns', answerOf(tools.dns))).toEqual([]);
  });
});

it.each(Object.values(tools))('the reading order of $id names fields of its answer, each once', ({ id, answer }) => {
  const { first, last, details } = readingOrderOf(id);
  const named = [...first, ...last, ...details];
  expect(new Set(named).size).toBe(named.length);
  const known = Object.keys(answer.shape);
  for (const name of named) expect(known).toContain(name.split('.')[0]);
});
