import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ProgramName, programKinds } from './addresses.ts';
import { dsLines, makeKeys, publicKeys, signZone } from './signing.ts';
import { holdersOf, parentOf, usualDelegation, usualKeys, usualText, type WorldZone } from './zone-spec.ts';

/** The zones that each program serves; the files are `PROGRAM/ZONE.zone`. */
export type Published = ReadonlyMap<ProgramName, readonly string[]>;

/** Signs all zones, children before their parents, since parents publish DS records of their children's keys. */
export async function publishZones(directory: string, zones: readonly WorldZone[]): Promise<Published> {
  const programs = Object.keys(programKinds) as ProgramName[];
  const holds = (program: ProgramName) =>
    zones.filter((zone) => holdersOf(zone).includes(program)).map(({ name }) => name);
  await Promise.all(programs.map((program) => mkdir(join(directory, program))));
  const names = zones.map(({ name }) => name);
  const delegations = new Map<string, string[]>();
  const depths = [...new Set(zones.map(depthOf))].sort((a, b) => b - a);
  for (const depth of depths) {
    await allOf(
      zones
        .filter((zone) => depthOf(zone) === depth)
        .map(async (zone) => {
          const ds = await publish(directory, zone, (delegations.get(zone.name) ?? []).join(''));
          if (zone.name === '.') return;
          const parent = parentOf(zone.name, names);
          const usual = usualDelegation(zone);
          const own = zone.delegation === undefined ? usual : zone.delegation(usual);
          delegations.set(parent, [...(delegations.get(parent) ?? []), own, zone.ds === undefined ? ds : zone.ds(ds)]);
        }),
    );
  }
  return new Map(programs.map((program) => [program, holds(program)]));
}

function depthOf({ name }: WorldZone): number {
  return name === '.' ? 0 : name.split('.').length;
}

/** The file name of a zone; the root cannot be called `.`. */
export function zoneFile(zone: string): string {
  return `${zone === '.' ? 'root' : zone}.zone`;
}

/** Writes the files of one zone, and returns its DS lines. */
async function publish(directory: string, zone: WorldZone, delegations: string): Promise<string> {
  const { name, keys = usualKeys, isMultiSigner = false } = zone;
  const holders = holdersOf(zone);
  const usual = usualText(zone);
  const base = zone.text === undefined ? usual : zone.text(usual);
  const folderOf = (program: ProgramName) =>
    join(directory, 'keys', isMultiSigner ? `${name}-${program}` : `${name}-all`);
  const folders = [...new Set(holders.map(folderOf))];
  if (keys !== null) await Promise.all(folders.map((folder) => makeKeys(folder, name, keys, basename(folder))));
  const everyKey = isMultiSigner ? (await Promise.all(folders.map(publicKeys))).flat() : [];
  const made = new Map<string, Promise<string>>();
  await allOf(
    holders.map(async (program, index) => {
      const text = zone.textAt?.[program]?.(usual) ?? base;
      const args = zone.signingAt?.[program] ?? zone.signing ?? [];
      const what = `${text}${args.join(' ')}${folderOf(program)}`;
      const whole = `$ORIGIN ${name === '.' ? '.' : `${name}.`}\n$TTL 3600\n${text}${delegations}${everyKey.join('\n')}\n`;
      const signed = made.get(what) ?? sign(folderOf(program), zone, whole, [String(index), ...args]);
      made.set(what, signed);
      const spoil = zone.spoilAt?.[program] ?? zone.spoil ?? ((same: string) => same);
      await writeFile(join(directory, program, zoneFile(name)), spoil(await signed));
    }),
  );
  if (keys === null) return '';
  return (await Promise.all(folders.map((folder) => trueDs(folder, zone)))).join('');
}

async function sign(
  folder: string,
  { name, keys }: WorldZone,
  text: string,
  [number = '', ...args]: readonly string[],
): Promise<string> {
  if (keys === null) return text;
  const [from, to] = [join(folder, `unsigned-${number}`), join(folder, `signed-${number}`)];
  await writeFile(from, text);
  await signZone(folder, { zone: name, from, to, args });
  return readFile(to, 'utf8');
}

/** dnssec-signzone writes SHA-256 digests of the keys with the SEP flag. */
async function trueDs(folder: string, { name, digest }: WorldZone): Promise<string> {
  const left = await readFile(join(folder, `dsset-${name === '.' ? '' : name}.`), 'utf8').catch(() => '');
  return digest === undefined && left.trim() !== '' ? left : dsLines(folder, digest);
}

/** Waits for all, even if one fails: nothing may still write files into a directory that is being removed. */
async function allOf(promises: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
