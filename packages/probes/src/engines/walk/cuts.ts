import { rcodes } from '../../protocols/dns-message/header.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { isWithin, labelCount } from '../../protocols/dnssec/names.ts';
import { glueFor, NS, nsNames, type Referred } from './name-servers.ts';
import { replyTo, type ServerView } from './server-view.ts';

/** What the servers of a zone reveal about the next name on the way down. */
export type Cut =
  | ({ readonly kind: 'zone' } & Referred)
  /** The name is within the zone. */
  | { readonly kind: 'none' }
  | { readonly kind: 'nxdomain' }
  | { readonly kind: 'silent' };

const NOERROR = 0;

/** Combines the replies of all servers; one that refers takes precedence over one that denies. */
export function readCut(views: readonly ServerView[], zone: string, child: string): Cut {
  const messages = views.flatMap((view) => replyTo(view, { name: child, type: NS })?.message ?? []);
  const referrals = messages.flatMap((message) => referralIn(message, zone, child) ?? []);
  if (referrals.length > 0) {
    return {
      kind: 'zone',
      ns: [...new Set(referrals.flatMap(({ ns }) => ns))],
      glue: uniqueGlue(referrals.flatMap(({ glue }) => glue)),
      ttlSeconds: referrals[0]?.ttlSeconds ?? null,
    };
  }
  // Without the AA flag a reply proves nothing: it may be an upward referral, or come from a cache.
  const own = messages.filter(({ isAuthoritative }) => isAuthoritative);
  if (own.some(({ rcode }) => rcode === NOERROR)) return { kind: 'none' };
  return { kind: own.some(({ rcode }) => rcode === rcodes.nxDomain) ? 'nxdomain' : 'silent' };
}

/**
 * A referral has the NS records in its authority section; a server that also serves the child answers with them. NS records
 * of the zone itself or of a name above it (an upward referral) do not count.
 */
export function referralIn(message: DnsMessage, zone: string, child: string): Referred | null {
  if (message.rcode !== NOERROR || labelCount(child) <= labelCount(zone) || !isWithin(child, zone)) return null;
  const section = message.isAuthoritative ? message.answers : message.authorities;
  const ns = nsNames(section, child);
  if (ns.length === 0) return null;
  const first = section.find(({ type, name }) => type === NS && nameKey(name) === nameKey(child));
  return { ns, glue: glueFor(ns, message.additionals, zone), ttlSeconds: first?.ttlSeconds ?? null };
}

function uniqueGlue(glue: Referred['glue']): Referred['glue'] {
  return [...new Map(glue.map((one) => [`${one.name} ${one.address}`, one])).values()];
}

/** Whether a server refers to its own zone or above: it does not serve the zone that it was asked about. */
export function isUpwardReferral({ isAuthoritative, rcode, answers, authorities }: DnsMessage, zone: string): boolean {
  const ns = authorities.filter(({ type }) => type === NS);
  return !isAuthoritative && rcode === NOERROR && answers.length === 0 && ns.some(({ name }) => isWithin(zone, name));
}
