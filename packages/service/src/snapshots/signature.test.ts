import { generateKeyPairSync } from 'node:crypto';
import { SNAPSHOT_SCHEMA, type Snapshot, type UnsignedSnapshot } from '@sonde/contract/snapshots/snapshot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { checkSignature, signSnapshot } from './signature.ts';
import { keyFromPem, keyFromSecret, publicKeyOf } from './signing-key.ts';

const key = await keyFromSecret('a secret of the test');
const keys = [key.publicKey];
const unsigned: UnsignedSnapshot = {
  schema: SNAPSHOT_SCHEMA,
  id: 'a'.repeat(26),
  site: 'https://sonde.example',
  software: 'Sonde 0.1.0',
  target: 'bücher.example',
  keptAt: '2026-11-22T04:06:00.000Z',
  parts: [
    {
      tool: 'dns',
      target: 'bücher.example',
      key: '/api/v2/dnsRecords?domain=b%C3%BCcher.example',
      measuredAt: null,
      withheld: [],
      outcome: { success: true, message: 'OK', _data: { ttl: 300, big: 1e21, names: ['é', '\u2028', '"'] } },
    },
  ],
};
const signed = signSnapshot(unsigned, key);

describe('canonical JSON', () => {
  it('is that of RFC 8785, section 3.2.2 and 3.2.3', () => {
    const numbers = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
    const text = '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f';
    expect(canonicalJson({ numbers, string: text, literals: [null, true, false] })).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const keysOfRfc = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(keysOfRfc)) as object)).toEqual([4, 2, 6, 7, 1, 5, 3]);
  });

  it('does not depend on the order of members, and is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const wrapped = { value: JSON.parse(JSON.stringify(value)) };
        const text = canonicalJson(wrapped);
        expect(JSON.parse(text)).toEqual(wrapped);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not exist for a lone surrogate', () => {
    expect(() => canonicalJson({ text: '\ud800' })).toThrow('surrogate');
  });
});

describe('a signature', () => {
  it('is valid for the content, regardless of order and layout', () => {
    expect(checkSignature(signed, keys)).toBe('valid');
    const { signature, ...rest } = signed;
    const turned = Object.fromEntries([['signature', signature], ...Object.entries(rest).toReversed()]);
    expect(checkSignature(JSON.parse(JSON.stringify(turned, null, 4)), keys)).toBe('valid');
  });

  it('is invalid or names another key if any octet of the document is changed', () => {
    const text = JSON.stringify(signed);
    let read = 0;
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === '0' ? '1' : '0';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      const document = parsed(changed);
      if (document === null) continue;
      read += 1;
      // The same value in another notation: `1e+21` and `1e021`.
      const isSame = JSON.stringify(document) === text;
      expect(checkSignature(document, keys) === 'valid', changed).toBe(isSame);
    }
    expect(read).toBeGreaterThan(300);
  });

  it('is invalid with a member added or removed', () => {
    expect(checkSignature({ ...signed, more: 1 } as Snapshot, keys)).toBe('invalid');
    const { site: _, ...less } = signed;
    expect(checkSignature(less as Snapshot, keys)).toBe('invalid');
  });

  it('cannot be checked without its key, whatever the other keys are', async () => {
    const other = await keyFromSecret('another secret');
    expect(checkSignature(signed, [])).toBe('unknown-key');
    expect(checkSignature(signed, [other.publicKey, { x: 'no key' }])).toBe('unknown-key');
    const posing = { ...signed, signature: { ...signed.signature, keyId: other.publicKey.kid } };
    expect(checkSignature(posing, [other.publicKey, key.publicKey])).toBe('invalid');
  });
});

describe('a key', () => {
  it('is derived from a secret: the same on every server, and different for another secret', async () => {
    expect((await keyFromSecret('a secret of the test')).publicKey).toEqual(key.publicKey);
    expect((await keyFromSecret('a secret of the test.')).publicKey.kid).not.toBe(key.publicKey.kid);
  });

  it('is named by its thumbprint, as in the example of RFC 8037, appendix A.3', () => {
    const { kid } = publicKeyOf('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
    expect(kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it('is read from a file, and refused if it is not an Ed25519 key', () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const own = keyFromPem(pem);
    expect(checkSignature(signSnapshot(unsigned, own), [own.publicKey])).toBe('valid');
    const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(() => keyFromPem(rsa.export({ type: 'pkcs8', format: 'pem' }).toString())).toThrow('Ed25519');
  });
});

function parsed(text: string): Snapshot | null {
  try {
    const document = JSON.parse(text);
    return typeof document.signature === 'object' ? document : null;
  } catch {
    return null;
  }
}
