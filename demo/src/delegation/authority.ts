import packet, { type Answer, type Packet } from 'dns-packet';
import type { Query } from '../answers.ts';
import { inCanonicalOrder, type RecordSet, type ServedZone } from './served-zone.ts';

/** The data of one server: its zones, and those for which it never answers. */
export interface Authority {
  /** Its identifier (RFC 5001). */
  readonly id: string;
  readonly zones: readonly ServedZone[];
  readonly silentZones: readonly string[];
}

interface Sections {
  readonly rcode: number;
  readonly isAuthoritative: boolean;
  readonly answers?: readonly RecordSet[];
  readonly authorities?: readonly RecordSet[];
  readonly additionals?: readonly RecordSet[];
}

const RCODE = { NOERROR: 0, NXDOMAIN: 3, REFUSED: 5 } as const;
const NSID_OPTION = 3;
const OWN_UDP_BYTES = 1232;

/** The reply of an authoritative server (RFC 1034 section 4.3.2, RFC 4035 section 3.1), or null for silence. */
export function authoritativeReply(query: Query, { id, zones, silentZones }: Authority): Packet | null {
  const name = plainName(query.question.name);
  const type = query.question.type ?? 'A';
  if (silentZones.some((zone) => isWithin(name, zone))) return null;
  const zone = zoneFor(name, type, zones);
  const isAllowed = zone !== undefined && type !== 'AXFR' && type !== 'IXFR';
  const said = isAllowed ? lookUp(zone, name, type) : { rcode: RCODE.REFUSED, isAuthoritative: false };
  const { rcode, isAuthoritative, answers = [], authorities = [], additionals = [] } = said;
  const shown = (sets: readonly RecordSet[]) =>
    sets.flatMap(({ records, signatures }) => [...records, ...(query.wantsSignatures ? signatures : [])]);
  const proofs = query.wantsSignatures ? authorities : authorities.filter((set) => !isDnssec(set));
  return {
    id: query.id,
    type: 'response',
    // The low four bits of the flags are the RCODE.
    flags: (isAuthoritative ? packet.AUTHORITATIVE_ANSWER : 0) | rcode,
    questions: [query.question],
    answers: shown(answers),
    authorities: shown(proofs),
    additionals: [...shown(additionals), ...(query.udpBytes === null ? [] : [optOf(query, id)])],
  };
}

/** The most specific zone; the DS record of a zone is in its parent. */
function zoneFor(name: string, type: string, zones: readonly ServedZone[]): ServedZone | undefined {
  const having = zones.filter((zone) => isWithin(name, zone.name)).sort((a, b) => b.name.length - a.name.length);
  return type === 'DS' && having[0]?.name === name && having.length > 1 ? having[1] : having[0];
}

function lookUp(zone: ServedZone, name: string, type: string): Sections {
  const cut = cutAbove(zone, name);
  if (cut !== null && !(cut === name && type === 'DS')) return referral(zone, cut);
  const own = zone.names.get(name);
  const found = own?.get(type) ?? own?.get('CNAME');
  if (found !== undefined) return { rcode: RCODE.NOERROR, isAuthoritative: true, answers: [found] };
  const soa = setsAt(zone, zone.name, 'SOA');
  if (own !== undefined) {
    return { rcode: RCODE.NOERROR, isAuthoritative: true, authorities: [...soa, ...setsAt(zone, name, 'NSEC')] };
  }
  const wildcard = `*.${enclosing(zone, name)}`;
  const made = zone.names.get(wildcard)?.get(type);
  if (made !== undefined) return { rcode: RCODE.NOERROR, isAuthoritative: true, answers: [expanded(made, name)] };
  const isBetween = zone.owners.some((owner) => owner.endsWith(`.${name}`));
  const proofs = new Set([...covering(zone, name), ...(isBetween ? [] : covering(zone, wildcard))]);
  const rcode = isBetween || zone.names.has(wildcard) ? RCODE.NOERROR : RCODE.NXDOMAIN;
  return { rcode, isAuthoritative: true, authorities: [...soa, ...proofs] };
}

/** NS records of the child, its DS records or the proof that there are none, and the addresses of its servers. */
function referral(zone: ServedZone, cut: string): Sections {
  const ns = setsAt(zone, cut, 'NS');
  const ds = setsAt(zone, cut, 'DS');
  const hosts = ns.flatMap(({ records }) => records.flatMap((one) => (one.type === 'NS' ? one.data : [])));
  return {
    rcode: RCODE.NOERROR,
    isAuthoritative: false,
    authorities: [...ns, ...(ds.length > 0 ? ds : setsAt(zone, cut, 'NSEC'))],
    additionals: hosts.flatMap((host) => setsAt(zone, host, 'A')),
  };
}

/** The delegation at or above the name. */
function cutAbove(zone: ServedZone, name: string): string | null {
  const cuts = [...zone.names].filter(([owner, sets]) => owner !== zone.name && sets.has('NS'));
  return cuts.map(([owner]) => owner).find((owner) => isWithin(name, owner)) ?? null;
}

/** The closest ancestor of the name that exists. */
function enclosing(zone: ServedZone, name: string): string {
  const labels = name.split('.');
  const above = labels.map((_, index) => labels.slice(index).join('.')).slice(1);
  return above.find((one) => zone.owners.some((owner) => isWithin(owner, one))) ?? zone.name;
}

/** The NSEC record whose gap contains the name. */
function covering(zone: ServedZone, name: string): RecordSet[] {
  const before = zone.owners.filter((owner) => inCanonicalOrder(owner, name) <= 0).at(-1);
  return before === undefined ? [] : setsAt(zone, before, 'NSEC');
}

function expanded({ records, signatures }: RecordSet, name: string): RecordSet {
  const renamed = (all: readonly Answer[]) => all.map((one) => ({ ...one, name }) as Answer);
  return { records: renamed(records), signatures: renamed(signatures) };
}

function setsAt(zone: ServedZone, name: string, type: string): RecordSet[] {
  const set = zone.names.get(name)?.get(type);
  return set === undefined ? [] : [set];
}

function isDnssec({ records: [first] }: RecordSet): boolean {
  return first?.type === 'NSEC' || first?.type === 'DS';
}

function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

function optOf({ wantsSignatures, wantsIdentifier }: Query, id: string): Answer {
  const options = wantsIdentifier ? [{ code: NSID_OPTION, data: Buffer.from(id) }] : [];
  const flags = wantsSignatures ? packet.DNSSEC_OK : 0;
  return { type: 'OPT', name: '.', udpPayloadSize: OWN_UDP_BYTES, flags, options } as unknown as Answer;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
