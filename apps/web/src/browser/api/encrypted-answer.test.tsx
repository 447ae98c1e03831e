import { createCipheriv } from 'node:crypto';
import { dns } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { encrypt, encryptionHeaders, KEY } from '../../testing/encryption.ts';
import { failureText } from '../../tools/dns/messages.ts';
import { ask } from './ask.ts';
import { AskError } from './ask-error.ts';
import { decrypt } from './encrypted-answer.ts';

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
  openAt(`${server.origin}/dns`);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** NIST SP 800-38A section F.2.6, CBC-AES256.Decrypt. */
const nist = {
  key: bytes('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4'),
  iv: bytes('000102030405060708090a0b0c0d0e0f'),
  cipher: bytes(
    'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d' +
      '39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b',
  ),
  plain: bytes(
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51' +
      '30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
  ),
};

describe('decryption', () => {
  it('R7.14 R9.23 reproduces the test vector of NIST SP 800-38A for AES-CBC with 256 bits', async () => {
    // The vector consists of whole blocks without padding, so one block of padding is added in the same chain (RFC 5652
    // 6.3).
    const chain = createCipheriv('aes-256-cbc', nist.key, nist.cipher.slice(-16)).setAutoPadding(false);
    const padding = chain.update(new Uint8Array(16).fill(16));
    const plain = await decrypt(nist.key, nist.iv, Uint8Array.from([...nist.cipher, ...padding]));
    expect(new Uint8Array(plain)).toEqual(nist.plain);
  });

  it.each([16, 24, 31, 33, 0])('R9.23 refuses a key of %i bytes', async (length) => {
    await expect(decrypt(new Uint8Array(length), nist.iv, nist.cipher)).rejects.toThrow(`${length * 8} bits`);
  });
});

const answer = answerOf(dns, {
  domain: 'example.com',
  records: [{ recordName: 'TXT', titles: ['Name', 'Text', 'TTL'], data: [['example.com', '"Grüße 🙂"', '300']] }],
});
const envelope = JSON.stringify({ success: true, message: 'OK', _data: answer });

function askFor(body: unknown, headers = encryptionHeaders(), status = 200): Promise<unknown> {
  server.reply = () => ({ ...json(status, body), headers });
  return ask(dns, { domain: 'example.com' }, new AbortController().signal);
}

describe('an encrypted answer', () => {
  it('R4.27 R7.13 R7.14 is decrypted before use', async () => {
    expect(await askFor(encrypt(envelope))).toEqual(answer);
  });

  it.each(['x-encryption-algorithm', 'x-encryption-version', 'x-encryption-salt'])(
    'R7.10 R7.11 R7.12 does not need the header %s, which has a default or is not used',
    async (name) => {
      expect(await askFor(encrypt(envelope), encryptionHeaders({ [name]: undefined }))).toEqual(answer);
    },
  );

  it('R4.27 may be a failure, with its status and message', async () => {
    const failure = { success: false, message: 'No.', _data: null, code: 'refused-target', reason: 'denied' };
    const error = await askFor(encrypt(JSON.stringify(failure)), encryptionHeaders(), 422).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ stage: 'envelope', status: 422, serverMessage: 'No.', code: 'ERR_BAD_REQUEST' });
  });

  it('R4.27 needs both fields', async () => {
    const plain = { success: true, message: 'OK', _data: answer };
    expect(await askFor({ ...plain, data: 'x' })).toEqual(answer);
    expect(await askFor({ ...plain, iv: 'x' })).toEqual(answer);
  });
});

const good = encrypt(envelope);
const otherKey = encrypt(envelope, Buffer.alloc(32, 7));

describe('an encrypted answer that cannot be decrypted', () => {
  const cases: [string, string, unknown, Record<string, string>?][] = [
    [
      'R8.2 R7.13',
      'Missing encryption key in response headers',
      good,
      encryptionHeaders({ 'x-encryption-key': undefined }),
    ],
    ['R8.2', 'Missing encryption key in response headers', good, encryptionHeaders({ 'x-encryption-key': '' })],
    ['R8.3', 'Missing required encryption data', { data: '', iv: good.iv }],
    ['R8.3', 'Missing required encryption data', { data: good.data, iv: '' }],
    ['R8.3', 'Missing required encryption data', { data: null, iv: good.iv }],
    ['R8.4', 'Invalid base64 data', { data: '*** no base64 ***', iv: good.iv }],
    ['R8.4', 'Invalid base64 data', { data: good.data, iv: 'é' }],
    ['R8.4', 'Invalid base64 data', { data: 42, iv: good.iv }],
    ['R8.4 R7.13', 'Invalid base64 data', good, encryptionHeaders({ 'x-encryption-key': '{}' })],
    ['R8.5 R7.14', 'Invalid JSON data after decryption', encrypt('<h1>no JSON</h1>')],
    ['R8.5', 'Invalid JSON data after decryption', encrypt('')],
    ['R8.5', 'Invalid JSON data after decryption', encrypt(Buffer.from('"\xff"', 'latin1'))],
    [
      'R8.6 R7.10',
      'Decryption failed: Unsupported algorithm DES',
      good,
      encryptionHeaders({ 'x-encryption-algorithm': 'DES' }),
    ],
    [
      'R8.6 R7.11',
      'Decryption failed: Unsupported version 2.0',
      good,
      encryptionHeaders({ 'x-encryption-version': '2.0' }),
    ],
    [
      'R8.6 R9.23',
      'Decryption failed: The key has 128 bits instead of 256.',
      good,
      encryptionHeaders({ 'x-encryption-key': KEY.subarray(0, 16).toString('base64') }),
    ],
  ];
  it.each(cases)(
    "R8.2 R8.3 R8.4 R8.5 R8.6 gives the specification's message: %s «%s»",
    async (_ids, text, body, headers) => {
      const error = await askFor(body, headers).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AskError);
      expect(error).toMatchObject({ stage: 'encrypted', code: 'ERR_BAD_RESPONSE', status: 200 });
      expect(failureText(error)).toBe(`DNS Lookup failed: API Request Failed: API Error: ${text}`);
    },
  );

  it.each([
    ['another key', otherKey],
    ['half a block', { data: Buffer.from(good.data, 'base64').subarray(0, -8).toString('base64'), iv: good.iv }],
    ['a short IV', { data: good.data, iv: Buffer.alloc(8).toString('base64') }],
  ])('R8.6 gives the reason: %s', async (_name, body) => {
    await expect(askFor(body)).rejects.toThrow(/^API Request Failed: API Error: Decryption failed: ./);
  });

  it("R8.6 gives a reason if the browser has no Web Crypto, or if the browser's error has no message", async () => {
    vi.stubGlobal('crypto', {});
    await expect(askFor(good)).rejects.toThrow('Decryption failed: This browser can decrypt only on pages');
    const silent = { importKey: () => Promise.reject(new DOMException('', 'OperationError')) };
    vi.stubGlobal('crypto', { subtle: silent });
    await expect(askFor(good)).rejects.toThrow('Decryption failed: The key does not match the data.');
  });
});
