import { rcodeName } from '../../../dns/rcode-name.ts';
import { zoneText } from '../data/zone-text.ts';
import {
  type DelegationAnswer,
  type DelegationFinding,
  finding,
  type Server,
  shown,
  targetServers,
} from './subject.ts';

/** RFC 1912 section 2.2. A shorter expiry time may pass during a long weekend. */
const SHORTEST_EXPIRY_SECONDS = 604_800;

/** Problems of the zone's name servers, by address. */
export function serverFindings(answer: DelegationAnswer): DelegationFinding[] {
  const servers = targetServers(answer);
  return [
    ...servers.flatMap((server) => answerFinding(answer, server) ?? []),
    ...servers.flatMap(behaviourFindings),
    ...serialFindings(answer, servers),
    ...soaFindings(answer),
  ];
}

function answerFinding({ zone }: DelegationAnswer, server: Server): DelegationFinding | null {
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
      `Start the server at ${address}, or remove it from the delegation.`,
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

function behaviourFindings(server: Server): DelegationFinding[] {
  const { name, udp, tcp, edns, recursion, transfer } = server;
  const who = shown(server);
  return [
    ...(udp === true && tcp === false
      ? [
          finding(
            'server-without-tcp',
            'warn',
            name,
            `${who} answers over UDP, but not over TCP.`,
            'Allow TCP port 53.',
          ),
        ]
      : []),
    ...(udp === false && tcp === true
      ? [finding('server-without-udp', 'bad', name, `${who} answers over TCP, but not over UDP.`, 'Allow UDP port 53.')]
      : []),
    ...(edns === false
      ? [
          finding(
            'server-without-edns',
            'warn',
            name,
            `${who} answers without EDNS(0).`,
            'Update the server, or the firewall in front of it.',
          ),
        ]
      : []),
    ...(recursion === true
      ? [
          finding(
            'server-open-recursion',
            'warn',
            name,
            `${who} resolved the root name servers for Sonde.`,
            'Turn off recursion, or limit it to your own networks.',
          ),
        ]
      : []),
    ...(transfer === true
      ? [
          finding(
            'server-open-transfer',
            'warn',
            name,
            `${who} started a zone transfer to Sonde.`,
            'Allow transfers only to your secondaries.',
          ),
        ]
      : []),
  ];
}

function serialFindings({ zone }: DelegationAnswer, servers: readonly Server[]): DelegationFinding[] {
  const known = servers.flatMap((server) => (server.serial === null ? [] : { server, serial: server.serial }));
  const [first] = known;
  if (first === undefined) return [];
  const newest = known.reduce((best, { serial }) => (isNewer(serial, best) ? serial : best), first.serial);
  const behind = known.filter(({ serial }) => serial !== newest);
  if (behind.length === 0) return [];
  const list = behind
    .map(({ server, serial }) => `${shown(server)} has ${serial}, ${distance(serial, newest)} behind`)
    .join('; ');
  const isOneApart = behind.every(({ serial }) => distance(serial, newest) === 1);
  const fix = `Find out why ${[...new Set(behind.map(({ server }) => server.name))].join(', ')} did not get serial ${newest}.`;
  return [
    finding('serials-differ', isOneApart ? 'note' : 'warn', zone, `The newest serial is ${newest}; ${list}.`, fix),
  ];
}

/** Serial number arithmetic (RFC 1982). */
function isNewer(a: number, b: number): boolean {
  const ahead = distance(b, a);
  return ahead !== 0 && ahead < 0x8000_0000;
}

function distance(from: number, to: number): number {
  return (to - from) >>> 0;
}

function soaFindings({ zone, details }: DelegationAnswer): DelegationFinding[] {
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
  if (soa === null) return found;
  const { refresh, retry, expire } = soa;
  const times = `refresh ${refresh}, retry ${retry}, expire ${expire}`;
  if (expire <= refresh) {
    found.push(
      finding(
        'soa-times',
        'bad',
        zone,
        `Secondaries stop serving the zone before they check for changes: ${times}.`,
        'Set expire to 1209600.',
      ),
    );
  } else if (retry > refresh || expire < SHORTEST_EXPIRY_SECONDS) {
    const what = retry > refresh ? 'Retry is longer than refresh' : 'Expire is shorter than a week';
    found.push(
      finding(
        'soa-times',
        'warn',
        zone,
        `${what}: ${times}.`,
        'For example, set refresh 7200, retry 3600, expire 1209600.',
      ),
    );
  }
  return found;
}
