import {
  a,
  bits,
  endOfName,
  handMadeRecord,
  handMadeReply,
  honestReply,
  type Query,
  rcodes,
  reply,
  soa,
  truth,
} from '../replies.ts';

/** One datagram, by default sent from the server's own socket. */
export type Datagram = Buffer | { readonly from: 'other-port' | 'other-address'; readonly bytes: Buffer };

/** How TCP connections are treated; `refused`: the port is closed. */
export type TcpBehaviour = 'answer' | 'refused' | 'silent' | 'reset' | 'short' | 'slow' | 'endless';

export interface NameServerBehaviour {
  /** The replies to a query by UDP, in the order in which they are sent. */
  readonly udp: (query: Query) => readonly Datagram[];
  readonly tcp: TcpBehaviour;
  /** The reply by TCP when `tcp` is `answer`; default: the correct one. */
  readonly tcpReply?: (query: Query) => Buffer;
}

const always = (make: (query: Query) => Buffer): NameServerBehaviour => ({
  udp: (query) => [make(query)],
  tcp: 'answer',
  tcpReply: make,
});
/** Replies by UDP can be forged by third parties; the reply by TCP is correct. */
const forgedFirst = (forge: (forged: Buffer, query: Query) => Datagram): NameServerBehaviour => ({
  udp: (query) => [forge(forgedReply(query), query), honestReply(query)],
  tcp: 'answer',
});
const truncatedThen = (tcp: TcpBehaviour, tcpReply: (query: Query) => Buffer = fullReply): NameServerBehaviour => ({
  udp: (query) => [reply(query, { answers: [a(query.name)], isTruncated: true })],
  tcp,
  tcpReply,
});
const address = Buffer.from([192, 0, 2, 1]);
const octets = (start: number) => Buffer.from(Array.from({ length: 250 }, (_, index) => (start * 7 + index) % 256));

