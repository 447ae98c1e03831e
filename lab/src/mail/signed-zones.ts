import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dsLines, makeKeys, signZone } from '../dns/delegation/signing.ts';
import { oneKey } from '../dns/delegation/zone-spec.ts';

/** A zone of the mail world: the records after SOA and NS. */
export interface MailZone {
  readonly text: string;
  /** Default: signed, with a DS record in the parent. `bogus`: its MX record was changed after signing. */
  readonly signing?: 'unsigned' | 'bogus';
}

/** Address of the one name server of the world, which has all zones. */
const NAME_SERVER = '127.0.0.1';

const header = (zone: string) => `$ORIGIN ${zone === '.' ? '.' : `${zone}.`}
$TTL 300
@ SOA ns.test. hostmaster.test. 1 7200 3600 1209600 300
@ NS ns.test.
`;

/**
 * Writes `test` with these zones below it, and a root, all signed by default.
 * @param delegated lines for the root: zones served elsewhere.
 * @returns the zone files by zone, the hints, and the DS lines of the root.
 */
export async function writeZones(
  directory: string,
  zones: Readonly<Record<string, MailZone>>,
  delegated: string,
): Promise<{
  readonly files: Readonly<Record<string, string>>;
  readonly hintsFile: string;
  readonly anchorsFile: string;
}> {
  const fileOf = (zone: string) => join(directory, `${zone === '.' ? 'root' : zone}.zone`);
  const sign = async (zone: string, text: string): Promise<string> => {
    const folder = join(directory, `keys-${zone}`);
    await makeKeys(folder, zone, oneKey);
    const from = join(folder, 'unsigned');
    await writeFile(from, header(zone) + text);
    await signZone(folder, { zone, from, to: fileOf(zone), args: ['-z'] });
    return dsLines(folder);
  };
  await mkdir(directory, { recursive: true });
  const delegations = await Promise.all(
    Object.entries(zones).map(async ([zone, { text, signing }]) => {
      const ns = `${zone}. NS ns.test.\n`;
      if (signing === 'unsigned') {
        await writeFile(fileOf(zone), header(zone) + text);
        return ns;
      }
      const ds = await sign(zone, text);
      if (signing === 'bogus') {
        const signed = await readFile(fileOf(zone), 'utf8');
        await writeFile(fileOf(zone), signed.replace(/(\sMX\s+)10\s/, '$1 11 '));
      }
      return ns + ds;
    }),
  );
  const ds = await sign('test', `ns A ${NAME_SERVER}\n${delegations.join('\n')}`);
  await sign('.', `test. NS ns.test.\nns.test. A ${NAME_SERVER}\n${ds}${delegated}`);
  const hintsFile = join(directory, 'root.hints');
  await writeFile(hintsFile, `. 3600000 NS ns.test.\nns.test. 3600000 A ${NAME_SERVER}\n`);
  const anchorsFile = join(directory, 'root.anchors');
  await writeFile(anchorsFile, await dsLines(join(directory, 'keys-.')));
  const names = ['.', 'test', ...Object.keys(zones)];
  return { files: Object.fromEntries(names.map((zone) => [zone, fileOf(zone)])), hintsFile, anchorsFile };
}
