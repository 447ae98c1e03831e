import { rcodeName } from '../../../dns/rcode-name.ts';
import { serialDistance, serialOrder } from '../../../dns/serial-number.ts';
import { zoneText } from '../data/zone-text.ts';
import {
  type DelegationFinding,
  finding,
  shown,
  targetServers,
  type UnjudgedDelegation,
  type UnjudgedServer,
} from './subject.ts';

/** RFC 1912 section 2.2. A shorter expiry time may pass during a long weekend. */
const SHORTEST_EXPIRY_SECONDS = 604_800;
/** RFC 2308 section 5: longer times have been a problem. */
const LONGEST_NEGATIVE_TTL_SECONDS = 86_400;

/** Problems of the zone's name servers, by address. */
export function serverFindings(answer: UnjudgedDelegation): DelegationFinding[] {
  const servers = targetServers(answer);
  return [
    ...servers.flatMap((server) => answerFinding(answer, server) ?? []),
    ...servers.flatMap(behaviourFindings),
    ...serialFindings(answer, servers),
    ...soaFindings(answer),
  ];
}

function answerFinding({ zone }: UnjudgedDelegation, server: UnjudgedServer): DelegationFinding | null {
  const { name, address, answered, authoritative, rcode, reason } = server;
  if (reason === 'special-use') {
    return finding(
      'server-special-use',
      'bad',
      name,
      `${name} has the address ${address}, which is special-use.`,
      `Publish a public address for ${name}.`,
    );
  }
  // Addresses that the operator of this server has excluded, or that exceed a limit, were not queried.
  if (reason === 'denied' || reason === 'limit' || answered === null) return null;
  if (!answered || (authoritative === null && server.udp === false && server.tcp === false)) {
    const why = reason === null ? '' : ` (${reason})`;
    return finding(
      'server-silent',
      'bad',
      name,
      `${shown(server)} does not answer over UDP or TCP${why}.`,
      `Start the server at ${address}. If it no longer exists, remove it from the delegation.`,
    );
  }
  if (authoritative === null || rcode === null) return null;
  if (rcode !== 0) {
    return finding(
      'server-refuses',
      'bad',
      name,
      `${shown(server)} answers ${rcodeName(rcode)} for ${zoneText(zone)}.`,
      `Add ${zoneText(zone)} to ${name}, or remove ${name} from the delegation.`,
    );
  }
  if (authoritative) return null;
  const what = server.refersUp
    ? 'refers to the zone itself or to a zone above'
    : 'answers without the AA flag or without the SOA record';
  return finding(
    'server-not-authoritative',
    'bad',
    name,
    `${shown(server)} ${what}.`,
    `Configure ${zoneText(zone)} on ${name}, or remove ${name} from the delegation.`,
  );
}

function behaviourFindings(server: UnjudgedServer): DelegationFinding[] {
  return [...transportFindings(server), ...ednsFindings(server), ...openFindings(server)];
}

/** Findings on one server, for those of these faults that it has. */
function faults(
  server: UnjudgedServer,
  list: readonly (readonly [
    has: boolean,
    code: DelegationFinding['code'],
    state: 'warn' | 'bad',
    what: string,
    fix: string,
  ])[],
): DelegationFinding[] {
  return list.flatMap(([has, code, state, what, fix]) =>
    has ? finding(code, state, server.name, `${shown(server)} ${what}.`, fix) : [],
  );
}

function transportFindings(server: UnjudgedServer): DelegationFinding[] {
  const { name, udp, tcp, largeUdp } = server;
  const missing = faults(server, [
    [
      udp === true && tcp === false,
      'server-without-tcp',
      'warn',
      'answers over UDP, but not over TCP',
      'Allow TCP port 53.',
    ],
    [
      udp === false && tcp === true,
      'server-without-udp',
      'bad',
      'answers over TCP, but not over UDP',
      'Allow UDP port 53.',
    ],
  ]);
  if (largeUdp === null) return missing;
  const evidence = `Answers of ${shown(server)} with up to ${largeUdp.arrived} octets arrive over UDP. The one about the keys, with ${largeUdp.lost} octets, arrives over TCP only.`;
  const fix = 'Let UDP answers of up to 1232 octets pass.';
  return [...missing, finding('server-loses-large-answers', 'warn', name, evidence, fix)];
}