export const nameServerBehaviours = {
  answer: always(honestReply),
  silent: { udp: () => [], tcp: 'silent' },
  'closed-tcp': { udp: (query) => [honestReply(query)], tcp: 'refused' },

  // Correct replies without an answer.
  servfail: always((query) => reply(query, { rcode: 'servfail' })),
  refused: always((query) => reply(query, { rcode: 'refused' })),
  notimp: always((query) => reply(query, { rcode: 'notimp' })),
  nxdomain: always((query) => reply(query, { rcode: 'nxdomain', authorities: [soa(query)] })),
  nodata: always((query) => reply(query, { authorities: [soa(query)] })),
  // A server that is not configured for the zone and refers to the root (RFC 8499: lame delegation).
  lame: always((query) =>
    withoutAuthority(reply(query, { authorities: [{ type: 'NS', name: '.', ttl: 300, data: 'ns1.test' }] })),
  ),
  'some-servfail': always((query) =>
    query.type === 15 || query.type === 16 ? reply(query, { rcode: 'servfail' }) : honestReply(query),
  ),
  // RFC 6891 section 7: a server from before EDNS, and a firewall that drops queries with EDNS.
  'formerr-on-edns': always((query) => (query.hasEdns ? headOnly(query, rcodes.formerr) : honestReply(query))),
  'silent-on-edns': { udp: (query) => (query.hasEdns ? [] : [honestReply(query)]), tcp: 'answer' },

  // Malformed replies.
  garbage: always((query) => Buffer.concat([query.bytes.subarray(0, 2), Buffer.alloc(60, 0xff)])),
  'zero-byte': { udp: () => [Buffer.alloc(0)], tcp: 'silent' },
  'cut-header': always((query) => reply(query).subarray(0, 7)),
  'truncated-rdata': always((query) => handMadeReply(query, [handMadeRecord({ length: 400, data: address })])),
  'short-address': always((query) => handMadeReply(query, [handMadeRecord({ data: address.subarray(0, 3) })])),
  'pointer-loop': always((query) => handMadeReply(query, [selfPointingRecord(query)])),
  'wrong-counts': always((query) => handMadeReply(query, [handMadeRecord({ data: address })], 65_535)),
  'no-question': always((query) => withoutQuestion(query)),

  // Forged replies before the right one.
  'wrong-id-first': forgedFirst((forged, query) => patched(forged, 0, query.id ^ 1)),
  'wrong-question-first': forgedFirst((_, query) => forgedReply({ ...query, bytes: renamed(query.bytes) })),
  'wrong-type-first': forgedFirst((forged, query) => patched(forged, endOfName(forged), query.type === 16 ? 15 : 16)),
  'wrong-port-first': forgedFirst((bytes) => ({ from: 'other-port', bytes })),
  'wrong-address-first': forgedFirst((bytes) => ({ from: 'other-address', bytes })),
  'query-bit-first': forgedFirst((forged) => patched(forged, 2, forged.readUInt16BE(2) & ~bits.qr)),
  'garbage-first': forgedFirst(() => Buffer.from('not a DNS message')),
  'zero-byte-first': forgedFirst(() => Buffer.alloc(0)),

  // Well-formed answers with unrelated or unusual records.
  'unrelated-in-answer': always((query) => reply(query, { answers: [a('victim.test', truth.forged), a(query.name)] })),
  'other-class': always((query) =>
    handMadeReply(query, [
      handMadeRecord({ class: 4, data: Buffer.from([203, 0, 113, 66]) }),
      handMadeRecord({ data: address }),
    ]),
  ),
  'huge-ttl': always((query) => handMadeReply(query, [handMadeRecord({ ttl: 0x80000000, data: address })])),
  // A server that does not preserve the case of the question, so that mixed case (0x20) offers no protection.
  'lower-case': always((query) =>
    honestReply({ ...query, bytes: lowerCased(query.bytes), name: query.name.toLowerCase() }),
  ),
  'cname-loop': always((query) =>
    reply(query, {
      answers: [
        { type: 'CNAME', name: query.name, ttl: 300, data: `loop.${query.name}` },
        { type: 'CNAME', name: `loop.${query.name}`, ttl: 300, data: query.name },
      ],
    }),
  ),

  // Wildcards, besides the real names `www` and `mail`.
  'wildcard-rotating': always((query) => wildcardReply(query, [roundRobin(), roundRobin()])),
  'wildcard-hashed': always((query) => wildcardReply(query, [`198.51.100.${1 + (sumOf(query.name) % 40)}`])),
  // No name has an IPv4 address, `www` and `mail` neither.
  'wildcard-hashed-ipv6': always((query) => wildcardReplyOfIpv6(query, 1 + (sumOf(query.name) % 40))),
  'wildcard-seldom': always((query) => wildcardReply(query, sumOf(query.name) % 10 === 0 ? ['198.51.100.1'] : [])),
  // Wildcards that match only certain labels: those of eight characters, and words with a digit at the end.
  'wildcard-eight': always((query) =>
    wildcardReply(query, /^[^.]{8}\.wild\./i.test(query.name) ? ['198.51.100.1'] : []),
  ),
  'wildcard-numbered': always((query) =>
    wildcardReply(query, /^[a-z]{2,8}\d\.wild\./i.test(query.name) ? ['198.51.100.1'] : []),
  ),
  'wildcard-endless': always((query) => wildcardReply(query, [`10.${sumOf(query.name) % 250}.${turn() % 250}.1`])),

  // Truncated by UDP; then TCP as named.
  truncated: truncatedThen('answer'),
  'truncated-tcp-refused': truncatedThen('refused'),
  'truncated-tcp-silent': truncatedThen('silent'),
  'truncated-tcp-reset': truncatedThen('reset'),
  'truncated-tcp-short': truncatedThen('short'),
  'truncated-tcp-slow': truncatedThen('slow'),
  // As many records of the asked type as fit into a message, which take twice as much space as text.
  'truncated-tcp-huge': truncatedThen('answer', (query) =>
    handMadeReply(
      query,
      Array.from({ length: 240 }, (_, index) => handMadeRecord({ type: query.type, data: octets(index) })),
    ),
  ),
  'truncated-tcp-endless': truncatedThen('endless'),
  'truncated-tcp-wrong-id': truncatedThen('answer', (query) => patched(fullReply(query), 0, query.id ^ 1)),
  'truncated-tcp-truncated': truncatedThen('answer', (query) =>
    reply(query, { answers: [a(query.name)], isTruncated: true }),
  ),
} as const satisfies Record<string, NameServerBehaviour>;

