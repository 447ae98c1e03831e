import type { DelegationServer } from '@sonde/contract';
import { isUpwardReferral } from '../../engines/walk/cuts.ts';
import {
  type Examination,
  plainQuestion,
  recursionQuestion,
  tcpQuestion,
  transferQuestion,
} from '../../engines/walk/examine.ts';
import {
  failureTo,
  hasAnswered,
  isAuthoritativeFor,
  isCutShort,
  keysReplyOf,
  replyTo,
  type ServerView,
  SOA,
  wholeReplyTo,
} from '../../engines/walk/server-view.ts';
import type { WalkedZone } from '../../engines/walk/walk.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { types } from '../../protocols/dnssec/records.ts';
import { nsOf } from './zones.ts';

const OPTION_NSID = 3;
const NOERROR = 0;
const MAX_NSID_OCTETS = 100;

/** One server in the form of the contract; `examination` for the zone that was looked up. */
export function serverOf(zone: WalkedZone, view: ServerView, examination: Examination | null): DelegationServer {
  const { name, views } = zone;
  const soaQuestion = { name, type: SOA };
  const reply = replyTo(view, soaQuestion);
  const isListed = !(examination?.unlisted.some((server) => server.name === view.name) ?? false);
  return {
    zone: name,
    name: view.name,
    address: view.address,
    family: view.family,
    isListed,
    answered: view.isAsked ? hasAnswered(view) : null,
    reason: failureTo(view, soaQuestion),
    rcode: reply?.message.rcode ?? null,
    // Data missing from a truncated reply must not count against the server.
    authoritative: reply === null || isCutShort(view, name) ? null : isAuthoritativeFor(view, name),
    refersUp: reply !== null && isUpwardReferral(reply.message, name),
    serial: serialOf(view, name),
    ns: nsOf(view, name),
    udp: udpOf(view),
    tcp: examination === null ? null : tcpOf(view, name),
    edns: ednsOf(view, name),
    ednsOptions: ednsOptionsOf(view),
    largeUdp: largeUdpOf(view, name),
    keysReply: keysReplyOf(view, name),
    signed: signedOf(zone, view, views),
    recursion: examination === null || reply === null ? null : recursionOf(view),
    transfer: examination === null ? null : transferOf(view, name),
    denial: examination?.denials.get(view.address) ?? null,
    timeMs: reply === null ? null : Math.round(reply.timeMs * 10) / 10,
    nsid: nsidOf(view),
  };
}

function serialOf(view: ServerView, zone: string): number | null {
  if (!isAuthoritativeFor(view, zone)) return null;
  const answers = replyTo(view, { name: zone, type: SOA })?.message.answers ?? [];
  const soa = answers.find(({ type, name }) => type === SOA && nameKey(name) === nameKey(zone));
  return soa === undefined ? null : Number(soa.fields[2]);
}

/** A truncated reply also arrived by UDP, before the question was repeated by TCP. */
function udpOf(view: ServerView): boolean | null {
  if (!view.isAsked) return null;
  const byUdp = [...view.said].filter(([key]) => !key.endsWith(' tcp'));
  return byUdp.some(([, { reply }]) => reply !== null);
}

function tcpOf(view: ServerView, zone: string): boolean | null {
  if (replyTo(view, transferQuestion(zone)) !== null || replyTo(view, tcpQuestion(zone)) !== null) return true;
  const failure = failureTo(view, tcpQuestion(zone));
  return failure === null || failure === 'limit' ? null : false;
}

function ednsOf(view: ServerView, zone: string): boolean | null {
  const said = [...view.said.values()].flatMap(({ reply }) => reply ?? []);
  if (said.some(({ message }) => message.hasEdns)) return true;
  return said.length > 0 || replyTo(view, plainQuestion(zone)) !== null ? false : null;
}

/** Null without any answer that has EDNS(0). */
function ednsOptionsOf({ said }: ServerView): boolean | null {
  const answered = [...said.values()].flatMap((one) => (one.reply?.message.hasEdns ? one : []));
  if (answered.some(({ edns }) => edns === 'options')) return true;
  return answered.some(({ edns }) => edns === 'no-options') ? false : null;
}

/** Small answers arrive by UDP, but that about the keys, which is larger, arrives by TCP only. */
function largeUdpOf(view: ServerView, zone: string): DelegationServer['largeUdp'] {
  const question = { name: zone, type: types.dnskey };
  const byTcp = replyTo(view, { ...question, transport: 'tcp' });
  const sizes = [...view.said.values()].flatMap(({ reply }) => (reply?.transport === 'udp' ? reply.bytes : []));
  if (failureTo(view, question) !== 'timeout' || byTcp === null || sizes.length === 0) return null;
  const arrived = Math.max(...sizes);
  return byTcp.bytes > arrived ? { arrived, lost: byTcp.bytes } : null;
}

/** Null if no server of the zone has signatures. */
function signedOf({ name, judged }: WalkedZone, view: ServerView, views: readonly ServerView[]): boolean | null {
  const reply = wholeReplyTo(view, { name, type: SOA });
  if (judged.status !== 'secure' || reply === null || !isAuthoritativeFor(view, name)) return null;
  const isSigned = (one: ServerView) =>
    wholeReplyTo(one, { name, type: SOA })?.message.answers.some(({ type }) => type === types.rrsig) ?? false;
  return views.some(isSigned) ? isSigned(view) : null;
}

/** True if it offers recursion and answers for a name that is not its own. */
function recursionOf(view: ServerView): boolean {
  const message = replyTo(view, recursionQuestion)?.message;
  return message !== undefined && message.rcode === NOERROR && message.answers.length > 0 && !message.isAuthoritative;
}

function transferOf(view: ServerView, zone: string): boolean | null {
  const message = replyTo(view, transferQuestion(zone))?.message;
  if (message !== undefined) return message.rcode === NOERROR && message.answers.some(({ type }) => type === SOA);
  const failure = failureTo(view, transferQuestion(zone));
  // A server that closes the connection has refused.
  return failure === null || failure === 'limit' || failure === 'timeout' ? null : false;
}

function nsidOf(view: ServerView): string | null {
  for (const { reply } of view.said.values()) {
    const option = reply?.message.edns?.options.find(({ code }) => code === OPTION_NSID);
    if (option === undefined || option.octets.length === 0) continue;
    const octets = option.octets.subarray(0, MAX_NSID_OCTETS);
    const isText = octets.every((octet) => octet >= 0x20 && octet < 0x7f);
    return Buffer.from(octets).toString(isText ? 'latin1' : 'hex');
  }
  return null;
}
