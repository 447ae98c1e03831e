import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, fits, readTlsa, type Tlsa } from './tlsa.ts';

let folder: string;
let [ca, other, leaf]: X509Certificate[] = [];
const DAY_MS = 86_400_000;
const now = () => new Date();

/** Certificates made by OpenSSL: an authority, another one with the same name, and a server's. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tlsa-'));
  const run = (...args: string[]) => runCommand('openssl', args, folder);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (name: string) =>
    run('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '9', '-subj', '/CN=CA');
  await authority('ca');
  await authority('other');
  await run('req', '-new', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=mx');
  writeFileSync(join(folder, 'ext'), 'subjectAltName=DNS:mx.example.com\n');
  await run(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-days',
    '9',
    '-extfile',
    'ext',
    '-out',
    'leaf.pem',
  );
  [ca, other, leaf] = ['ca', 'other', 'leaf'].map(
    (name) => new X509Certificate(readFileSync(join(folder, `${name}.pem`))),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (one: X509Certificate | undefined) =>
  one?.publicKey.export({ type: 'spki', format: 'der' }) ?? Buffer.alloc(0);
const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex').toUpperCase();
const sha256 = (octets: Uint8Array) => hex(createHash('sha256').update(octets).digest());
const chainOf = (...all: (X509Certificate | undefined)[]): Chain =>
  all.flatMap((one) => (one === undefined ? [] : [one.raw]));

function tlsa(...fields: string[]): Tlsa {
  const read = readTlsa(fields);
  if (read === null) throw new Error('not usable');
  return read;
}
const names = ['mx.example.com', 'example.com'];

describe('TLSA records', () => {
  it.each([
    ['usage 0', ['0', '1', '1', 'AB'.repeat(32)]],
    ['usage 1', ['1', '1', '1', 'AB'.repeat(32)]],
    ['another usage', ['255', '1', '1', 'AB'.repeat(32)]],
    ['another selector', ['3', '2', '1', 'AB'.repeat(32)]],
    ['another matching type', ['3', '1', '3', 'AB'.repeat(32)]],
    ['a digest that is too short', ['3', '1', '1', 'AB']],
    ['a digest of the other type', ['3', '1', '2', 'AB'.repeat(32)]],
    ['no data', ['3', '1', '0', '']],
    ['no key', ['3', '1', '0', 'ABCD']],
    ['no hex', ['3', '1', '1', 'X'.repeat(64)]],
  ])('%s cannot be used for mail', (_, fields) => {
    expect(readTlsa(fields)).toBeNull();
  });

  it('of usage 3 are compared with the first certificate only, ignoring names and validity', () => {
    const later = new Date(Date.now() + 100 * DAY_MS);
    for (const one of [
      tlsa('3', '1', '1', sha256(keyOf(leaf))),
      tlsa('3', '0', '1', sha256(leaf?.raw ?? Buffer.alloc(0))),
    ]) {
      expect(fits(one, chainOf(leaf), ['mx.elsewhere.example'], later)).toBe(true);
      expect(fits(one, chainOf(ca, leaf), names, now())).toBe(false);
    }
    expect(fits(tlsa('3', '1', '0', hex(keyOf(leaf))), chainOf(leaf), names, now())).toBe(true);
  });

  it('of usage 2 require a path of signatures to the named authority', () => {
    const byKey = tlsa('2', '1', '1', sha256(keyOf(ca)));
    expect(fits(byKey, chainOf(leaf, ca), names, now())).toBe(true);
    expect(fits(byKey, chainOf(leaf, other, ca), names, now())).toBe(true);
    // Named and sent, but it signed nothing.
    expect(fits(tlsa('2', '1', '1', sha256(keyOf(other))), chainOf(leaf, other), names, now())).toBe(false);
    expect(fits(byKey, chainOf(leaf), names, now())).toBe(false);
  });

  it('of usage 2 may contain the whole authority, which servers then need not send', () => {
    expect(fits(tlsa('2', '0', '0', hex(ca?.raw ?? Buffer.alloc(0))), chainOf(leaf), names, now())).toBe(true);
    expect(fits(tlsa('2', '1', '0', hex(keyOf(ca))), chainOf(leaf), names, now())).toBe(true);
    expect(fits(tlsa('2', '1', '0', hex(keyOf(other))), chainOf(leaf), names, now())).toBe(false);
  });

  it('of usage 2 do not match another name or outside the validity period', () => {
    const byKey = tlsa('2', '1', '1', sha256(keyOf(ca)));
    expect(fits(byKey, chainOf(leaf, ca), ['mx.elsewhere.example'], now())).toBe(false);
    expect(fits(byKey, chainOf(leaf, ca), names, new Date(Date.now() + 100 * DAY_MS))).toBe(false);
  });

  it("of usage 2 do not match the server's own certificate, unless it is self-signed", () => {
    expect(fits(tlsa('2', '1', '1', sha256(keyOf(leaf))), chainOf(leaf, ca), names, now())).toBe(false);
  });

  it.each([[[]], [[Buffer.from('no certificate')]]])('fit no chain of %j', (chain) => {
    expect(fits(tlsa('3', '1', '1', 'AB'.repeat(32)), chain, names, now())).toBe(false);
  });
});
