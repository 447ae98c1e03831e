import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digest, sha1, verify } from '../../engines/walk/cryptography.ts';
import { fromBase64 } from '../dns-message/base-encodings.ts';
import type { ResourceRecord } from '../dns-message/message.ts';
import { nameToWire } from '../dns-message/name.ts';
import { typeNumber } from '../dns-message/record-types.ts';
import { join } from '../octets.ts';
import { keyBits } from './algorithms.ts';
import { denialOf } from './denial.ts';
import { dsOfKey, keyOfDs } from './digests.ts';
import { compareNames, isWithin } from './names.ts';
import { nsec3Hash } from './nsec3.ts';
import { type Dnskey, dnskeyOf, dsText, type Rrsig, rrsigOf, types } from './records.ts';
import { checkSignatures, isAfter, signatureTime } from './signatures.ts';

const octetsOf = (base64: string) => fromBase64(base64.replace(/\s/g, '')) ?? new Uint8Array();

function dnskey(flags: number, algorithm: number, base64: string): Dnskey {
  const rdata = join(Uint8Array.of(flags >> 8, flags & 0xff, 3, algorithm), octetsOf(base64));
  const key = dnskeyOf({ type: types.dnskey, rdata });
  if (key === null) throw new Error('no key');
  return key;
}

interface Signed {
  readonly type: string;
  readonly labels: number;
  readonly until: number;
  readonly from: number;
  readonly signer: string;
  readonly signature: string;
}

function rrsig(key: Dnskey, { type, labels, until, from, signer, signature }: Signed): Rrsig {
  const head = new DataView(new ArrayBuffer(18));
  head.setUint16(0, typeNumber(type));
  head.setUint8(2, key.algorithm);
  head.setUint8(3, labels);
  head.setUint32(4, 3600);
  head.setUint32(8, until);
  head.setUint32(12, from);
  head.setUint16(16, key.keyTag);
  const rdata = join(new Uint8Array(head.buffer), nameToWire(signer), octetsOf(signature));
  const read = rrsigOf({ type: types.rrsig, rdata });
  if (read === null) throw new Error('no signature');
  return read;
}

const checksAt = (nowSeconds: number) => ({ verify, nowSeconds, budget: { left: 200 } });

describe('keys and digests', () => {
  // RFC 4034 section 5.4 and RFC 4509 section 2.3.
  const key = dnskey(
    256,
    5,
    `AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMb
    CVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==`,
  );
  const zone = 'dskey.example.com';

  it('have the tags and digests of the RFCs', () => {
    expect(key.keyTag).toBe(60485);
    expect(keyBits(5, key.publicKey)).toBe(1024);
    expect(dsOfKey(zone, key, 1, digest)?.digest).toBe('2BB183AF5F22588179A53B0A98631FAD1A292118');
    const sha256 = dsOfKey(zone, key, 2, digest);
    expect(sha256?.digest).toBe('D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A');
    expect(sha256 && dsText(zone, sha256)).toBe(`dskey.example.com. IN DS 60485 5 2 ${sha256?.digest}`);
    expect(dsOfKey(zone, key, 3, digest)).toBeNull();
  });

  it('report why a DS does not match', () => {
    const ds = { keyTag: 60485, algorithm: 5, digestType: 2, digest: '00'.repeat(32) };
    expect(keyOfDs(zone, ds, [key], digest).fit).toBe('digest-differs');
    expect(keyOfDs(zone, { ...ds, keyTag: 1 }, [key], digest).fit).toBe('no-key');
    expect(keyOfDs(zone, { ...ds, digestType: 200 }, [key], digest).fit).toBe('unsupported-digest');
  });
});

