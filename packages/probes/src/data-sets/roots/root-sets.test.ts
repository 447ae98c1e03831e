import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@sonde/lab';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { openSlots } from '../../data/open-slots.ts';
import { bundledRoots } from '../../testing/roots-of.ts';
import { createRootAnchorsSet, rootHintsSet } from './root-sets.ts';

const samples = new URL('./samples/', import.meta.url).pathname;
const never = new AbortController().signal;
/** The signature was made then; the certificate of its signer was valid for a year and a half more. */
const SIGNED = '2024-10-22T18:10:05.000Z';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-roots-'));
});
afterEach(() => rm(folder, { recursive: true }));

const machine = (now: number) =>
  openSlots({ dataFolder: folder, fetch: null, findBundled: () => null, now: () => now });

describe('the keys of the root', () => {
  const anchors = (at: string, ...authority: [] | [X509Certificate]) => {
    const now = Date.parse(at);
    return machine(now).of(createRootAnchorsSet(...(authority.length > 0 ? authority : [undefined]), () => now));
  };

  it('are those that IANA has signed', async () => {
    const set = anchors('2025-01-01T00:00:00Z');
    expect(await set.renew?.([`${samples}root-anchors.xml`], never)).toEqual({
      isNew: true,
      text: `Keys of the DNS root: now of ${SIGNED} (keys 20326, 38696)`,
    });
    expect(await set.copy()).toEqual({ date: SIGNED, origin: 'updated' });
    expect((await set.current()).ds).toEqual(bundledRoots.anchors.ds);
  });

  it('are valid at the time of the update only', async () => {
    const set = anchors('2024-07-17T23:59:59Z');
    await writeFile(join(folder, 'root-anchors.xml'), await readFile(`${samples}root-anchors.xml`));
    await writeFile(join(folder, 'root-anchors.p7s'), await readFile(`${samples}root-anchors.p7s`));
    await expect(set.renew?.([join(folder, 'root-anchors.xml')], never)).rejects.toThrow('lies in the future');
  });

  test.each<readonly [string, (file: Buffer, signature: Buffer) => [Buffer, Buffer], RegExp]>([
    [
      'another digest',
      (file, signature) => [Buffer.from(file.toString().replace('E06D', 'E06E')), signature],
      /another content/,
    ],
    [
      'another signature',
      (file, signature) => [file, Buffer.from(signature).fill(0, signature.length - 40)],
      /does not verify/,
    ],
    [
      'other attributes',
      (file, signature) => [file, flipped(signature, '241022181005Z', '251022181005Z')],
      /does not verify/,
    ],
    ['no signature', (file) => [file, Buffer.from('not signed')], /not valid: a value/],
    ['half of a signature', (file, signature) => [file, signature.subarray(0, 900)], /not valid: a value longer/],
  ])('%s is refused', async (_, change, reason) => {
    const set = anchors('2025-01-01T00:00:00Z');
    const read = await Promise.all(['xml', 'p7s'].map((end) => readFile(`${samples}root-anchors.${end}`)));
    const [file, signature] = change(read[0] ?? Buffer.alloc(0), read[1] ?? Buffer.alloc(0));
    await writeFile(join(folder, 'root-anchors.xml'), file);
    await writeFile(join(folder, 'root-anchors.p7s'), signature);
    await expect(set.renew?.([join(folder, 'root-anchors.xml')], never)).rejects.toThrow(reason);
    expect((await set.copy())?.origin).toBe('bundled');
  });

  it('an expired signer is refused, and so is one of another authority', async () => {
    const late = anchors('2026-07-08T00:00:00Z');
    await expect(late.renew?.([`${samples}root-anchors.xml`], never)).rejects.toThrow(
      'a certificate of the signer was valid until 2026-07-07T22:48:13.000Z',
    );
    const other = anchors('2025-01-01T00:00:00Z', await selfSigned());
    await expect(other.renew?.([`${samples}root-anchors.xml`], never)).rejects.toThrow('no certificate of the trusted');
  });
});

async function selfSigned(): Promise<X509Certificate> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = join(folder, 'key.pem');
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const subject = '/O=ICANN/OU=ICANN Certification Authority/CN=ICANN Root CA/C=US';
  return new X509Certificate(
    await runCommand('openssl', ['req', '-x509', '-key', key, '-days', '9000', '-subj', subject]),
  );
}

function flipped(octets: Buffer, from: string, to: string): Buffer {
  return Buffer.from(octets.toString('latin1').replace(from, to), 'latin1');
}

describe('the root servers', () => {
  it('are those of InterNIC', async () => {
    const set = machine(Date.now()).of(rootHintsSet);
    const text = await readFile(`${samples}named.root`, 'latin1');
    expect(await set.renew?.([`${samples}named.root`], never)).toMatchObject({ isNew: false });
    const newer = join(folder, 'named.root');
    await writeFile(newer, text.replace('2024041801', '2026090101').replace('198.41.0.4', '198.41.0.5'));
    expect(await set.renew?.([newer], never)).toEqual({
      isNew: true,
      text: 'Root servers: now of 2026-09-01T00:00:00.000Z (13 servers)',
    });
    expect((await set.current()).servers[0]?.addresses).toContain('198.41.0.5');
    for (const [wrong, reason] of [
      [text.replace('2024041801', '2026100101').replaceAll(/^[A-F]\.ROOT.*$/gm, ''), 'It has 7 servers.'],
      [text.replace('2024041801', '2026100101').replaceAll(/\d+\.\d+\.\d+\.(\d+)/g, '192.0.2.$1'), 'Of 26 addresses'],
      [text.replace('related', ''), 'does not say of which day'],
      ['; related version of root zone: 2026100101\nhello', 'is no hints file'],
    ] as const) {
      await writeFile(newer, wrong);
      await expect(set.renew?.([newer], never)).rejects.toThrow(reason);
    }
  });
});