export type NameServerBehaviourName = keyof typeof nameServerBehaviours;

let turns = 0;
function turn(): number {
  turns += 1;
  return turns;
}

function roundRobin(): string {
  return `198.51.100.${1 + (turn() % 12)}`;
}

function sumOf(name: string): number {
  return [...name.toLowerCase()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
}

function wildcardReply(query: Query, addresses: readonly string[]): Buffer {
  if (query.type === 6) return honestReply(query);
  if (query.type !== 1) return reply(query, { authorities: [soa(query)] });
  const own = { 'www.wild.example': truth.a, 'mail.wild.example': truth.secondA }[query.name.toLowerCase()];
  const answers = own === undefined ? addresses : [own];
  if (answers.length === 0) return reply(query, { rcode: 'nxdomain', authorities: [soa(query)] });
  return reply(query, { answers: answers.map((address) => a(query.name, address)) });
}

function wildcardReplyOfIpv6(query: Query, host: number): Buffer {
  if (query.type === 6) return honestReply(query);
  if (query.type !== 28) return reply(query, { authorities: [soa(query)] });
  const isReal = ['www.wild.example', 'mail.wild.example'].includes(query.name.toLowerCase());
  const data = isReal ? truth.aaaa : `2001:db8:ffff::${host.toString(16)}`;
  return reply(query, { answers: [{ type: 'AAAA', name: query.name, ttl: 300, data }] });
}

function forgedReply(query: Query): Buffer {
  return reply(query, { answers: [a(query.name, truth.forged)] });
}

function fullReply(query: Query): Buffer {
  return reply(query, { answers: [a(query.name), a(query.name, truth.secondA)] });
}

/** Old servers answer queries that they cannot parse with only a header. */
function headOnly(query: Query, rcode: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(query.id, 0);
  head.writeUInt16BE(bits.qr | rcode, 2);
  return head;
}

function withoutQuestion(query: Query): Buffer {
  const head = headOnly(query, rcodes.noerror);
  head.writeUInt16BE(1, 6);
  const owner = query.bytes.subarray(12, endOfName(query.bytes));
  return Buffer.concat([head, handMadeRecord({ owner, data: address })]);
}

/** The owner name is a pointer to itself (RFC 1035 section 4.1.4 allows only earlier names). */
function selfPointingRecord(query: Query): Buffer {
  const at = reply({ ...query, hasEdns: false }).length;
  return handMadeRecord({ owner: Buffer.from([0xc0 | (at >> 8), at & 0xff]), data: address });
}

function patched(bytes: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt16BE(value, offset);
  return copy;
}

function withoutAuthority(bytes: Buffer): Buffer {
  return patched(bytes, 2, bytes.readUInt16BE(2) & ~bits.aa);
}

/** Changes the first letter of the name in the question. */
function renamed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(13) === 0x7a ? 0x79 : 0x7a, 13);
  return copy;
}

function lowerCased(bytes: Buffer): Buffer {
  const end = endOfName(bytes);
  const question = Buffer.from(bytes.subarray(12, end).toString('latin1').toLowerCase(), 'latin1');
  return Buffer.concat([bytes.subarray(0, 12), question, bytes.subarray(end)]);
}
