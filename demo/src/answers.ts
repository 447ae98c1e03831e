import packet, { type Answer, type Packet, type Question } from 'dns-packet';
import { TTL_SECONDS, type Zone } from './zone.ts';

const RCODE = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
/** INFO-CODEs of extended DNS errors (RFC 8914 section 5.2). */
const EDE = { bogus: 6, notAuthoritative: 20, noReachableAuthority: 22 } as const;
const EDE_OPTION = 15;
const OWN_UDP_BYTES = 1232;

export interface Query {
  readonly id: number;
  readonly question: Question;
  readonly isCheckingDisabled: boolean;
  /** The largest reply by UDP that the client accepts; null without EDNS. */
  readonly udpBytes: number | null;
  /** The DO flag (RFC 3225). */
  readonly wantsSignatures: boolean;
  /** The NSID option (RFC 5001). */
  readonly wantsIdentifier: boolean;
}

interface Resolution {
  readonly rcode: number;
  /** All records are from signed zones, so that a validating resolver vouches for them. */
  readonly isAuthentic?: boolean;
  readonly answers?: readonly Answer[];
  readonly authorities?: readonly Answer[];
  readonly ede?: number;
}

/** The reply to a query, or null if it is never answered. */
export function answerOf(query: Query, zones: readonly Zone[]): Packet | null {
  const resolution = lookUp(query, zones);
  if (resolution === null) return null;
  const { rcode, answers = [], authorities = [], ede, isAuthentic = false } = resolution;
  // RFC 6840 section 5.7: only for clients that know the flag.
  const authentic = isAuthentic && query.wantsSignatures && !query.isCheckingDisabled ? packet.AUTHENTIC_DATA : 0;
  const opt = optOf(ede);
  return {
    id: query.id,
    type: 'response',
    // The low four bits of the flags are the RCODE.
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | authentic | rcode,
    questions: [query.question],
    answers: [...answers],
    authorities: [...authorities],
    additionals: query.udpBytes === null ? [] : [opt],
  };
}

/** RFC 6891 section 6.1.2, with the extended error of a failure. */
function optOf(ede: number | undefined): Answer {
  const data = Buffer.alloc(2);
  data.writeUInt16BE(ede ?? 0);
  const options = ede === undefined ? [] : [{ code: EDE_OPTION, data }];
  return { type: 'OPT', name: '.', udpPayloadSize: OWN_UDP_BYTES, flags: 0, options } as unknown as Answer;
}

function lookUp({ question, isCheckingDisabled }: Query, zones: readonly Zone[]): Resolution | null {
  const zone = zoneOf(question.name, zones);
  if (zone === undefined) return { rcode: RCODE.REFUSED, ede: EDE.notAuthoritative };
  if (zone.trouble === 'silent') return null;
  if (zone.trouble === 'lame') return { rcode: RCODE.SERVFAIL, ede: EDE.noReachableAuthority };
  const isBogus = zone.trouble === 'bogus' || zone.dnssec === 'changed' || zone.dnssec === 'other-key';
  if (isBogus && !isCheckingDisabled) return { rcode: RCODE.SERVFAIL, ede: EDE.bogus };
  return resolve(question.name, question.type ?? 'A', zones);
}

/** Follows aliases as a resolver does (RFC 1034 section 4.3.2). */
function resolve(name: string, type: string, zones: readonly Zone[]): Resolution {
  const answers: Answer[] = [];
  const seen = new Set<string>();
  let isAuthentic = true;
  for (let owner = name; !seen.has(plainName(owner)); ) {
    seen.add(plainName(owner));
    const zone = zoneOf(owner, zones);
    if (zone === undefined) return { rcode: RCODE.NOERROR, answers };
    isAuthentic &&= zone.dnssec !== undefined;
    const found = recordsAt(zone, owner);
    if (found === null) return { rcode: RCODE.NXDOMAIN, isAuthentic, answers, authorities: soaOf(zone) };
    const wanted = found.filter((record) => record.type === type);
    const alias = found.find((record) => record.type === 'CNAME');
    answers.push(...wanted);
    if (wanted.length > 0) return { rcode: RCODE.NOERROR, isAuthentic, answers };
    if (alias?.type !== 'CNAME') return { rcode: RCODE.NOERROR, isAuthentic, answers, authorities: soaOf(zone) };
    answers.push(alias);
    owner = alias.data;
  }
  return { rcode: RCODE.NOERROR, answers };
}

/** The most specific zone that contains the name; the root zone contains only itself. */
function zoneOf(name: string, zones: readonly Zone[]): Zone | undefined {
  const plain = plainName(name);
  return zones
    .filter((zone) => plain === zone.name || (zone.name !== '' && plain.endsWith(`.${zone.name}`)))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** Null for a name that does not exist; a name without records exists if there are names below it (RFC 8020). */
function recordsAt(zone: Zone, name: string): readonly Answer[] | null {
  const plain = plainName(name);
  const owner = plain === zone.name ? '@' : plain.slice(0, -zone.name.length - 1);
  const own = zone.records.filter(([at]) => at === owner);
  const isBetween = zone.records.some(([at]) => at.endsWith(`.${owner}`));
  const records = own.length > 0 || isBetween || owner === '@' ? own : zone.records.filter(([at]) => at === '*');
  if (records.length === 0 && owner !== '@' && !isBetween) return null;
  return records.map(([, type, data]) => ({ name, type, ttl: TTL_SECONDS, class: 'IN', data }) as Answer);
}

/** Determines how long a negative answer is cached (RFC 2308 section 3). */
function soaOf(zone: Zone): readonly Answer[] {
  return (recordsAt(zone, zone.name) ?? []).filter(({ type }) => type === 'SOA');
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
