import { type ProgramName, type WorldServerName, worldServers } from './addresses.ts';

/** One zone of the delegation world and its flaw. Omitted fields mean a correct zone. */
export interface WorldZone {
  readonly name: string;
  /** Its name servers, named ns1 and so on in the zone; default: BIND and Knot. */
  readonly servers?: readonly WorldServerName[];
  /** Families of their addresses; default: both. */
  readonly families?: readonly (4 | 6)[];
  /** Programs that have the zone; default: those of its servers. */
  readonly holders?: readonly ProgramName[];
  /** Changes the usual data, everywhere or at one program. */
  readonly text?: (usual: string) => string;
  readonly textAt?: Partial<Record<ProgramName, (usual: string) => string>>;
  /** Changes the usual NS and glue records in the parent. */
  readonly delegation?: (usual: string) => string;
  /** Arguments of dnssec-keygen, one key each; null: not signed. */
  readonly keys?: readonly (readonly string[])[] | null;
  /** Further arguments of dnssec-signzone. */
  readonly signing?: readonly string[];
  readonly signingAt?: Partial<Record<ProgramName, readonly string[]>>;
  /** Each program signs with its own keys, and all publish all of them (RFC 8901, model 2). */
  readonly isMultiSigner?: boolean;
  /** Changes the signed zone file, everywhere or at one program. */
  readonly spoil?: (signed: string) => string;
  readonly spoilAt?: Partial<Record<ProgramName, (signed: string) => string>>;
  /** Makes the parent's DS lines from the correct ones. */
  readonly ds?: (own: string) => string;
  /** The digest type of the correct DS lines; default: SHA-256. */
  readonly digest?: 'SHA-1' | 'SHA-384';
}

const defaultServers: readonly WorldServerName[] = ['bind', 'knot'];

const ecdsa = ['-a', 'ECDSAP256SHA256'];
/** A key signing key and a zone signing key. */
export const keyPair = (...algorithm: readonly string[]) => [['-f', 'KSK', ...algorithm], algorithm];
export const usualKeys = keyPair(...ecdsa);
/** A single key with the SEP flag. */
export const oneKey = [['-f', 'KSK', ...ecdsa]];

/** `ns1 IN A …`, one line for each address. */
function hostLines({ servers = defaultServers, families = [4, 6] }: WorldZone, below = ''): string {
  return servers
    .flatMap((server, index) => {
      const { ipv4, ipv6 } = worldServers[server];
      const name = `ns${index + 1}${below}`;
      return [
        ...(families.includes(4) ? [`${name} IN A ${ipv4}`] : []),
        ...(families.includes(6) ? [`${name} IN AAAA ${ipv6}`] : []),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** The data of a correct zone, without the records for its children. */
export function usualText(zone: WorldZone): string {
  const { servers = defaultServers } = zone;
  const ns = servers.map((_, index) => `@ IN NS ns${index + 1}\n`).join('');
  return `@ IN SOA ns1 hostmaster 1 7200 3600 1209600 3600\n${ns}${hostLines(zone)}www IN A 192.0.2.80\n`;
}

/** Correct NS and glue records for the parent. */
export function usualDelegation(zone: WorldZone): string {
  const { name, servers = defaultServers } = zone;
  const ns = servers.map((_, index) => `${name}. IN NS ns${index + 1}.${name}.\n`).join('');
  return ns + hostLines(zone, `.${name}.`);
}

/** The programs that have a zone. */
export function holdersOf({ servers = defaultServers, holders }: WorldZone): readonly ProgramName[] {
  return holders ?? [...new Set(servers.flatMap((server) => worldServers[server].program ?? []))];
}

/** The zone above: the longest name in the list that contains this one. */
export function parentOf(name: string, names: readonly string[]): string {
  const above = names.filter((one) => one !== '.' && one !== name && name.endsWith(`.${one}`));
  return above.sort((a, b) => b.length - a.length)[0] ?? '.';
}

/** Removes the lines of a zone file that match. */
export function withoutLines(pattern: RegExp): (text: string) => string {
  return (text) =>
    text
      .split('\n')
      .filter((line) => !pattern.test(line))
      .join('\n');
}

/** Adds lines at the end. */
export function withLines(...lines: readonly string[]): (text: string) => string {
  return (text) => `${text}${lines.join('\n')}\n`;
}
