import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import { makeKeys } from './delegation/signing.ts';

interface SignedZone {
  readonly name: string;
  readonly algorithm: readonly string[];
  /** Further arguments of dnssec-signzone. */
  readonly signing: readonly string[];
  readonly source?: string;
}

const ecdsa = ['-a', 'ECDSAP256SHA256'];
const rsa = ['-a', 'RSASHA256', '-b', '2048'];
const longPast = ['-s', '20200101000000', '-e', '20200201000000'];

const signedChildren: readonly SignedZone[] = [
  { name: 'all.test', algorithm: ecdsa, signing: ['-3', 'aabbccdd', '-H', '0'] },
  { name: 'nsec.test', algorithm: rsa, signing: [] },
  { name: 'bogus.test', algorithm: ecdsa, signing: [], source: 'broken.zone' },
  { name: 'expired.test', algorithm: ecdsa, signing: longPast, source: 'broken.zone' },
];
const parent: SignedZone = { name: 'test', algorithm: ecdsa, signing: [] };
const unsigned = ['plain.test', 'edge.test', 'refused.test', 'tls.test', 'unkeyed.test'];

/** The zones of the authoritative server, including the root; each has the file `ZONE.zone`, the root `root.zone`. */
export const servedZones = ['.', parent.name, ...signedChildren.map(({ name }) => name), ...unsigned];

/** Writes all zone files to the directory, and signs those that are signed. */
export async function writeZones(directory: string): Promise<void> {
  await Promise.all([
    ...['root', ...unsigned].map((name) => copyFile(sourceFile(`${name}.zone`), zoneFile(directory, name))),
    ...signedChildren.map((zone) => signZone(zone, directory)),
  ]);
  await appendFile(zoneFile(directory, 'edge.test'), longText());
  await spoil(zoneFile(directory, 'bogus.test'));
  await signZone(parent, directory, await delegationSigners(directory));
}

export function zoneFile(directory: string, zone: string): string {
  return join(directory, `${zone === '.' ? 'root' : zone}.zone`);
}

/** The file with the DS records of `test`, the trust anchor. */
export function trustAnchorFile(directory: string): string {
  return join(directory, `dsset-${parent.name}.`);
}

function sourceFile(name: string): URL {
  return new URL(`../../zones/${name}`, import.meta.url);
}

/** Keys and DS records are written beside the zone; `-O full` writes one record per line. */
async function signZone(zone: SignedZone, directory: string, more = ''): Promise<void> {
  const unsignedFile = join(directory, `${zone.name}.unsigned`);
  await writeFile(unsignedFile, (await readFile(sourceFile(zone.source ?? `${zone.name}.zone`), 'utf8')) + more);
  await makeKeys(directory, zone.name, [[...zone.algorithm, '-f', 'KSK', '-P', 'sync', 'now'], zone.algorithm]);
  const files = ['-f', zoneFile(directory, zone.name), unsignedFile];
  const smart = ['-q', '-S', '-P', '-K', '.', '-d', '.', '-O', 'full', '-o', zone.name];
  await runCommand('dnssec-signzone', [...smart, ...zone.signing, ...files], directory);
}

async function delegationSigners(directory: string): Promise<string> {
  const sets = signedChildren.map(({ name }) => readFile(join(directory, `dsset-${name}.`), 'utf8'));
  return `\n${(await Promise.all(sets)).join('\n')}`;
}

/** The start of a configuration: Unbound in the foreground, as the current user, on one port of 127.0.0.1. */
async function spoil(file: string): Promise<void> {
  const spoiled = (await readFile(file, 'utf8')).split('\n').map((line) =>
    line
      .replace(/(\sIN SOA\s.*)hostmaster\./, '$1spoiled.')
      .replace(/(\sIN NS\s+)\S+/, '$1ns1.test.')
      .replace(/(\sIN A\s+)(127|192)\./, '$1198.')
      .replace(/(\sIN TXT\s+)"as /, '$1"not as '),
  );
  await writeFile(file, spoiled.join('\n'));
}

/** One TXT record of 184 strings with 255 octets each: 47,104 octets of RDATA. */
function longText(): string {
  const strings = Array.from({ length: 184 }, (_, index) => `"${String(index).padStart(255, '.')}"`);
  return `long IN TXT (\n${strings.join('\n')}\n)\n`;
}
