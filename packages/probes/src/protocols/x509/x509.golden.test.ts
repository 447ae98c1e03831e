import { readdirSync, readFileSync } from 'node:fs';
import { decodeCertificate } from '@sonde/contract/x509/certificate';
import { hex } from '@sonde/contract/x509/names';
import { describe, expect, test } from 'vitest';
import { decodeOcspResponse } from './revocation/ocsp.ts';

const folder = new URL('./samples/', import.meta.url);
const namesOf = (ending: string) => readdirSync(folder).filter((file) => file.endsWith(ending));
const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(file, folder)));
const expected = (file: string) => JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'));

/** Octets as hex and dates as text, which JSON can represent. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, one) => (ArrayBuffer.isView(one) ? hex(one as Uint8Array) : one)));
}

describe.each(namesOf('.der'))('%s', (file) => {
  const decoded = decodeCertificate(bytesOf(file));
  const { openssl, extensions, publicKey, signatureAlgorithm } = expected(file);

  test('agrees with openssl', () => {
    expect({
      subject: decoded.subject.text,
      issuer: decoded.issuer.text,
      serial: hex(decoded.serialNumber).toUpperCase(),
      notBefore: decoded.notBefore?.toISOString(),
      notAfter: decoded.notAfter?.toISOString(),
      names: (decoded.extensions.alternativeNames ?? []).map(({ text }) => text),
    }).toEqual(openssl);
  });

  test('has the other fields as determined manually', () => {
    const { type, bits, curve } = decoded.publicKey;
    const { alternativeNames: _, ...others } = decoded.extensions;
    expect(decoded.version).toBe(3);
    expect(decoded.signatureAlgorithm).toEqual(signatureAlgorithm);
    expect({ type, bits, curve }).toEqual(publicKey);
    expect(plain(others)).toEqual(extensions);
  });
});

test.each(namesOf('.ocsp'))('%s', (file) => {
  const response = decodeOcspResponse(bytesOf(file));
  if ('responderError' in response) throw new Error(response.responderError);
  const { signed: _, signature: _signature, ...rest } = response;
  expect(plain(rest)).toEqual(expected(file));
});

test('an error response has a name instead of a status', () => {
  // OCSPResponse { tryLater }
  expect(decodeOcspResponse(new Uint8Array([0x30, 0x03, 0x0a, 0x01, 0x03]))).toEqual({ responderError: 'tryLater' });
});