function ednsFindings(server: UnjudgedServer): DelegationFinding[] {
  const fix = 'Update the server, or the firewall in front of it.';
  const onOptions = 'answers with EDNS(0), but not if a query has an option (NSID)';
  return faults(server, [
    [server.edns === false, 'server-without-edns', 'warn', 'answers without EDNS(0)', fix],
    [server.ednsOptions === false, 'server-without-edns-options', 'warn', onOptions, fix],
  ]);
}

function openFindings(server: UnjudgedServer): DelegationFinding[] {
  const { recursion, transfer } = server;
  const [limit, own] = [
    'Turn off recursion, or limit it to your own networks.',
    'Allow transfers only to your secondaries.',
  ];
  return faults(server, [
    [recursion === true, 'server-open-recursion', 'warn', 'resolved the root name servers for Sonde', limit],
    [transfer === true, 'server-open-transfer', 'warn', 'started a zone transfer to Sonde', own],
  ]);
}

function serialFindings({ zone }: UnjudgedDelegation, servers: readonly UnjudgedServer[]): DelegationFinding[] {
  const known = servers.flatMap((server) => (server.serial === null ? [] : { server, serial: server.serial }));
  const [first] = known;
  if (first === undefined) return [];
  const newest = known.reduce((best, { serial }) => (serialOrder(serial, best) === 1 ? serial : best), first.serial);
  const behind = known.filter(({ serial }) => serial !== newest);
  if (behind.length === 0) return [];
  const list = behind
    .map(({ server, serial }) => `${shown(server)} has ${serial}, ${serialDistance(serial, newest)} behind`)
    .join('; ');
  const isOneApart = behind.every(({ serial }) => serialDistance(serial, newest) === 1);
  const fix = `Find out why ${[...new Set(behind.map(({ server }) => server.name))].join(', ')} did not get serial ${newest}.`;
  return [
    finding('serials-differ', isOneApart ? 'note' : 'warn', zone, `The newest serial is ${newest}; ${list}.`, fix),
  ];
}

function soaFindings({ zone, details }: UnjudgedDelegation): DelegationFinding[] {
  const { soa, primary } = details;
  const found: DelegationFinding[] = [];
  if (primary?.answered === false) {
    const where = primary.addresses.join(', ');
    found.push(
      finding(
        'primary-silent',
        'note',
        primary.name,
        `The SOA record names ${primary.name} (${where}), which does not answer.`,
        null,
      ),
    );
  }
  return soa === null
    ? found
    : [...found, ...timeFindings(zone, soa), ...negativeFindings(zone, soa), ...nameFindings(zone, soa)];
}

type Soa = NonNullable<UnjudgedDelegation['details']['soa']>;

function timeFindings(zone: string, { refresh, retry, expire }: Soa): DelegationFinding[] {
  const times = `refresh ${refresh}, retry ${retry}, expire ${expire}`;
  if (expire <= refresh) {
    const evidence = `Secondaries stop serving the zone before they check for changes: ${times}.`;
    return [finding('soa-times', 'bad', zone, evidence, 'Set expire to 1209600.')];
  }
  const what =
    retry > refresh
      ? 'Retry is longer than refresh'
      : expire <= refresh + retry
        ? 'Expire leaves no time for a second try'
        : expire < SHORTEST_EXPIRY_SECONDS
          ? 'Expire is shorter than a week'
          : null;
  if (what === null) return [];
  const fix = 'For example, set refresh 7200, retry 3600, expire 1209600.';
  return [finding('soa-times', 'warn', zone, `${what}: ${times}.`, fix)];
}

function negativeFindings(zone: string, { minimum }: Soa): DelegationFinding[] {
  if (minimum <= LONGEST_NEGATIVE_TTL_SECONDS) return [];
  const evidence = `The minimum field of the SOA record is ${minimum} seconds.`;
  return [finding('negative-ttl-long', 'note', zone, evidence, 'Set minimum to between 300 and 3600.')];
}

function nameFindings(zone: string, { mname }: Soa): DelegationFinding[] {
  if (mname !== '.') return [];
  return [
    finding(
      'primary-unnamed',
      'note',
      zone,
      'The SOA record names the root (.) as primary server.',
      'Name the primary server.',
    ),
  ];
}
