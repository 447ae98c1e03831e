import { describe, expect, it, test } from 'vitest';
import { drawingHtml } from '../../../pictures/drawing-html.ts';
import { answerOf } from '../../../testing/answer-of.ts';
import { ssl } from '../contract.ts';
import { chainStations } from './chain.ts';
import { clientsPicture } from './clients.ts';
import { sslPictures } from './pictures.ts';
import type { SslRead } from './read.ts';
import { suitesPicture } from './suites.ts';
import { validityPicture } from './validity.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const one = (subject: string, issuer: string, more: object = {}) => ({
  subject: `CN=${subject}`,
  issuer: `CN=${issuer}`,
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2027-01-01T00:00:00.000Z',
  selfSigned: false,
  ...more,
});
const answer = (more: object) => answerOf(ssl, { missingIssuer: null, ...more }) as unknown as SslRead;
const told = (more: object) =>
  chainStations(answer(more), now).map(({ title, state, way, texts }) => [title, state, way ?? '', texts?.at(-1)]);
const words = (html: string) => html.replace(/<svg[\s\S]*?<\/svg>/g, '').replace(/<[^>]*>/g, '|');

describe('the chain', () => {
  it('of a verified path is good from end to end', () => {
    const certificates = [
      one('a.test', 'B'),
      one('B', 'C'),
      { ...one('C', 'C', { selfSigned: true }), origin: 'anchor' },
    ];
    expect(
      told({ valid: true, reasons: [], builtChain: certificates, certificateChain: certificates.slice(0, 2) }),
    ).toEqual([
      ['a.test', 'good', '', '37 days left'],
      ['B', 'good', 'good', '37 days left'],
      ['C', 'good', 'good', '37 days left'],
    ]);
  });

  it('shows the certificate that is missing', () => {
    const missing = { valid: false, reasons: ['incomplete_chain'], missingIssuer: 'CN=B', builtChain: [] };
    expect(told({ ...missing, certificateChain: [one('a.test', 'B')] })).toEqual([
      ['a.test', 'bad', '', '37 days left'],
      ['B', 'bad', 'bad', 'Was not sent by the server'],
    ]);
  });

  it('shows where names do not fit, and never calls a link good that was not verified', () => {
    const sent = [one('a.test', 'B'), one('X', 'Y'), one('Y', 'Z', { validUntil: '2026-11-14T12:00:00.000Z' })];
    expect(told({ valid: false, reasons: ['untrusted'], builtChain: [], certificateChain: sent })).toEqual([
      ['a.test', 'bad', '', '37 days left'],
      ['X', 'plain', 'bad', '37 days left'],
      ['Y', 'bad', 'plain', 'Expired 10 days ago'],
      ['No trusted root', 'bad', 'bad', 'No path leads to one'],
    ]);
  });

  it('says once that a certificate has expired', () => {
    const over = one('a.test', 'B', { validUntil: '2026-11-14T12:00:00.000Z' });
    const [first] = chainStations(
      { valid: false, reasons: ['expired'], builtChain: [], certificateChain: [over] } as unknown as SslRead,
      now,
    );
    expect(first?.texts).toEqual(['The server’s certificate', 'Expired 10 days ago']);
  });

  it('ends in the unknown while nothing is judged, and is empty without certificates', () => {
    expect(told({ valid: null, reasons: [], builtChain: [], certificateChain: [one('a.test', 'B')] }).at(-1)).toEqual([
      'Root',
      'unknown',
      'unknown',
      'Not determined',
    ]);
    expect(chainStations({}, now)).toEqual([]);
  });
});

test('suites are counted by version and strength, newest version first', () => {
  const drawn = suitesPicture({
    ciphersByProtocol: {
      TLSv1: ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'],
      'TLSv1.3': ['TLS_AES_128_GCM_SHA256'],
    },
  } as unknown as SslRead);
  expect(words(drawingHtml(drawn ?? ''))).toMatch(/TLSv1\.3\|+1\|+none\|+none\|+TLSv1\|+none\|+1\|+1/);
  expect(suitesPicture({})).toBeNull();
});

describe('clients', () => {
  const client = {
    client: 'Old',
    connects: false,
    protocol: null,
    cipherSuite: null,
    why: 'No common version.',
    isChecked: true,
  };

  it('have their reason in words, and nothing is drawn of a version that is not known', () => {
    const html = drawingHtml(clientsPicture([client as never]) ?? '');
    expect(words(html)).toContain('Old|No common version.');
    expect(html).not.toContain('class="track"');
  });

  it('that cannot connect come first, and old ones before new ones, which is what a reader looks for', () => {
    const known = [
      { ...client, client: 'Newest', connects: true },
      { ...client, client: 'Middle' },
      { ...client, client: 'Oldest', connects: true },
    ];
    expect(words(drawingHtml(clientsPicture(known as never) ?? ''))).toMatch(/Middle.*Oldest.*Newest/);
  });

  it('of any number, with very long names, are rows of one table', () => {
    const many = Array.from({ length: 500 }, () => ({ ...client, client: 'x'.repeat(1000), protocol: 'TLSv1.2' }));
    expect(drawingHtml(clientsPicture(many as never) ?? '').match(/<tr>/g)).toHaveLength(501);
    expect(clientsPicture([])).toBeNull();
  });
});

test('certificates that are served beside each other have their lifetimes on one axis', () => {
  const served = [
    { ...one('a.test', 'B'), number: 1, decides: true },
    {
      ...one('a.test', 'B', { validFrom: '2026-11-20T00:00:00.000Z', validUntil: '2027-02-20T00:00:00.000Z' }),
      number: 2,
      decides: true,
    },
    { ...one('other.test', 'B'), number: 3, decides: false },
    { ...one('broken.test', 'B', { validFrom: null }), number: 4, decides: true },
  ];
  const html = drawingHtml(validityPicture(answer({ servedCertificates: served }), now) ?? '');
  expect(words(html)).toMatch(/Certificate 1: a\.test.*37 days left.*Certificate 2: a\.test.*87 days left/);
  expect(html.match(/<li /g)).toHaveLength(2);
});

it('without a time of measurement, nothing is drawn that needs one', () => {
  expect(
    sslPictures(answer({ checkedAt: undefined, builtChain: [], certificateChain: [] })).map(({ title }) => title),
  ).not.toContain('Validity');
});
