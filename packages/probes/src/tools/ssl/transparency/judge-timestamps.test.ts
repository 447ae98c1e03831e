import { createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CertificationPath } from '../../../engines/tls/certificate/find-paths.ts';
import { parseCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { judgeTimestamps } from './judge-timestamps.ts';
import { builtInLogs, readLogList } from './log-list.ts';

const bytesOf = (file: string) => new Uint8Array(readFileSync(new URL(`samples/${file}`, import.meta.url)));
const derOf = (file: string) =>
  new Uint8Array(new X509Certificate(readFileSync(new URL(`samples/${file}`, import.meta.url))).raw);

function pathOf(...ders: Uint8Array[]): CertificationPath {
  const members = ders.map(parseCertificate).filter((member) => member !== null);
  return { members, isTrusted: false, isForged: false };
}

/** samples/README.md documents their origin. */
const logList = readLogList({
  source: 'the logs of the samples',
  date: new Date('2017-07-01T00:00:00Z'),
  table: `
Test
  rfc6962 - MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmXg8sUUzwBYaWrRb+V0IopzQ6o3UyEJ04r5ZrRXGdpYM8K+hB0pXrGRLI0eeWz+3skXrS0IO83AhA3GpRL6s6w== Test log
Google
  rfc6962 - MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfahLEimAoz2t01p3uMziiLOl/fHTDM0YDOhBRuiBARsV4UvxG2LdNgoIGLrtCzWE0J5APC2em4JlvR8EEEFMoA== Google 'Pilot' log
DigiCert
  rfc6962 2019-02-16T00:00:00Z MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEluqsHEYMG1XcDfy1lCdGV0JwOmkY4r87xNuroPS2bMBTP01CEDPwWJePa75y9CrsHEKqAy8afig1dpkIPSEUhg== Symantec log
`,
});
const now = new Date('2017-07-09T16:57:43Z');
const judged = (path: CertificationPath, handshake: readonly Uint8Array[] = [], list = logList) =>
  judgeTimestamps({ path, staple: null, handshake, now, logList: list, isPublic: true });

describe('published timestamps', () => {
  test('in a certificate are signed over its body without them', () => {
    expect(judged(pathOf(derOf('embedded.pem'), derOf('issuer.pem')))).toMatchObject({
      timestamps: [
        {
          log: 'Test log',
          operator: 'Test',
          kind: 'rfc6962',
          logId: '3xwuwRUAlFJHqWFoMl3cXHlZ6PfG04j8AC4LvT9012Q=',
          origin: 'certificate',
          time: '2013-04-05T17:04:16.275Z',
          status: 'valid',
          why: null,
        },
      ],
      validCount: 1,
      operatorCount: 1,
    });
  });

  test('for another certificate are invalid', () => {
    const [timestamp] = judged(pathOf(derOf('embedded-invalid.pem'), derOf('issuer.pem')))?.timestamps ?? [];
    expect(timestamp).toMatchObject({ status: 'invalid', why: 'The signature does not verify with the log’s key.' });
  });

  test('cannot be verified without the issuer, and are then not called invalid', () => {
    const found = judged(pathOf(derOf('embedded.pem')));
    expect(found?.timestamps).toMatchObject([
      { status: 'not_verified', why: expect.stringMatching(/issuer is not known/) },
    ]);
    expect(found?.validCount).toBe(0);
  });

  test('beside a certificate, from two operators', () => {
    const handshake = [bytesOf('google-sct0.bin'), bytesOf('google-sct1.bin')];
    expect(judged(pathOf(bytesOf('google-cert.der')), handshake)).toMatchObject({
      timestamps: [
        { log: "Google 'Pilot' log", origin: 'handshake', status: 'valid' },
        { log: 'Symantec log', origin: 'handshake', status: 'valid', retiredAt: '2019-02-16T00:00:00.000Z' },
      ],
      validCount: 2,
      operatorCount: 2,
    });
  });
});

describe('are worthless if', () => {
  const path = pathOf(bytesOf('google-cert.der'));
  const sct = bytesOf('google-sct0.bin');
  const with_ = (change: (bytes: Uint8Array) => void) => {
    const bytes = Uint8Array.from(sct);
    change(bytes);
    return bytes;
  };
  const statusOf = (bytes: Uint8Array) => judged(path, [bytes])?.timestamps.map(({ status }) => status);

  test.each<[string, Uint8Array, string[]]>([
    ['another time', with_((bytes) => bytes.fill(1, 39, 40)), ['invalid']],
    ['another octet of the signature', with_((bytes) => bytes.fill(0, -1)), ['invalid']],
    ['a signature that is none', with_((bytes) => bytes.fill(0, 47)), ['invalid']],
    ['another hash', with_((bytes) => bytes.fill(2, 43, 44)), ['not_verified']],
    ['the algorithm of another kind of key', with_((bytes) => bytes.fill(1, 44, 45)), ['not_verified']],
    ['cut short in the signature', sct.subarray(0, -1), ['not_verified']],
    ['octets behind it', Uint8Array.from([...sct, 0]), ['not_verified']],
    ['cut short before the time', sct.subarray(0, 30), []],
    ['a later version', with_((bytes) => bytes.fill(1, 0, 1)), []],
    ['a log that is not in the list', with_((bytes) => bytes.fill(0xa5, 1, 33)), ['unknown_log']],
  ])('%s', (_, bytes, statuses) => {
    expect(statusOf(bytes)).toEqual(statuses);
  });

  test('are invalid with a time in the future', () => {
    const early = new Date('2016-01-01T00:00:00Z');
    const found = judgeTimestamps({ path, staple: null, handshake: [sct], now: early, isPublic: true, logList });
    expect(found?.timestamps).toMatchObject([{ status: 'invalid', why: 'The timestamp lies in the future.' }]);
  });

  test('are limited to one hundred out of five thousand', () => {
    const handshake = Array.from({ length: 5000 }, () => with_((bytes) => bytes.fill(0xa5, 1, 33)));
    expect(judged(path, handshake)?.timestamps).toHaveLength(100);
  });
});

describe('the bundled list', () => {
  test('has every log of Chrome’s list under the hash of its key', () => {
    const logs = [...builtInLogs().logs.values()];
    expect(logs).toHaveLength(69);
    expect(logs.filter(({ retiredAt }) => retiredAt !== null)).toHaveLength(3);
    expect(logs.filter(({ kind }) => kind === 'static')).toHaveLength(43);
    expect(new Set(logs.map(({ operator }) => operator)).size).toBe(10);
    // As in Google's own file of 3 October 2026.
    expect(builtInLogs().logs.get('1219ENGn9XfCx+lf1wC/+YLJM1pl4dCzAXMXwMjFaXc=')?.name).toBe(
      "Google 'Argon2026h2' log",
    );
    expect(builtInLogs().logs.get('1tWNqdAXU/NqSqDHV0kCr+vH3CzTjNn3ZMgMiRkenwI=')?.name).toBe("Google 'Argon2027h1'");
    const file = builtInLogs().logs.get('X/nA+6QtrHjOZELrGazggaKb1OL7U68MYzB55QWCBMk=');
    expect(file).toMatchObject({ name: "Google 'PlumbersArms2027h1' log", operator: 'Google', kind: 'static' });
  });

  test('has no invalid key', () => {
    for (const { key } of builtInLogs().logs.values()) {
      expect(createPublicKey({ key: key.export({ format: 'jwk' }), format: 'jwk' }).asymmetricKeyType).toBe('ec');
    }
  });

  test('throws for a line that is not a log instead of skipping it', () => {
    expect(() => readLogList({ source: '', date: now, table: 'Test\n  rfc6962 AAAA Test' })).toThrow(TypeError);
  });
});
