import { describe, expect, it } from 'vitest';
import { type CaaOf, type CaaProperty, caaProperty, caaVerdict } from './caa.ts';
import { type Issuance, onceEach } from './issuance.ts';
import { type Expectations, judge, organisationOf } from './judge.ts';
import { certificates, expectationsOf } from './watched-certificates.ts';
import { unexpectedLines, unexpectedText } from './words.ts';

const KEY = 'ab'.repeat(32);
const issuance: Issuance = {
  id: 'issuer 01',
  issuer: "CN=R11,O=Let's Encrypt,C=US",
  serial: '04:AB',
  keySha256: KEY,
  names: ['shop.example', '*.shop.example', 'other.example'],
  notBefore: '2026-11-01T00:00:00.000Z',
  notAfter: '2027-01-30T00:00:00.000Z',
  isPrecertificate: false,
  caaDomains: ['letsencrypt.org'],
};
const none: Expectations = { domain: 'shop.example', keys: [], issuers: [], accounts: [], isCaaEnough: false };
const property = (value: string, tag = 'issue'): CaaProperty => {
  const read = caaProperty(tag, value);
  if (read === null) throw new Error(`${tag} is no such property`);
  return read;
};
const caaFor = (...properties: CaaProperty[]): CaaOf =>
  new Map(['shop.example', '*.shop.example'].map((name) => [name, properties]));
const unrestricted = caaFor();
const bound = property('letsencrypt.org; validationmethods=dns-01; accounturi=https://ca.example/acct/7');

describe('an issuance', () => {
  it('is one with its precertificate, whichever comes first', () => {
    const precertificate = { ...issuance, isPrecertificate: true, caaDomains: null };
    expect(onceEach([precertificate, issuance])).toEqual([issuance]);
    expect(onceEach([issuance, precertificate])).toEqual([issuance]);
    expect(onceEach([precertificate, { ...issuance, id: 'issuer 02' }])).toHaveLength(2);
  });

  it.each<[string, Partial<Expectations>, CaaOf, string[], string | null]>([
    ['nothing is known', {}, unrestricted, [], null],
    ['its key was named', { keys: [KEY] }, unrestricted, [], 'named-key'],
    ['another key was named', { keys: ['cd'.repeat(32)] }, unrestricted, [], null],
    ['a server presents its key', {}, unrestricted, [KEY], 'served-key'],
    ['its issuer was named as in CAA records', { issuers: ['letsencrypt.org'] }, unrestricted, [], 'named-issuer'],
    ['its issuer was named by organisation', { issuers: ["let's encrypt"] }, unrestricted, [], 'named-issuer'],
    ['its issuer was named in full', { issuers: ["cn=r11,o=let's encrypt,c=us"] }, unrestricted, [], 'named-issuer'],
    ['another issuer was named', { issuers: ['encrypt'] }, unrestricted, [], null],
    ['CAA records allow it, which is not said to be enough', {}, caaFor(property('letsencrypt.org')), [], null],
    ['CAA records allow it, and that is enough', { isCaaEnough: true }, caaFor(property('LetsEncrypt.org')), [], 'caa'],
    ['there are no CAA records, though they are enough', { isCaaEnough: true }, unrestricted, [], null],
    ['CAA records forbid it', { isCaaEnough: true }, caaFor(property(';')), [], null],
    ['CAA records are not known', { isCaaEnough: true }, new Map(), [], null],
    ['CAA records bind it to an account', {}, caaFor(bound), [], null],
    ['the account was named', { accounts: ['https://ca.example/acct/7'] }, caaFor(bound), [], 'named-account'],
    ['another account was named', { accounts: ['https://ca.example/acct/8'] }, caaFor(bound), [], null],
    [
      'not all accounts were named',
      { accounts: ['https://ca.example/acct/7'] },
      caaFor(bound, property('letsencrypt.org; accounturi=https://ca.example/acct/8')),
      [],
      null,
    ],
    [
      'the account was named, but others may order too',
      { accounts: ['https://ca.example/acct/7'] },
      caaFor(bound, property('letsencrypt.org')),
      [],
      null,
    ],
  ])('is judged when %s', (_, expected, caa, servedKeys, reason) => {
    const evidence = { servedKeys: new Set(servedKeys), caa };
    expect(judge(issuance, { ...none, ...expected }, evidence).reason).toBe(reason);
  });

  it('whose key could not be read is not expected by a key', () => {
    const { reason } = judge({ ...issuance, keySha256: null }, none, { servedKeys: new Set([KEY]), caa: unrestricted });
    expect(reason).toBeNull();
  });
});

