import { zoneFirst, zoneText } from '../data/zone-text.ts';
import {
  type DelegationAnswer,
  type DelegationFinding,
  finding,
  targetServers,
  targetZone,
  type Zone,
} from './subject.ts';

const TWO_DAYS_SECONDS = 172_800;

type Host = DelegationAnswer['details']['nsHosts'][number];

/** What parent and zone say about the name servers, and where they differ. */
export function delegationFindings(answer: DelegationAnswer): DelegationFinding[] {
  const zone = targetZone(answer);
  if (zone === null) return [];
  return [
    ...(zone.name === '.' ? [] : nsFindings(answer, zone)),
    ...answer.details.nsHosts.flatMap((host) => hostFindings(answer, zone, host)),
    ...networkFindings(answer, zone),
    ...familyFindings(answer, zone),
    ...nameFindings(answer, zone),
  ];
}

function nsFindings(answer: DelegationAnswer, zone: Zone): DelegationFinding[] {
  const { name, ns, ownNs, parent } = zone;
  const found: DelegationFinding[] = [];
  const tellers = targetServers(answer).filter((server) => server.ns.length > 0);
  const sets = new Set(tellers.map((server) => server.ns.join(' ')));
  if (sets.size > 1) {
    const list = tellers.map((server) => `${server.name} (${server.address}): ${server.ns.join(' ')}`).join('; ');
    found.push(
      finding(
        'ns-differ-among-servers',
        'warn',
        name,
        `The servers have different NS records. ${list}.`,
        'Make all servers transfer the same version of the zone.',
      ),
    );
  }
  const onlyParent = ns.filter((one) => !ownNs.includes(one));
  const onlyZone = ownNs.filter((one) => !ns.includes(one));
  if (ownNs.length > 0 && onlyParent.length + onlyZone.length > 0) {
    const sides = [
      onlyParent.length > 0
        ? `Only ${answer.isPreFlight ? 'the query' : (parent ?? '.')} lists ${onlyParent.join(', ')}.`
        : '',
      onlyZone.length > 0 ? `Only ${name} lists ${onlyZone.join(', ')}.` : '',
    ];
    const records = ownNs.map((one) => `${name}. IN NS ${one}.`).join(' ');
    found.push(
      finding(
        'ns-differ-from-parent',
        'warn',
        name,
        sides.filter((one) => one !== '').join(' '),
        `Set the zone’s name servers at the registrar: ${records}`,
      ),
    );
  }
  if (ns.length === 1) {
    const networks = networksOf(answer);
    // A single name with addresses in several networks, as anycast operators have, is more than one machine.
    const isSpread = networks.all.length > networks.families;
    const where = isSpread ? `, with addresses in ${networks.all.join(' and ')}` : '';
    found.push(
      finding(
        'one-name-server',
        isSpread ? 'note' : 'warn',
        name,
        `${parent ?? '.'} lists only ${ns[0]}${where}.`,
        isSpread ? null : 'Add a second server in another network.',
      ),
    );
  }
  return found;
}

function hostFindings(answer: DelegationAnswer, zone: Zone, host: Host): DelegationFinding[] {
  const { name, glue, ownAddresses, problem, isListed } = host;
  if (problem === 'alias') {
    return [finding('ns-alias', 'bad', name, `${name} has a CNAME record.`, 'Use the name at the end of the alias.')];
  }
  const isInZone = name === zone.name || name.endsWith(`.${zone.name}`);
  if (isInZone && isListed && glue.length === 0 && !answer.isPreFlight) {
    const lines = (ownAddresses ?? []).map((address) => glueLine(name, address)).join(' ');
    const evidence = `${zoneFirst(zone.parent ?? '.')} lists ${name} for ${zone.name} without an address.`;
    return [
      finding(
        'glue-missing',
        'bad',
        name,
        evidence,
        lines === '' ? `Add the addresses of ${name} to the delegation.` : `Add to the delegation: ${lines}`,
      ),
    ];
  }
  if (problem === 'no-address') {
    return [
      finding(
        'ns-without-address',
        'bad',
        name,
        `No address was found for ${name}.`,
        'Add an address record for it, or use another server.',
      ),
    ];
  }
  if (ownAddresses === null || glue.length === 0) return [];
  const wrong = glue.filter((address) => !ownAddresses.includes(address));
  const left = ownAddresses.filter((address) => !glue.includes(address));
  if (wrong.length === 0 && left.length === 0) return [];
  const own = ownAddresses.length === 0 ? 'no address' : ownAddresses.join(', ');
  const evidence = `For ${name}, the parent gives ${glue.join(', ')}, but the zone itself ${own}.`;
  const fix =
    ownAddresses.length === 0
      ? `Publish the addresses of ${name} in the zone.`
      : `Correct the delegation: ${ownAddresses.map((address) => glueLine(name, address)).join(' ')}`;
  return [finding('glue-differs', 'bad', name, evidence, fix)];
}

function glueLine(name: string, address: string): string {
  return `${name}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`;
}

function networkFindings(answer: DelegationAnswer, { name }: Zone): DelegationFinding[] {
  const { all, families } = networksOf(answer);
  // For a single server this has been reported already.
  const names = new Set(targetServers(answer).map((server) => server.name));
  if (names.size < 2 || all.length > families) return [];
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
function familyFindings(answer: DelegationAnswer, { name }: Zone): DelegationFinding[] {
  const servers = targetServers(answer);
  if (servers.length === 0 || servers.some(({ family }) => family === 4)) return [];
  const evidence = `All addresses of its name servers are IPv6: ${servers.map(({ address }) => address).join(', ')}.`;
  return [finding('servers-without-ipv4', 'note', name, evidence, 'Add a server with an IPv4 address.')];
}

/** The networks of the servers' addresses, and the number of address families among them. */
function networksOf(answer: DelegationAnswer): { readonly all: readonly string[]; readonly families: number } {
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

function nameFindings(answer: DelegationAnswer, zone: Zone): DelegationFinding[] {
  const { details, domain, nameExists } = answer;
  const found: DelegationFinding[] = [];
  if (nameExists === false) {
    found.push(
      finding(
        'name-missing',
        'note',
        domain,
        `The name servers of ${zoneText(zone.name)} say that ${domain} does not exist.`,
        null,
      ),
    );
  }
  if (details.isApexAlias === true) {
    found.push(
      finding(
        'apex-alias',
        'bad',
        zone.name,
        `${zoneFirst(zone.name)} has a CNAME record at its apex.`,
        'Replace it with A and AAAA records.',
      ),
    );
  }
  const ttls = {
    'NS records of the parent': zone.nsTtlSeconds,
    'NS records of the zone': details.nsTtlSeconds,
    'DS records': details.dsTtlSeconds,
  };
  const long = Object.entries(ttls).filter(([, ttl]) => ttl !== null && ttl > TWO_DAYS_SECONDS);
  if (long.length > 0 && zone.name !== '.') {
    const list = long.map(([what, ttl]) => `${what}: ${ttl} seconds`).join('; ');
    found.push(finding('delegation-ttl-long', 'note', zone.name, `${list}.`, 'Lower the TTL to 86400 or less.'));
  }
  return found;
}
