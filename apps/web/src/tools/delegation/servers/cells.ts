import { rcodeName } from '@sonde/contract/dns/rcode-name';
import { serialDistance, serialOrder } from '@sonde/contract/dns/serial-number';
import { knownWord } from '@sonde/contract/text/known-word';
import type { Server, Zone } from '../query.ts';

export type CellTone = 'plain' | 'warn' | 'bad';

/** What a server does, in a word, and whether that is a problem. */
export interface ServerCell {
  readonly text: string;
  readonly tone: CellTone;
}

export const NOT_KNOWN = '–';

const plain = (text: string): ServerCell => ({ text, tone: 'plain' });
const bad = (text: string): ServerCell => ({ text, tone: 'bad' });
const warn = (text: string): ServerCell => ({ text, tone: 'warn' });

/** The columns of the table of servers after the server itself. */
export const columns: readonly {
  readonly title: string;
  read(server: Server, all: readonly Server[], zone: Zone | undefined): ServerCell;
}[] = [
  { title: 'Answer', read: answerCell },
  { title: 'Serial', read: serialCell },
  { title: 'UDP', read: ({ udp }) => works(udp, bad) },
  { title: 'TCP', read: ({ tcp }) => works(tcp, warn) },
  { title: 'EDNS', read: ({ edns }) => works(edns, warn) },
  {
    title: 'Signatures',
    read: ({ signed }) => (signed === null ? plain(NOT_KNOWN) : signed ? plain('sent') : bad('left out')),
  },
  { title: 'Denial', read: denialCell },
  { title: 'NS records', read: nsCell },
  { title: 'Recursion', read: ({ recursion }) => offered(recursion) },
  { title: 'Transfer', read: ({ transfer }) => offered(transfer) },
  { title: 'Time', read: ({ timeMs }) => plain(timeMs === null ? NOT_KNOWN : `${timeMs} ms`) },
  { title: 'NSID', read: ({ nsid }) => plain(nsid ?? NOT_KNOWN) },
];

const reasons: Readonly<Record<string, string>> = {
  'special-use': 'special-use',
  timeout: 'silent',
  limit: 'not asked',
  denied: 'not asked',
};

function answerCell({ answered, authoritative, reason, rcode, refersUp }: Server): ServerCell {
  if (answered === null) return plain('not asked');
  if (reason === 'limit' || reason === 'denied') return plain('not asked');
  if (!answered || authoritative === null) return bad(reason === null ? 'none' : knownWord(reasons, reason, reason));
  if (rcode !== null && rcode !== 0) return bad(rcodeName(rcode));
  if (authoritative) return plain('authoritative');
  return bad(refersUp ? 'refers upwards' : 'not authoritative');
}

/** Serial numbers wrap around (RFC 1982). */
function serialCell({ serial }: Server, all: readonly Server[]): ServerCell {
  if (serial === null) return plain(NOT_KNOWN);
  const later = all.flatMap((one) => (one.serial !== null && serialOrder(one.serial, serial) === 1 ? one.serial : []));
  const behind = Math.max(0, ...later.map((one) => serialDistance(serial, one)));
  return behind === 0 ? plain(String(serial)) : warn(`${serial}, ${behind} behind`);
}

function denialCell({ denial }: Server): ServerCell {
  if (denial === null) return plain(NOT_KNOWN);
  if (denial === 'not-proven') return bad('not proven');
  return denial === 'too-many-iterations' ? warn('too many iterations') : plain(denial);
}

function nsCell({ ns }: Server, _all: readonly Server[], zone: Zone | undefined): ServerCell {
  if (ns.length === 0 || zone === undefined) return plain(NOT_KNOWN);
  const isSame = ns.length === zone.ns.length && ns.every((name) => zone.ns.includes(name));
  return isSame ? plain('as the parent') : warn('differ');
}

function works(value: boolean | null, otherwise: (text: string) => ServerCell): ServerCell {
  return value === null ? plain(NOT_KNOWN) : value ? plain('yes') : otherwise('no');
}

function offered(value: boolean | null): ServerCell {
  return value === null ? plain(NOT_KNOWN) : value ? warn('open') : plain('refused');
}
