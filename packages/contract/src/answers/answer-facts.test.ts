import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { shuffled } from '../testing/shuffled.ts';
import { ssl } from '../tools/ssl/contract.ts';
import { answerFacts } from './answer-facts.ts';

const certificate = (fingerprint: string) => ({ fingerprint });
const rich = answerOf(ssl, {
  certificateChain: ['A', 'B', 'C'].map(certificate),
  groups: ['x25519', 'secp256r1', 'secp384r1'],
  ciphersByProtocol: { 'TLSv1.2': ['ONE', 'TWO', 'THREE'], 'TLSv1.3': ['FOUR', 'FIVE'] },
  alpnProtocols: ['h2', 'http/1.1'],
  dhPrimes: [
    { bits: 2048, name: null },
    { bits: 4096, name: 'group 16 (RFC 3526)' },
  ],
  vulnerabilities: ['RC4', 'POODLE'],
  servedCertificates: [
    { number: 1, fingerprint: 'AA', chainLength: 2, valid: true, decides: true },
    { number: 2, fingerprint: 'BB', chainLength: 2, valid: true, decides: true },
  ],
  addresses: [
    { address: '192.0.2.1', isMeasured: true, certificate: 1, otherCertificates: [2] },
    { address: '192.0.2.2', isMeasured: false, certificate: 2 },
  ],
});

describe('the facts of ssl', () => {
  it('do not depend on the order of any list', () => {
    const facts = answerFacts('ssl', rich);
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 50 }), (numbers) => {
        let next = 0;
        const other = shuffled(rich, (length) => (numbers[next++ % numbers.length] ?? 0) % length);
        expect(answerFacts('ssl', other as typeof rich)).toEqual(facts);
      }),
    );
  });

  it('omit values that change by themselves', () => {
    const later = {
      ...rich,
      checkedAt: '2027-01-01T00:00:00.000Z',
      creationTime: '2027-01-01T00:00:00.000Z',
      lastAccessedTime: '2027-01-01T00:00:00.041Z',
      sessionId: '00FF',
      connections: 1,
      ticketLifetimeSeconds: 1,
      resumption: null,
    };
    expect(answerFacts('ssl', later)).toEqual(answerFacts('ssl', rich));
  });

  it('distinguish absent from not measured', () => {
    const gaps = [
      { part: 'TLSv1', code: 'timeout' },
      { part: 'TLSv1.2', code: 'timeout' },
    ];
    const facts = answerFacts('ssl', { ...rich, gaps, untested: ['ROBOT'], groups: [] });
    expect(facts.get('versions/TLSv1.1')).toBe(false);
    expect(facts.has('versions/TLSv1')).toBe(false);
    expect(facts.get('versions/TLSv1.2')).toBe(true);
    expect(facts.has('suites/TLSv1.2')).toBe(false);
    expect(facts.get('suites/TLSv1.3')).toEqual(['FIVE', 'FOUR']);
    expect(facts.get('groups')).toEqual([]);
    expect(facts.get('vulnerabilities/RC4')).toBe(true);
    expect(facts.get('vulnerabilities/CCS')).toBe(false);
    expect(facts.has('vulnerabilities/ROBOT')).toBe(false);
  });

  it('show a change of the certificate, also at a single address', () => {
    const before = answerFacts('ssl', rich);
    const renewed = { ...rich, certificateFingerprints: { 'SHA-1': null, 'SHA-256': 'DD' } };
    expect(answerFacts('ssl', renewed).get('certificate')).not.toBe(before.get('certificate'));
    expect(before.get('addresses/192.0.2.2/certificate')).toBe('BB');
    expect(before.get('certificates')).toEqual(['AA', 'BB']);
  });
});
