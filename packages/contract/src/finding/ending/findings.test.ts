import { describe, expect, it } from 'vitest';
import { endingsOf, expiryOf, hasEndings } from '../../answers/endings.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { dns } from '../../tools/dns/contract.ts';
import { ssl } from '../../tools/ssl/contract.ts';
import { whois } from '../../tools/whois/contract.ts';
import { daysBetween, endingFindings } from './findings.ts';

const checkedAt = '2026-11-22T14:00:00.000Z';
const ending = (ends: string | null) => [{ about: 'shop.test', kind: 'certificate', ends } as const];

describe('endings of answers', () => {
  it('include every served certificate and the chain above it, without the root', () => {
    const answer = answerOf(ssl, {
      domain: 'shop.test',
      validUntil: '2026-12-01T00:00:00.000Z',
      servedCertificates: [
        { number: 1, validUntil: '2026-12-01T00:00:00.000Z' },
        { number: 2, validUntil: '2026-12-02T00:00:00.000Z' },
      ],
      certificateChain: [
        { subject: 'CN=shop.test', issuer: 'CN=Issuing CA', validUntil: '2026-12-01T00:00:00.000Z' },
        { subject: 'CN=Issuing CA', issuer: 'CN=Root', validUntil: '2027-01-01T00:00:00.000Z' },
        { subject: 'CN=Root', issuer: 'CN=Root', validUntil: '2026-11-23T00:00:00.000Z' },
      ],
    });
    expect(endingsOf('ssl', answer).map(({ about, ends }) => [about, ends?.slice(0, 10)])).toEqual([
      ['shop.test', '2026-12-01'],
      ['certificate 2 of shop.test', '2026-12-02'],
      ['Issuing CA', '2027-01-01'],
    ]);
  });

  it('include the expiry of a domain, from the registry rather than the registrar, and none for a network', () => {
    const of = (registration: object) => endingsOf('whois', answerOf(whois, { registration }));
    const domain = { kind: 'domain', name: 'shop.test', registrarExpires: '2027-02-01' };
    expect(of({ ...domain, expires: '2027-01-01T00:00:00Z' })).toMatchObject([{ ends: '2027-01-01T00:00:00Z' }]);
    expect(of({ ...domain, expires: null })).toEqual([
      { about: 'shop.test', kind: 'registration', ends: '2027-02-01' },
    ]);
    expect(of({ kind: 'network', name: '192.0.2.1' })).toEqual([]);
  });

  it('say when the target itself expires, what was not measured, and what does not expire', () => {
    const path = [
      { subject: 'CN=shop.test', issuer: 'CN=CA', validUntil: '2026-12-01T00:00:00.000Z', origin: 'server' },
      { subject: 'CN=CA', issuer: 'CN=Root', validUntil: '2026-11-23T00:00:00.000Z', origin: 'server' },
    ];
    const certificate = (validUntil: string | null) => answerOf(ssl, { validUntil, builtChain: path });
    expect(expiryOf('ssl', certificate('2026-12-01T00:00:00.000Z'))).toBe('2026-12-01T00:00:00.000Z');
    const registered = (registration: object) => expiryOf('whois', answerOf(whois, { registration }));
    expect(registered({ kind: 'domain', expires: '2027-02-01' })).toBe('2027-02-01');
    const notMeasured = [certificate(null), certificate('next year')].map((answer) => expiryOf('ssl', answer));
    expect([
      ...notMeasured,
      expiryOf('whois', null),
      registered({ kind: 'domain', expires: null, registrarExpires: null }),
    ]).toEqual([null, null, null, null]);
    expect([registered({ kind: 'network' }), expiryOf('dns', answerOf(dns)), expiryOf('dns', null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are empty where nothing ends', () => {
    expect(endingsOf('dns', answerOf(dns))).toEqual([]);
    expect([hasEndings({ id: 'dns' }), hasEndings({ id: 'whois' }), hasEndings({ id: 'toString' })]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('findings on what ends within a number of days', () => {
  it('warn below that number of days, but not at exactly that number', () => {
    const [found, ...others] = endingFindings(ending('2026-12-02T14:00:00.000Z'), checkedAt, 11);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'ends-within-days', state: 'warn', about: 'shop.test' });
    expect(found?.evidence).toBe(
      'The certificate expires on 2026-12-02 14:00:00 UTC, 10 days after this lookup; at least 11 days are required.',
    );
    expect(endingFindings(ending('2026-12-02T14:00:00.000Z'), checkedAt, 10)).toEqual([]);
  });

  it('warn of what has ended, with any number of days', () => {
    const [found] = endingFindings(ending('2026-11-22T13:59:59.000Z'), checkedAt, 0);
    expect(found?.evidence).toContain('expired on 2026-11-22 13:59:59 UTC');
  });

  it.each([null, 'next year'])('is unknown where the end is %s', (ends) => {
    expect(endingFindings(ending(ends), checkedAt, 30)).toMatchObject([{ state: 'unknown', fix: null }]);
  });
});

it('whole days are counted, and a date without a time is its beginning in UTC', () => {
  expect(daysBetween(checkedAt, '2026-11-24')).toBe(1);
  expect(daysBetween(checkedAt, '2026-11-22T14:00:00.000Z')).toBe(0);
  expect(daysBetween(checkedAt, '2026-11-22T13:00:00.000Z')).toBe(-1);
  expect(daysBetween('yesterday', checkedAt)).toBeNull();
});
