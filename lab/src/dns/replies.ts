import packet, { type Answer, type Packet } from 'dns-packet';

/** The address in correct answers, and the one in forged answers. */
export const truth = { a: '192.0.2.1', secondA: '192.0.2.2', aaaa: '2001:db8::1', forged: '203.0.113.66' } as const;

export interface Query {
  /** The bytes as received. */
  readonly bytes: Buffer;
  readonly id: number;
  /** In the original case. */
  readonly name: string;
  readonly type: number;
  readonly isCheckingDisabled: boolean;
  readonly hasEdns: boolean;
}

export const rcodes = { noerror: 0, formerr: 1, servfail: 2, nxdomain: 3, notimp: 4, refused: 5 } as const;
type Rcode = keyof typeof rcodes;

/** Null if the bytes are not a query that can be answered. */
export function parseQuery(bytes: Buffer): Query | null {
  try {
    const decoded = packet.decode(bytes);
    const question = decoded.questions?.[0];
    if (!question) return null;
    return {
      bytes,
      id: decoded.id ?? 0,
      name: question.name,
      type: bytes.readUInt16BE(endOfName(bytes)),
      isCheckingDisabled: decoded.flag_cd,
      hasEdns: (decoded.additionals ?? []).some(({ type }) => type === 'OPT'),
    };
  } catch {
    return null;
  }
}

/** Header flags as bits: RFC 1035 section 4.1.1. */
export const bits = { qr: 0x8000, aa: 0x0400, tc: 0x0200, rd: 0x0100, ra: 0x0080, cd: 0x0010 } as const;

const opt: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

interface ReplyParts {
  readonly rcode?: Rcode;
  readonly answers?: Answer[];
  readonly authorities?: Answer[];
  readonly additionals?: Answer[];
  readonly isTruncated?: boolean;
  /** The AA and RA flags; default: both, as in small tests one server plays both roles. */
  readonly flags?: number;
}

/** A well-formed reply to the question of the query. */
export function reply(query: Query, parts: ReplyParts = {}): Buffer {
  const { rcode = 'noerror', answers, authorities, additionals = [], isTruncated } = parts;
  const echoed = packet.decode(query.bytes);
  const own = parts.flags ?? bits.aa | bits.ra;
  const flags = bits.qr | own | (echoed.flag_rd ? bits.rd : 0) | (query.isCheckingDisabled ? bits.cd : 0);
  const message: Packet = {
    id: query.id,
    type: 'response',
    flags: flags | (isTruncated ? bits.tc : 0) | rcodes[rcode],
    questions: echoed.questions ?? [],
    answers: answers ?? [],
    authorities: authorities ?? [],
    additionals: query.hasEdns ? [...additionals, opt] : additionals,
  };
  const bytes = packet.encode(message);
  // The library does not know many type numbers and would write 0.
  bytes.writeUInt16BE(query.type, endOfName(bytes));
  return bytes;
}

/** The correct answer: only A, AAAA, NS and SOA exist. */
export function honestReply(query: Query): Buffer {
  const answer = honestAnswer(query);
  return answer ? reply(query, { answers: [answer] }) : reply(query, { authorities: [soa(query)] });
}

export function a(name: string, data: string = truth.a, ttl = 300): Answer {
  return { type: 'A', name, ttl, data };
}

export function soa({ name }: Query): Answer {
  const zone = name.split('.').slice(-2).join('.');
  const data = { mname: `ns1.${zone}`, rname: `hostmaster.${zone}`, serial: 1, refresh: 7200, retry: 3600 };
  return { type: 'SOA', name: zone, ttl: 300, data: { ...data, expire: 1209600, minimum: 300 } };
}

function honestAnswer(query: Query): Answer | null {
  const { name, type } = query;
  if (type === 1) return a(name);
  if (type === 28) return { type: 'AAAA', name, ttl: 300, data: truth.aaaa };
  if (type === 2) return { type: 'NS', name, ttl: 300, data: `ns1.${name}` };
  return type === 6 ? { ...soa(query), name } : null;
}

/** A reply with records from `handMadeRecord`; `counted` is the number of records in its header. */
export function handMadeReply(query: Query, records: readonly Buffer[], counted = records.length): Buffer {
  const head = reply({ ...query, hasEdns: false });
  head.writeUInt16BE(counted, 6);
  return Buffer.concat([head, ...records]);
}

interface HandMade {
  /** Default: a pointer to the question. */
  readonly owner?: Buffer;
  readonly type?: number;
  readonly class?: number;
  readonly ttl?: number;
  /** Default: the length of the data. */
  readonly length?: number;
  readonly data: Buffer;
}

export function handMadeRecord({ owner, type = 1, class: rrClass = 1, ttl = 300, length, data }: HandMade): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(rrClass, 2);
  fields.writeUInt32BE(ttl, 4);
  fields.writeUInt16BE(length ?? data.length, 8);
  return Buffer.concat([owner ?? Buffer.from([0xc0, 12]), fields, data]);
}

/** The offset after the name of the first question. */
export function endOfName(bytes: Buffer): number {
  let offset = 12;
  while (bytes.readUInt8(offset) !== 0) offset += bytes.readUInt8(offset) + 1;
  return offset + 1;
}
