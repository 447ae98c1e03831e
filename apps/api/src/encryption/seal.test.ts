import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal, encrypt } from './seal.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

/** Decrypts an answer like a browser. */
async function open(keyText: string, sealed: string): Promise<string> {
  const { data, iv, ...rest } = JSON.parse(sealed);
  expect(rest).toEqual({});
  const raw = Buffer.from(keyText, 'base64');
  const key = await webcrypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['decrypt']);
  const algorithm = { name: 'AES-CBC', iv: Buffer.from(iv, 'base64') };
  return Buffer.from(await webcrypto.subtle.decrypt(algorithm, key, Buffer.from(data, 'base64'))).toString();
}

describe('R9.23 encryption', () => {
  it('matches the test vector of NIST SP 800-38A section F.2.5 (CBC-AES256.Encrypt)', () => {
    const key = hex('603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4');
    const iv = hex('000102030405060708090a0b0c0d0e0f');
    const plain = hex(
      '6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51' +
        '30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710',
    );
    const cipher = encrypt(key, iv, plain);
    expect(cipher.subarray(0, 64).toString('hex')).toBe(
      'f58c4c04d6e5f1ba779eabfb5f7bfbd6' +
        '9cfc4e967edb808d679f777bc6702c7d' +
        '39f23369a9d9bacfa530e26304231461' +
        'b2eb05e2c39be9fcda6c19078c6a9d1b',
    );
    // A text of whole blocks is padded with another block (RFC 5652 section 6.3).
    expect(cipher).toHaveLength(80);
  });

  it('R7.9 R7.14 is decrypted by Web Crypto, whatever the text', async () => {
    const { headers, seal } = createSeal();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 100 }), async (text) => {
        expect(await open(headers['x-encryption-key'] ?? '', seal(text))).toBe(text);
      }),
    );
  });
});

describe('a seal', () => {
  it('R7.10 R7.11 R7.12 R7.13 has the headers that a client needs', () => {
    const { headers } = createSeal();
    expect(headers).toEqual({
      'x-encryption-algorithm': 'AES',
      'x-encryption-version': '1.0',
      'x-encryption-salt': expect.any(String),
      'x-encryption-key': expect.any(String),
    });
    expect(Buffer.from(headers['x-encryption-key'] ?? '', 'base64')).toHaveLength(32);
    expect(Buffer.from(headers['x-encryption-salt'] ?? '', 'base64')).toHaveLength(16);
  });

  it('has a unique key, and an IV for each text', () => {
    const seals = Array.from({ length: 20 }, createSeal);
    expect(new Set(seals.map(({ headers }) => headers['x-encryption-key'])).size).toBe(20);
    expect(new Set(seals.map(({ headers }) => headers['x-encryption-salt'])).size).toBe(20);
    const [{ seal } = createSeal()] = seals;
    const ivs = Array.from({ length: 20 }, () => JSON.parse(seal('{}')).iv);
    expect(new Set(ivs).size).toBe(20);
    for (const iv of ivs) expect(Buffer.from(iv, 'base64')).toHaveLength(16);
  });
});
