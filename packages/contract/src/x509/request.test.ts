import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeCertificate } from './certificate.ts';
import { readPemBlocks } from './pem.ts';
import { decodeRequest } from './request.ts';
import { X509FormatError } from './x509-format-error.ts';

const derOf = (file: string) =>
  readPemBlocks(readFileSync(new URL(`./samples/${file}`, import.meta.url), 'utf8'))[0]?.der ?? new Uint8Array();

describe('a certification request', () => {
  it('is read as openssl reads it', () => {
    const { subject, publicKey, signatureAlgorithm, extensions } = decodeRequest(derOf('request.pem'));
    expect(subject.text).toBe('O=Shop,CN=shop.test');
    expect([publicKey.type, publicKey.curve, publicKey.bits]).toEqual(['EC', 'P-256', 256]);
    expect(signatureAlgorithm).toEqual({ name: 'ecdsa-with-SHA256', hash: 'SHA-256' });
    expect(extensions.alternativeNames?.map(({ text }) => text)).toEqual(['shop.test', 'www.shop.test', '192.0.2.1']);
    expect(extensions.keyUsage).toEqual(['digitalSignature']);
    expect(extensions.extendedKeyUsage).toEqual(['serverAuth']);
  });

  it('may ask for no extensions', () => {
    expect(decodeRequest(derOf('plain-request.pem')).extensions.alternativeNames).toBeNull();
  });

  it('is neither a certificate nor cut short', () => {
    const der = derOf('request.pem');
    expect(() => decodeCertificate(der)).toThrow(X509FormatError);
    expect(() => decodeRequest(derOf('leaf.pem'))).toThrow(X509FormatError);
    for (let length = 0; length < der.length; length += 1) {
      expect(() => decodeRequest(der.subarray(0, length))).toThrow(X509FormatError);
    }
  });
});
