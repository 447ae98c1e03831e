import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeCertificate, type X509 } from './certificate.ts';
import { readPemBlocks } from './pem.ts';
import { chainRemark, keyRemark, periodRemark, usageRemark } from './remarks.ts';

function sample(file: string): X509 {
  const [block] = readPemBlocks(readFileSync(new URL(`./samples/${file}.pem`, import.meta.url), 'utf8'));
  return decodeCertificate(block?.der ?? new Uint8Array());
}
const [leaf, issuer, root] = ['leaf', 'issuer', 'root'].map(sample) as [X509, X509, X509];
const chain = (...certificates: X509[]) => certificates.map((_, index) => chainRemark(certificates, index)?.text);

describe('the chain of a file', () => {
  it('fits', () => {
    expect(chain(leaf, issuer, root)).toEqual([
      'The next certificate fits as its issuer, by name and key identifier.',
      'The next certificate fits as its issuer, by name and key identifier.',
      'It is the root. Servers need not send it: clients know it, or do not trust it.',
    ]);
    expect(chain(leaf, issuer).at(-1)).toMatch(/^Its issuer is not in this file, as is usual/);
  });

  it('is in the wrong order, or of another certificate', () => {
    expect(chain(leaf, root, issuer)[0]).toBe('Its issuer is certificate 3, not the next one: the order is wrong.');
    expect(chain(leaf, root)[0]).toBe('The next certificate is not its issuer, and none of this file is.');
    const other: X509 = { ...issuer, extensions: { ...issuer.extensions, subjectKeyId: '00' } };
    expect(chain(leaf, other)[0]).toBe('The next certificate is not its issuer, and none of this file is.');
  });

  it('lacks the issuer', () => {
    expect(chain(leaf)).toEqual(['Its issuer is not in this file. Servers have to send it as well.']);
    expect(chain(root)).toEqual(['It names itself as its issuer.']);
  });
});

describe('the period', () => {
  const until = leaf.notAfter?.getTime() ?? 0;
  it.each([
    [-30, 'good', 'It is valid, with 30 days left.'],
    [-1, 'warn', 'It is valid, with 1 day left.'],
    [10, 'bad', 'It expired 10 days ago.'],
    [-1000, 'bad', 'It is not valid yet.'],
  ])('%d days after its end', (days, state, text) => {
    expect(periodRemark(leaf, new Date(until + days * 24 * 60 * 60 * 1000))).toEqual({ state, text });
  });
});

describe('key and usage', () => {
  it('of a server, an authority and neither', () => {
    expect(keyRemark(leaf.publicKey)).toEqual({ state: 'good', text: 'The key: EC, P-256.' });
    expect(keyRemark({ ...leaf.publicKey, type: 'RSA', curve: null, bits: 1024 }).state).toBe('bad');
    expect(usageRemark(leaf, true)).toEqual({ state: 'good', text: 'It may be used by a server.' });
    expect(usageRemark(leaf, false).state).toBe('bad');
    expect(usageRemark(issuer, false).state).toBe('good');
    const mail: X509 = { ...leaf, extensions: { ...leaf.extensions, extendedKeyUsage: ['emailProtection'] } };
    expect(usageRemark(mail, true).text).toBe('It is not for servers, only for emailProtection.');
    const cannotSign: X509 = { ...issuer, extensions: { ...issuer.extensions, keyUsage: ['digitalSignature'] } };
    expect(usageRemark(cannotSign, false).state).toBe('bad');
  });
});
