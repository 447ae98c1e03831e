import { formatAddress, fromNetworkOrder } from '../guard/ip-address.ts';
import { NetFailure, type TraceEvent } from '../net.ts';
import type { TraceNews } from './trace-plan.ts';

/** Refuses an address that may not be contacted: `special-use` or `denied`. */
export type CheckAddress = (address: string) => void;

/** Removes what must not be shown from what a trace hears. */
export interface HopPrivacy {
  /** The events to report: this one, and repeated earlier ones whose address may now be shown. */
  shown(news: TraceNews): TraceEvent[];
  /** The address if it may be shown; null for one of our own network. */
  address(ttl: number, from: Uint8Array): string | null;
  /** The same for a router whose hop is unknown: only a public address is shown. */
  publicAddress(from: Uint8Array): string | null;
}

type Answer = Extract<TraceNews, { kind: 'answer' }>;

/**
 * Routers before the first public one belong to our own network: the hops are shown, but not their addresses. Private
 * addresses behind it belong to carriers and are shown. Addresses that the operator denies are never shown.
 */
export function createHopPrivacy(check: CheckAddress, showsOwn: boolean): HopPrivacy {
  let firstPublic = Number.POSITIVE_INFINITY;
  const hidden: Answer[] = [];

  const classOf = (text: string): 'public' | 'special' | 'denied' => {
    try {
      check(text);
      return 'public';
    } catch (error) {
      return error instanceof NetFailure && error.reason === 'denied' ? 'denied' : 'special';
    }
  };
  const textOf = (from: Uint8Array): string | null => {
    const address = fromNetworkOrder(from);
    return address === null ? null : formatAddress(address);
  };
  const address = (ttl: number, from: Uint8Array): string | null => {
    const text = textOf(from);
    const kind = text === null ? 'denied' : classOf(text);
    if (kind === 'public') firstPublic = Math.min(firstPublic, ttl);
    return kind === 'public' || (kind === 'special' && (showsOwn || ttl > firstPublic)) ? text : null;
  };
  const eventOf = ({ from, ...news }: Answer): TraceEvent => ({ ...news, address: address(news.ttl, from) });

  return {
    address,
    publicAddress: (from) => {
      const text = textOf(from);
      return text !== null && classOf(text) === 'public' ? text : null;
    },
    shown(news) {
      if (news.kind !== 'answer') return [news];
      const before = firstPublic;
      const event = eventOf(news);
      if ('address' in event && event.address === null) hidden.push(news);
      const again =
        firstPublic < before ? hidden.map(eventOf).filter((one) => 'address' in one && one.address !== null) : [];
      return [event, ...again];
    },
  };
}
