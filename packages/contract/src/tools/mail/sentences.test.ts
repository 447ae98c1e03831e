import { describe, expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { mail } from './contract.ts';
import { sentencesOf } from './sentences.ts';

const answer = (more: object = {}) =>
  answerOf(mail, {
    mx: [{ problem: null }],
    spf: { allowed: {} },
    dmarc: {},
    mtaSts: { failure: null, unmatched: [] },
    servers: [{ certificate: {} }],
    dane: [],
    ...more,
  });
const statesOf = (more: object) => sentencesOf(answer(more)).map(({ state }) => state);

describe('the three sentences', () => {
  it('are good only if everything that was examined is good', () => {
    expect(statesOf({})).toEqual(['good', 'good', 'good']);
    expect(sentencesOf({}).map(({ state }) => state)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['a null MX is no failure', { mxKind: 'null', mx: [] }, 'note'],
    ['no address at all is one', { mx: [{ problem: 'no-such-name', addresses: [] }] }, 'bad'],
    ['nor is what nobody said', { mx: [{ problem: 'unreachable', addresses: [] }] }, 'unknown'],
    ['one of two is a warning', { mx: [{ problem: null }, { problem: 'no-address', addresses: [] }] }, 'warn'],
    ['unknown stays unknown', { mxKind: null, mx: [] }, 'unknown'],
  ])('whether mail arrives: %s', (_, more, state) => {
    expect(statesOf(more)[0]).toBe(state);
  });

  it.each([
    ['a policy that cannot be had', { mtaSts: { failure: 'certificate' } }, 'bad'],
    ['a server that it forbids', { mtaSts: { failure: null, unmatched: ['a.example'] } }, 'bad'],
    ['none', { mtaSts: { failure: null, mode: null } }, 'note'],
    ['not determined', { mtaSts: null }, 'unknown'],
    ['a certificate that is not valid', { servers: [{ certificate: { valid: false } }] }, 'bad'],
    ['servers that were not asked', { servers: [] }, 'unknown'],
    ['a server that was not reached', { servers: [{ certificate: {} }, { certificate: null }] }, 'unknown'],
    ['a server without TLS', { servers: [{ starttls: { offered: false } }] }, 'bad'],
    [
      'a server whose TLS fails',
      { servers: [{ starttls: { step: 'handshake', reason: 'not-tls' }, certificate: null }] },
      'bad',
    ],
    [
      'a server that falls silent',
      { servers: [{ starttls: { step: 'handshake', reason: 'timeout' }, certificate: null }] },
      'unknown',
    ],
    ['DANE that does not fit', { dane: [{ matches: false }] }, 'bad'],
    ['DANE whose signatures do not hold', { dane: [{ chain: { state: 'bogus' }, matches: null }] }, 'bad'],
    ['DANE that fits', { dane: [{}], mtaSts: { failure: null, mode: null, unmatched: [] } }, 'good'],
    ['DANE that fits, without a word on MTA-STS', { dane: [{}], mtaSts: null }, 'good'],
    [
      'DANE of one of two servers',
      { mx: [{}, { exchange: 'b.example' }], dane: [{}], mtaSts: { failure: null, mode: null, unmatched: [] } },
      'note',
    ],
    ['DANE that was not compared', { dane: [{ matches: null }], mtaSts: { failure: null, mode: null } }, 'note'],
  ])('whether it is protected: %s', (_, more, state) => {
    expect(statesOf(more)[1]).toBe(state);
  });

  it('counts server addresses without TLS only if others have it', () => {
    const [plain, secured] = [{ starttls: { offered: false } }, { certificate: {} }];
    const textOf = (...servers: object[]) => sentencesOf(answer({ servers }))[1]?.text;
    expect(textOf(plain)).toBe('No: none of its mail servers offers TLS.');
    expect(textOf(plain, secured)).toBe('No: 1 of 2 server addresses does not offer TLS.');
  });

  it.each([
    ['everybody may send', { spf: { all: 'pass' } }, 'bad'],
    ['everybody may send, before the end of the record', { spf: { allowed: { share4: 1, ipv4: 2 ** 32 } } }, 'bad'],
    ['everybody with an IPv6 address may send', { spf: { allowed: { share6: 1 } } }, 'bad'],
    ['two thirds of the internet may send', { spf: { allowed: { share4: 0.67, ipv4: 2 ** 31 } } }, 'bad'],
    ['a large network may send', { spf: { allowed: { ipv4: 2 ** 25, share4: 0.01 } } }, 'warn'],
    ['who may send was not computed', { spf: { allowed: null } }, 'unknown'],
    ['SPF was not answered', { spf: { record: null, allowed: null, failure: 'timeout' } }, 'unknown'],
    ['no DMARC', { dmarc: { policy: null } }, 'bad'],
    ['watching only', { dmarc: { policy: 'none' } }, 'warn'],
    ['a part of the mail', { dmarc: { percent: 20 } }, 'warn'],
    ['subdomains', { dmarc: { subdomainPolicy: 'none' } }, 'warn'],
    ['not determined', { dmarc: null }, 'unknown'],
  ])('whether others can write: %s', (_, more, state) => {
    expect(statesOf(more)[2]).toBe(state);
  });
});
