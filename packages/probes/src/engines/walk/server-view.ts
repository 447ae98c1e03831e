import type { FailureReason } from '@sonde/contract/failure';
import type { AuthorityQuestion, AuthorityReply } from '../../net/net.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { types } from '../../protocols/dnssec/records.ts';
import type { Asker, Said } from './asker.ts';
import { familyOf, MAX_ADDRESSES, MAX_NAMES, type NameServer } from './name-servers.ts';

/** One address of one name server of a zone, and all of its replies. */
export interface ServerView {
  readonly zone: string;
  readonly name: string;
  readonly address: string;
  readonly family: 4 | 6;
  /** False for an address that is never asked: IPv6 on a machine without it. */
  readonly isAsked: boolean;
  /** Keyed by `questionKey`. */
  readonly said: Map<string, Said>;
}

function questionKey({ name, type, transport, withoutEdns, options, recursionDesired }: AuthorityQuestion): string {
  const edns = withoutEdns ? 'plain' : options?.length === 0 ? 'no-options' : undefined;
  const how = [transport, edns, recursionDesired ? 'recursion' : undefined];
  return [nameKey(name), type, ...how.filter((word) => word !== undefined)].join(' ');
}

/** The first addresses of the first names of a zone, each address once. */
export function viewsOf(zone: string, servers: readonly NameServer[], mayUseIpv6: boolean): ServerView[] {
  return servers.slice(0, MAX_NAMES).flatMap(({ name, addresses }) =>
    addresses.slice(0, MAX_ADDRESSES).map((address) => {
      const family = familyOf(address);
      return { zone, name, address, family, isAsked: family === 4 || mayUseIpv6, said: new Map() };
    }),
  );
}

/** How many names and addresses of a zone were left out because of the limits. */
export function leftOutOf(ns: readonly string[], servers: readonly NameServer[]): number {
  const addresses = servers.reduce((sum, one) => sum + Math.max(0, one.addresses.length - MAX_ADDRESSES), 0);
  return Math.max(0, ns.length - MAX_NAMES) + addresses;
}

/** Asks every server all questions concurrently. */
export async function askAll(
  asker: Asker,
  views: readonly ServerView[],
  questions: readonly AuthorityQuestion[],
): Promise<void> {
  await Promise.all(
    views
      .filter(({ isAsked }) => isAsked)
      .flatMap((view) =>
        questions.map(async (question) => {
          view.said.set(questionKey(question), await asker.ask(view.address, question));
        }),
      ),
  );
}

export function replyTo(view: ServerView, question: AuthorityQuestion): AuthorityReply | null {
  return view.said.get(questionKey(question))?.reply ?? null;
}

/**
 * The answer to a question, by UDP or else by TCP; null without one, and for one that UDP cut off: records may be missing
 * from it, so that it proves neither that something is there nor that it is not.
 */
export function wholeReplyTo(view: ServerView, question: AuthorityQuestion): AuthorityReply | null {
  const replies = [replyTo(view, question), replyTo(view, { ...question, transport: 'tcp' })];
  return replies.find((reply) => reply !== null && !reply.isPartial) ?? null;
}

/** Why a question has no reply; null if it has one or was not asked. */
export function failureTo(view: ServerView, question: AuthorityQuestion): FailureReason | 'limit' | null {
  return view.said.get(questionKey(question))?.failure ?? null;
}

export const SOA = typeNumber('SOA');

/** Whether it answered authoritatively for the zone: AA flag and SOA record (RFC 1034 section 4.2.1). */
export function isAuthoritativeFor(view: ServerView, zone: string): boolean {
  const message = replyTo(view, { name: zone, type: SOA })?.message;
  if (message === undefined || !message.isAuthoritative || message.rcode !== 0) return false;
  return message.answers.some(({ type, name }) => type === SOA && nameKey(name) === nameKey(zone));
}

/** What a server answered about the keys of its zone; null if it was not asked. */
export type KeysReply = 'keys' | 'none' | 'truncated' | 'refused' | 'silent';

export function keysReplyOf(view: ServerView, zone: string): KeysReply | null {
  const question = { name: zone, type: types.dnskey };
  const whole = wholeReplyTo(view, question)?.message;
  if (whole !== undefined) {
    const own = whole.answers.some(({ type, name }) => type === types.dnskey && nameKey(name) === nameKey(zone));
    if (own) return 'keys';
    return whole.rcode === 0 && whole.isAuthoritative ? 'none' : 'refused';
  }
  if (replyTo(view, question) !== null) return 'truncated';
  const failure = failureTo(view, question);
  return failure === null || failure === 'limit' ? null : 'silent';
}

/** Whether its answer about the zone is truncated by UDP and unavailable by TCP. */
export function isCutShort(view: ServerView, zone: string): boolean {
  return replyTo(view, { name: zone, type: SOA })?.isPartial ?? false;
}

/** Whether it answered any question. */
export function hasAnswered({ said }: ServerView): boolean {
  return [...said.values()].some(({ reply }) => reply !== null);
}
