import { isIPv6, type RefusedRange, refusedRanges } from './refused-ranges.ts';
import { networkAddresses, networkTargets, zone } from './topology.ts';

const { fast, silent } = networkTargets;
const soa = '300 IN SOA ns1.resolver hostmaster.resolver 1 7200 3600 1209600 300';

/** The name in the lab's DNS whose only address is in this range. */
export function refusedName({ prefix }: RefusedRange): string {
  return `${prefix.replaceAll(/[.:/]+/g, '-').replace(/^-/, 'all-')}.refused.${zone}`;
}

/** Names that lead to refused addresses in various ways; `fast` is an allowed target. */
const traps = `
mixed           A     ${fast.ipv4}
                A     10.0.0.5
                AAAA  ${fast.ipv6}
                AAAA  fd00::5
mixed-private   A     10.0.0.5
                AAAA  fd00::5
public-private6 A     ${fast.ipv4}
                AAAA  fd00::5
broken6         A     ${fast.ipv4}
                AAAA  ${silent.ipv6}
private         A     10.0.0.5
metadata        A     169.254.169.254
loopback        A     127.0.0.1
                AAAA  ::1
zero            A     0.0.0.0
                AAAA  ::
own             A     ${networkAddresses.client.ipv4}
                AAAA  ${networkAddresses.client.ipv6}
mapped          AAAA  ::ffff:10.0.0.5
mapped-public   AAAA  ::ffff:${fast.ipv4}
compatible      AAAA  ::10.0.0.5
translated      AAAA  ::ffff:0:10.0.0.5
nat64           AAAA  64:ff9b::10.0.0.5
nat64-public    A     ${fast.ipv4}
                AAAA  64:ff9b::${fast.ipv4}
nat64-local     AAAA  64:ff9b:1::10.0.0.5
sixtofour       AAAA  2002:a00:5::1
teredo          AAAA  2001:0:a00:5::1
chain           CNAME chain2
chain2          CNAME chain3.other.test.
chain3          CNAME metadata
chain-public    CNAME fast.other.test.
chain-localhost CNAME localhost.
loop            CNAME loop2
loop2           CNAME loop
dangling        CNAME nowhere
mail            MX    10 private
                MX    20 fast
                MX    30 metadata
service         SRV   0 0 443 private
escaped         CNAME 127.0.0.1.
`;

let rebindingNames = 0;

/**
 * A new name whose answers alternate between the given addresses, separately for each family, with TTL 0. IPv6 addresses
 * are groups of hexadecimal digits, with or without `::`.
 */
export function rebindingName(texts: readonly string[]): string {
  rebindingNames += 1;
  return [`n${rebindingNames}`, ...texts.map(hexadecimal), 'rebind.test'].join('.');
}

function hexadecimal(text: string): string {
  if (!isIPv6(text)) return Buffer.from(text.split('.').map(Number)).toString('hex');
  const [before = [], after = []] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
}

/** Zone files by zone name. NS records of the separate zones are data, not delegations. */
export function zoneFiles(): Record<string, string> {
  const hosts = Object.entries(networkTargets).flatMap(([name, target]) => [
    ...(target.ipv4 ? [`${name} A ${target.ipv4}`, `${name}4 A ${target.ipv4}`] : []),
    `${name} AAAA ${target.ipv6}`,
    `${name}6 AAAA ${target.ipv6}`,
  ]);
  const refused = refusedRanges.map(
    (range) => `${refusedName(range)}. ${isIPv6(range.prefix) ? 'AAAA' : 'A'} ${range.address}`,
  );
  const head = (origin: string) => `$ORIGIN ${origin}\n$TTL 300\n@ ${soa}\n`;
  return {
    '.': `${head('.')}@ NS ns1.resolver.\n`,
    [zone]: `${head(`${zone}.`)}@ NS fast\n@ A ${fast.ipv4}\n${hosts.join('\n')}\n${traps}\n${refused.join('\n')}\n`,
    'other.test': `${head('other.test.')}@ NS fast.${zone}.\nfast CNAME fast.${zone}.\nchain3 CNAME chain3.${zone}.\n`,
    'private-servers.test': `${head('private-servers.test.')}@ NS private.${zone}.\n@ NS metadata.${zone}.\n@ A ${fast.ipv4}\n`,
  };
}
