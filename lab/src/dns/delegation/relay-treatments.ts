import type { Answer } from 'dns-packet';
import { bits, endOfName, type Query, reply } from '../replies.ts';

/** A middlebox between the world and Knot: changes queries and replies as old servers and firewalls do. */
export interface RelayTreatment {
  /** Returns the query to forward to Knot, or null to drop it. A `reply` is sent back at once instead. */
  readonly query?: (query: Query) => Buffer | { readonly reply: Buffer } | null;
  readonly reply?: (bytes: Buffer, query: Query, transport: 'udp' | 'tcp') => Buffer;
}

const FORMERR = 1;
const CNAME = 5;

/** Removes the OPT record, which is the only record of a query. */
function withoutEdns({ bytes, hasEdns }: Query): Buffer {
  if (!hasEdns) return bytes;
  const copy = Buffer.from(bytes.subarray(0, endOfName(bytes) + 4));
  copy.writeUInt16BE(0, 10);
  return copy;
}

/** Clears the DO flag of the OPT record, which follows owner, type, class, extended RCODE and version. */
function withoutDnssec({ bytes, hasEdns }: Query): Buffer {
  if (!hasEdns) return bytes;
  const copy = Buffer.from(bytes);
  const at = endOfName(bytes) + 4 + 7;
  copy.writeUInt16BE(copy.readUInt16BE(at) & 0x7fff, at);
  return copy;
}

/** The length of the options follows owner, type, class, extended RCODE, version and flags of the OPT record. */
function hasOptions({ bytes, hasEdns }: Query): boolean {
  return hasEdns && bytes.readUInt16BE(endOfName(bytes) + 4 + 9) > 0;
}

function alias({ name }: Query): Answer {
  return { type: 'CNAME', name, ttl: 300, data: 'www.ecdsa.test' };
}

function headOnly({ id }: Query): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(bits.qr | FORMERR, 2);
  return head;
}

export const relayTreatments = {
  noEdns: { query: withoutEdns },
  noDnssec: { query: withoutDnssec },
  formerr: { query: (query) => (query.hasEdns ? { reply: headOnly(query) } : query.bytes) },
  silentOnEdns: { query: (query) => (query.hasEdns ? null : query.bytes) },
  // Refuses an option that it does not know, although it knows EDNS(0).
  noOptions: { query: (query) => (hasOptions(query) ? { reply: reply(query, { rcode: 'formerr' }) } : query.bytes) },
  notAuthoritative: {
    reply: (bytes) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt16BE(copy.readUInt16BE(2) & ~bits.aa, 2);
      return copy;
    },
  },
  nameError: { query: (query) => ({ reply: reply(query, { rcode: 'nxdomain', flags: bits.aa }) }) },
  // Like servers that hold an alias beside the SOA and NS records, and show it only on request.
  aliasOnRequest: {
    query: (query) =>
      query.type === CNAME ? { reply: reply(query, { answers: [alias(query)], flags: bits.aa }) } : query.bytes,
  },
  // BIND, Knot and NSD refuse to load such a zone; other servers serve it.
  apexAlias: {
    query: (query) => ({
      reply: reply(query, {
        answers: [alias(query)],
        flags: bits.aa,
      }),
    }),
  },
} as const satisfies Record<string, RelayTreatment>;