describe('signatures', () => {
  // RFC 8080 section 6.1.
  const ed25519 = dnskey(257, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=');
  const mx = {
    name: 'example.com',
    type: 15,
    rdatas: [join(Uint8Array.of(0, 10), nameToWire('mail.example.com'))],
  };
  const overMx = rrsig(ed25519, {
    ...{ type: 'MX', labels: 2, until: 1440021600, from: 1438207200, signer: 'example.com' },
    signature: 'oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==',
  });
  const state = (nowSeconds: number, set = mx, keys: readonly Dnskey[] = [ed25519], zone = 'example.com') =>
    checkSignatures(set, [overMx], keys, zone, checksAt(nowSeconds))[0]?.state;

  it('of RFC 8080 verify within their validity period only', () => {
    expect(ed25519.keyTag).toBe(3613);
    expect(dsOfKey('example.com', ed25519, 2, digest)?.digest.toLowerCase()).toBe(
      '3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b',
    );
    expect(state(1440000000)).toBe('valid');
    expect(state(1440021600)).toBe('valid');
    expect(state(1440021601)).toBe('expired');
    expect(state(1438207199)).toBe('not-yet-valid');
  });

  it('do not verify for other data, another owner, another zone or without their key', () => {
    expect(state(1440000000, { ...mx, rdatas: [Uint8Array.of(0, 11, 0)] })).toBe('wrong');
    expect(state(1440000000, { ...mx, name: 'a.example.com' })).toBe('wrong');
    expect(state(1440000000, { ...mx, name: 'com' })).toBe('malformed');
    expect(state(1440000000, mx, [])).toBe('no-key');
    expect(state(1440000000, mx, [ed25519], 'com')).toBe('malformed');
    const revoked = dnskey(257 + 128, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=');
    expect(state(1440000000, mx, [{ ...revoked, keyTag: 3613 }])).toBe('no-key');
  });

  it('of RFC 6605 verify', () => {
    const key = dnskey(
      257,
      13,
      'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
    );
    expect(key.keyTag).toBe(55648);
    const until = Date.UTC(2010, 8, 9, 10, 4, 39) / 1000;
    const overA = rrsig(key, {
      ...{ type: 'A', labels: 3, until, from: Date.UTC(2010, 7, 12, 10, 4, 39) / 1000, signer: 'example.net' },
      signature: 'qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==',
    });
    const a = { name: 'WWW.example.net', type: 1, rdatas: [Uint8Array.of(192, 0, 2, 1)] };
    expect(checkSignatures(a, [overA], [key], 'example.net', checksAt(until - 10))[0]?.state).toBe('valid');
  });

  it('are verified within the limit, however many keys share a tag (CVE-2023-50387)', () => {
    const colliding = Array.from({ length: 500 }, () => ({ ...ed25519, publicKey: new Uint8Array(32).fill(7) }));
    let asked = 0;
    const refuse = () => {
      asked += 1;
      return false;
    };
    const counting = { ...checksAt(1440000000), verify: refuse };
    const many = Array.from({ length: 500 }, () => overMx);
    const checked = checkSignatures(mx, many, colliding, 'example.com', counting);
    expect(asked).toBe(16);
    expect(counting.budget.left).toBe(184);
    expect(checked.at(-1)?.state).toBe('not-checked');
    for (let again = 0; again < 100; again++) checkSignatures(mx, many, colliding, 'example.com', counting);
    expect(asked).toBe(200);
  });

  it('have times modulo 2^32', () => {
    expect(isAfter(5, 0xffff_fff0)).toBe(true);
    expect(isAfter(0xffff_fff0, 5)).toBe(false);
    expect(isAfter(5, 5)).toBe(false);
    expect(signatureTime(100, 2 ** 32 + 50)).toBe('2106-02-07T06:29:56Z');
    expect(signatureTime(1440021600, 1440000000)).toBe('2015-08-19T22:00:00Z');
  });
});

it('names have the order of RFC 4034 section 6.1', () => {
  const sorted = [
    'example',
    'a.example',
    'yljkjljk.a.example',
    'Z.a.example',
    'zABC.a.EXAMPLE',
    'z.example',
    '\\001.z.example',
    '*.z.example',
    '\\200.z.example',
  ];
  expect([...sorted].reverse().sort(compareNames)).toEqual(sorted);
  expect(isWithin('notexample.com', 'example.com')).toBe(false);
  expect(isWithin('a.EXAMPLE.com', 'example.com')).toBe(true);
});

const record = (name: string, type: string, ...fields: string[]): ResourceRecord => ({
  ...{ name, type: typeNumber(type), ttlSeconds: 3600, fields },
});

describe('denials by NSEC', () => {
  // RFC 4035 appendix B.2: ml.example does not exist.
  const apex = record('example', 'NSEC', 'a.example', 'NS SOA MX RRSIG NSEC DNSKEY');
  const around = record('b.example', 'NSEC', 'ns1.example', 'NS RRSIG NSEC');
  const deny = (records: ResourceRecord[], name: string, type: string, what: 'name' | 'data' | 'delegation') =>
    denialOf(records, 'example', { name, type, what }, sha1).result;

  it('prove that a name does not exist, with its wildcard', () => {
    expect(deny([apex, around], 'ml.example', 'A', 'name')).toBe('proven');
    expect(deny([around], 'ml.example', 'A', 'name')).toBe('not-proven');
    expect(deny([apex], 'ml.example', 'A', 'name')).toBe('not-proven');
    expect(deny([apex, around], 'zz.example', 'A', 'name')).toBe('not-proven');
  });

  it('prove nothing below a delegation', () => {
    expect(deny([apex, around], 'c.b.example', 'A', 'name')).toBe('not-proven');
  });

  it('prove an unsigned delegation only by records of the parent', () => {
    expect(deny([around], 'b.example', 'DS', 'delegation')).toBe('proven');
    const signed = record('b.example', 'NSEC', 'ns1.example', 'NS DS RRSIG NSEC');
    const child = record('b.example', 'NSEC', 'ns1.example', 'NS SOA RRSIG NSEC');
    const host = record('b.example', 'NSEC', 'ns1.example', 'A RRSIG NSEC');
    for (const other of [signed, child, host])
      expect(deny([other], 'b.example', 'DS', 'delegation')).toBe('not-proven');
    expect(deny([around], 'c.example', 'DS', 'delegation')).toBe('not-proven');
  });

  it('prove that a type is missing at a name, at a wildcard, and at a name without records', () => {
    const own = record('ns1.example', 'NSEC', 'x.w.example', 'A RRSIG NSEC');
    expect(deny([own], 'ns1.example', 'MX', 'data')).toBe('proven');
    expect(deny([own], 'ns1.example', 'A', 'data')).toBe('not-proven');
    expect(deny([own], 'w.example', 'A', 'data')).toBe('proven');
    const wildcard = record('*.w.example', 'NSEC', 'x.w.example', 'MX RRSIG NSEC');
    const cover = record('x.y.w.example', 'NSEC', 'xx.example', 'MX RRSIG NSEC');
    expect(deny([cover, wildcard], 'z.w.example', 'A', 'data')).toBe('proven');
    expect(deny([cover, wildcard], 'z.w.example', 'MX', 'data')).toBe('not-proven');
  });
});

describe('denials by NSEC3', () => {
  const salt = Uint8Array.of(0xaa, 0xbb, 0xcc, 0xdd);
  const nsec3 = (hash: string, next: string, bits: string, flags = '1', iterations = '12') =>
    record(`${hash}.example`, 'NSEC3', '1', flags, iterations, 'AABBCCDD', next.toUpperCase(), bits);
  // RFC 5155 appendix B.1: a.c.x.w.example does not exist.
  const apex = nsec3(
    '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom',
    '2t7b4g4vsa5smi47k61mv5bv1a22bojr',
    'NS SOA MX RRSIG DNSKEY NSEC3PARAM',
  );
  const encloser = nsec3('b4um86eghhds6nea196smvmlo4ors995', 'gjeqe526plbf1g8mklp59enfd789njgi', 'MX RRSIG');
  const closer = nsec3('35mthgpgcu1qg68fab165klnsnk3dpvl', 'b4um86eghhds6nea196smvmlo4ors995', 'NS DS RRSIG');
  const all = [apex, encloser, closer];
  const deny = (records: ResourceRecord[], name = 'a.c.x.w.example') =>
    denialOf(records, 'example', { name, type: 'A', what: 'name' }, sha1).result;

  it('hash names as RFC 5155 appendix A does', () => {
    expect(nsec3Hash('example', salt, 12, sha1)).toBe('0P9MHAVEQVM6T7VBL5LOP2U3T2RP3TOM');
    expect(nsec3Hash('A.example', salt, 12, sha1)).toBe('35MTHGPGCU1QG68FAB165KLNSNK3DPVL');
  });

  it('prove that a name does not exist, as far as opt-out allows', () => {
    expect(deny(all)).toBe('opt-out');
    const withoutOptOut = all.map((one) => ({ ...one, fields: one.fields.with(1, '0') }));
    expect(deny(withoutOptOut)).toBe('proven');
    for (const left of all) expect(deny(all.filter((one) => one !== left))).toBe('not-proven');
  });

  it('are not computed with too many iterations (CVE-2023-50868)', () => {
    let hashed = 0;
    const counting = (data: Uint8Array) => {
      hashed += 1;
      return createHash('sha1').update(data).digest();
    };
    const many = nsec3('0p9mhaveqvm6t7vbl5lop2u3t2rp3tom', '2t7b4g4vsa5smi47k61mv5bv1a22bojr', 'NS', '0', '2500');
    const question = { name: 'x.example', type: 'DS', what: 'delegation' } as const;
    expect(denialOf([many], 'example', question, counting).result).toBe('too-many-iterations');
    expect(hashed).toBe(0);
    const deep = `${'a.'.repeat(120)}example`;
    const most = nsec3('0p9mhaveqvm6t7vbl5lop2u3t2rp3tom', '2t7b4g4vsa5smi47k61mv5bv1a22bojr', 'NS', '0', '150');
    expect(denialOf([most], 'example', { ...question, name: deep }, counting).result).toBe('not-proven');
    expect(hashed).toBeLessThanOrEqual(32 * 151);
  });
});
