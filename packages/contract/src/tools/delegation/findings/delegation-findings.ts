import { listed } from '../../../finding/wording.ts';
import { zoneFirst } from '../data/zone-text.ts';
import { hostFindings } from './host-findings.ts';
import {
  type DelegationFinding,
  finding,
  targetServers,
  targetZone,
  type UnjudgedDelegation,
  type UnjudgedZone,
} from './subject.ts';

const TWO_DAYS_SECONDS = 172_800;

/** What parent and zone say about the name servers, and where they differ. */
export function delegationFindings(answer: UnjudgedDelegation): DelegationFinding[] {
  const zone = targetZone(answer);
  if (zone === null) return [];
  return [
    ...(zone.name === '.' ? [] : nsFindings(answer, zone)),
    ...answer.details.nsHosts.flatMap((host) => hostFindings(answer, zone, host)),
    ...sharedAddressFindings(answer, zone),
    ...networkFindings(answer, zone),
    ...familyFindings(answer, zone),
    ...aliasFindings(answer, zone),
    ...ttlFindings(answer, zone),
  ];
}

function nsFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  return [...setFindings(answer, zone), ...parentFindings(answer, zone), ...singleFindings(answer, zone)];
}

function setFindings(answer: UnjudgedDelegation, { name }: UnjudgedZone): DelegationFinding[] {
  const tellers = targetServers(answer).filter((server) => server.ns.length > 0);
  const sets = new Set(tellers.map((server) => server.ns.join(' ')));
  if (sets.size <= 1) return [];
  const list = tellers.map((server) => `${server.name} (${server.address}): ${server.ns.join(' ')}`).join('; ');
  const fix = 'Make all servers transfer the same version of the zone.';
  return [finding('ns-differ-among-servers', 'warn', name, `The servers have different NS records. ${list}.`, fix)];
}

/** Before publishing, the records that the zone has are those that are to be replaced. */
function parentFindings({ isPreFlight }: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const { name, ns, ownNs } = zone;
  const onlyParent = ns.filter((one) => !ownNs.includes(one));
  const onlyZone = ownNs.filter((one) => !ns.includes(one));
  if (ownNs.length === 0 || onlyParent.length + onlyZone.length === 0) return [];
  const upper = isPreFlight ? 'the delegation to be published' : (zone.parent ?? '.');
  const sides = [
    ...(onlyParent.length > 0 ? [`Only ${upper} lists ${onlyParent.join(', ')}.`] : []),
    ...(onlyZone.length > 0 ? [`Only ${name} lists ${onlyZone.join(', ')}.`] : []),
  ];
  const records = ownNs.map((one) => `${name}. IN NS ${one}.`).join(' ');
  const fix = isPreFlight
    ? `Before you publish it, make the delegation and the NS records of the zone the same. The zone has: ${records}`
    : `Set the zone’s name servers at the registrar: ${records}`;
  return [finding('ns-differ-from-parent', 'warn', name, sides.join(' '), fix)];
}

function singleFindings(answer: UnjudgedDelegation, { name, ns, parent }: UnjudgedZone): DelegationFinding[] {
  if (ns.length !== 1) return [];
  const networks = networksOf(answer);
  // A single name with addresses in several networks, as anycast operators have, is more than one machine.
  const isSpread = networks.all.length > networks.families;
  const where = isSpread ? `, with addresses in ${networks.all.join(' and ')}` : '';
  const fix = isSpread ? null : 'Add a second server in another network.';
  const evidence = `${parent ?? '.'} lists only ${ns[0]}${where}.`;
  return [finding('one-name-server', isSpread ? 'note' : 'warn', name, evidence, fix)];
}

/** Two names for one address are one server. */
function sharedAddressFindings(answer: UnjudgedDelegation, { name }: UnjudgedZone): DelegationFinding[] {
  const names = new Map<string, Set<string>>();
  for (const { address, name: server } of targetServers(answer)) {
    names.set(address, (names.get(address) ?? new Set()).add(server));
  }
  const shared = [...names].filter(([, servers]) => servers.size > 1);
  if (shared.length === 0) return [];
  const list = shared.map(([address, servers]) => `${listed([...servers])} have the address ${address}`).join('; ');
  return [finding('servers-share-address', 'warn', name, `${list}.`, 'Add a second server in another network.')];
}

function networkFindings(answer: UnjudgedDelegation, { name }: UnjudgedZone): DelegationFinding[] {
  const { all, families } = networksOf(answer);
  // For a single server this has been reported already.
  const servers = targetServers(answer);
  const names = new Set(servers.map((server) => server.name));
  const addresses = new Set(servers.map(({ address }) => address));
  // And so has that all names have one address.
  if (names.size < 2 || all.length > families || addresses.size <= families) return [];
  return [
    finding(
      'one-network',
      'note',
      name,
      `All name servers are in ${all.join(' and ')}.`,
      'Add a server in another network.',
    ),
  ];
}

/** Many resolvers lack IPv6; those without IPv4 can reach the servers of hardly any zone (RFC 3901). */
function familyFindings(answer: UnjudgedDelegation, { name }: UnjudgedZone): DelegationFinding[] {
  const servers = targetServers(answer);
  if (servers.length === 0 || servers.some(({ family }) => family === 4)) return [];
  const evidence = `All addresses of its name servers are IPv6: ${servers.map(({ address }) => address).join(', ')}.`;
  return [finding('servers-without-ipv4', 'note', name, evidence, 'Add a server with an IPv4 address.')];
}

/** The networks of the servers' addresses, and the number of address families among them. */
function networksOf(answer: UnjudgedDelegation): { readonly all: readonly string[]; readonly families: number } {
  const addresses = targetServers(answer).map(({ address }) => address);
  const families = new Set(addresses.map((address) => address.includes(':'))).size;
  return { all: [...new Set(addresses.map(networkOf))], families };
}

/** The /24 of an IPv4 address; the /48 of an IPv6 address in canonical form. */
function networkOf(address: string): string {
  if (!address.includes(':')) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0');
  const groups = address.includes('::') ? [...(before ?? []), ...zeros, ...(after ?? [])] : address.split(':');
  return `${groups.slice(0, 3).join(':')}::/48`;
}

function aliasFindings({ details }: UnjudgedDelegation, { name }: UnjudgedZone): DelegationFinding[] {
  if (details.isApexAlias !== true) return [];
  const evidence = `${zoneFirst(name)} has a CNAME record at its apex.`;
  return [finding('apex-alias', 'bad', name, evidence, 'Replace it with A and AAAA records.')];
}

/** The registry sets the TTLs at the parent, and the zone those of its own records. */
function ttlFindings({ details }: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  if (zone.name === '.') return [];
  const own = { 'NS records of the zone': details.nsTtlSeconds };
  const upper = { 'NS records of the parent': zone.nsTtlSeconds, 'DS records': details.dsTtlSeconds };
  const long = (ttls: Readonly<Record<string, number | null>>) =>
    Object.entries(ttls).flatMap(([what, ttl]) =>
      ttl !== null && ttl > TWO_DAYS_SECONDS ? `${what}: ${ttl} seconds` : [],
    );
  const [ownLong, upperLong] = [long(own), long(upper)];
  if (ownLong.length + upperLong.length === 0) return [];
  const fix = ownLong.length > 0 ? 'In the zone, lower the TTL of the NS records to 86400 or less.' : null;
  return [finding('delegation-ttl-long', 'note', zone.name, `${[...upperLong, ...ownLong].join('; ')}.`, fix)];
}