describe('CAA records', () => {
  it('for wildcards count instead of the others, if there are any', () => {
    const properties = [property('letsencrypt.org'), property('digicert.com', 'issuewild')];
    const of = (name: string) => caaVerdict(issuance, [name], new Map([[name, properties]])).kind;
    expect([of('shop.example'), of('*.shop.example')]).toEqual(['allowed', 'forbidden']);
    expect(caaVerdict(issuance, ['shop.example', '*.shop.example'], caaFor(...properties)).kind).toBe('forbidden');
  });

  it('say nothing about an issuer whose names for them are not known', () => {
    const verdict = caaVerdict(
      { ...issuance, caaDomains: null },
      ['shop.example'],
      caaFor(property('letsencrypt.org')),
    );
    expect(verdict.kind).toBe('unknown');
  });

  it('of other kinds are none of these', () => {
    expect([caaProperty('iodef', 'mailto:a@shop.example'), caaProperty('ISSUE', 'ca.example;')]).toEqual([
      null,
      { tag: 'issue', issuer: 'ca.example', account: null },
    ]);
  });
});

describe('what is expected', () => {
  const read = (query: Record<string, unknown>) => certificates.query.safeParse({ domain: 'shop.example', ...query });

  it('is read from the parameters of a watch', () => {
    const { data } = read({
      domain: 'Shop.Example.',
      keys: `${KEY.toUpperCase()}; q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=\n${'CD:'.repeat(32).slice(0, -1)}`,
      issuers: "LetsEncrypt.org; Let's Encrypt",
      accounts: 'https://ca.example/acct/7',
      caa: 'enough',
    });
    expect(data && expectationsOf(data)).toEqual({
      domain: 'shop.example',
      keys: [KEY, 'cd'.repeat(32)],
      issuers: ['letsencrypt.org', "let's encrypt"],
      accounts: ['https://ca.example/acct/7'],
      isCaaEnough: true,
    });
    const { data: usual } = read({});
    expect(usual && expectationsOf(usual)).toEqual(none);
  });

  it.each([
    [{ domain: '' }, 'Please enter a valid domain name.'],
    [{ domain: '192.0.2.1' }, 'Please enter a valid domain name.'],
    [{ keys: 'ab' }, "'keys' is a list of SHA-256 values of public keys."],
    [{ accounts: '7' }, "'accounts' is a list of account URIs."],
    [{ caa: 'perhaps' }, "'caa' must be enough, or absent."],
    [
      { issuers: 'ca.example'.concat(Array.from({ length: 51 }, (_, index) => `;${index}`).join('')) },
      "'issuers' has at most 50 entries.",
    ],
    [{ mode: 'all' }, 'There is no parameter mode.'],
  ])('refuses %j', (query, message) => {
    expect(read(query).error?.issues[0]?.message).toBe(message);
  });
});

describe('the words about an issuance that was not expected', () => {
  const wordsFor = (one: Issuance, caa = caaFor(bound)) => {
    const verdict = caaVerdict(one, ['shop.example', '*.shop.example'], caa);
    return unexpectedLines('shop.example', one, verdict, { answered: 2, silent: 1 });
  };

  it('say what was seen, and what to ask first', () => {
    const lines = wordsFor(issuance);
    expect(lines).toEqual([
      'Names: shop.example, *.shop.example, other.example',
      "Issuer: CN=R11,O=Let's Encrypt,C=US",
      'Serial number: 04:AB',
      'Valid: 2026-11-01T00:00:00.000Z to 2027-01-30T00:00:00.000Z',
      `Key: SHA-256 ${KEY}`,
      'Known from: its certificate',
      'Servers: none of 2 asked presents this key; of 1 no certificate could be read',
      'CAA: the records allow this issuer only for the account https://ca.example/acct/7; a certificate does not show which account has ordered it',
    ]);
    const text = unexpectedText(lines);
    expect(text).toContain(
      "Let's Encrypt has issued a certificate for shop.example, *.shop.example, other.example, valid from 2026-11-01 00:00:00 UTC to 2027-01-30 00:00:00 UTC, serial number 04:AB.",
    );
    expect(text).toContain('Ask first whether a colleague, your hosting provider or a CDN has ordered it.');
    expect(text).not.toMatch(/revoke|replace|delete|stop/i);
  });

  it('invent nothing that could not be read', () => {
    const unread = {
      ...issuance,
      issuer: null,
      serial: null,
      keySha256: null,
      names: [],
      notBefore: null,
      notAfter: null,
    };
    const text = unexpectedText(wordsFor(unread, new Map()));
    expect(text).not.toMatch(/null|undefined|NaN/);
    expect(text).toContain(
      'An issuer has issued a certificate for names that could not be read, serial number not known.',
    );
    expect(text).toContain('CAA: whether the records allow this issuer is not known.');
    expect(unexpectedText(null)).toContain('An issuer has issued');
  });

  it('name an issuer by its organisation, if it has one', () => {
    expect([organisationOf('CN=a,O=Lab\\, Inc.,C=DE'), organisationOf('CN=a'), organisationOf(null)]).toEqual([
      ...['Lab, Inc.', null, null],
    ]);
  });
});
