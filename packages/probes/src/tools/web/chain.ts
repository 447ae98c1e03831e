import { type FailureReason, reasons } from '@sonde/contract';
import type { Visit } from '../../net/net.ts';
import { NetFailure } from '../../net-failure.ts';
import { parseUrl } from '../../protocols/parse-url.ts';
import { fieldOf } from './header-values.ts';
import type { Visits } from './visits.ts';

export const chainEnds = ['answered', 'loop', 'too-many', 'refused-location', 'bad-location', 'failed'] as const;

/** What followed from one URL. */
export interface FollowedStart {
  readonly url: string;
  readonly chain: readonly Visit[];
  readonly end: (typeof chainEnds)[number];
  readonly reason: FailureReason | null;
  readonly location: string | null;
}

const MAX_HOPS = 10;
const MAX_LOCATION = 2000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Pages that were requested before in this lookup, by URL: a page that two starts lead to is requested once. */
export type VisitedPages = Map<string, Promise<Visit>>;

/**
 * Follows the redirects from one URL. Every location is a stranger: it passes the guard like the URL of a visitor, and one
 * that a public server names may lead to public addresses only.
 * @throws what is not a failure of the network, such as ToolError `rate-limited`
 */
export async function followStart(visits: Visits, pages: VisitedPages, start: string): Promise<FollowedStart> {
  const chain: Visit[] = [];
  const ended = (end: FollowedStart['end'], location: string | null, reason: FailureReason | null = null) => {
    return { url: start, chain, end, reason, location: location?.slice(0, MAX_LOCATION) ?? null };
  };
  let next: string = start;
  for (;;) {
    const visit = await visitOnce(visits, pages, next, chain.at(-1));
    if (visit instanceof NetFailure)
      return ended(chain.length > 0 && isRefused(visit) ? 'refused-location' : 'failed', next, visit.reason);
    chain.push(visit);
    const location = locationOf(visit);
    if (location === null) return ended('answered', null);
    if (location.url === null) return ended('bad-location', location.text);
    next = location.url;
    if (chain.some(({ url }) => url === next)) return ended('loop', next);
    if (chain.length === MAX_HOPS) return ended('too-many', next);
  }
}

async function visitOnce(
  visits: Visits,
  pages: VisitedPages,
  url: string,
  from: Visit | undefined,
): Promise<Visit | NetFailure> {
  const namedBy = from?.address.address;
  const visiting = pages.get(url) ?? visits.visit(url, namedBy === undefined ? {} : { namedBy });
  pages.set(url, visiting);
  try {
    return await visiting;
  } catch (error) {
    visits.signal.throwIfAborted();
    if (error instanceof NetFailure) return error;
    throw error;
  }
}

const isRefused = ({ reason }: NetFailure): boolean => reasons[reason].code === 'refused-target';

/** Where a response redirects to, without a fragment, a user and a password; `url` is null for what is no http or https URL. */
export function locationOf({
  status,
  headers,
  url: from,
}: Pick<Visit, 'status' | 'headers' | 'url'>): { readonly text: string; readonly url: string | null } | null {
  const value = REDIRECTS.has(status) ? fieldOf(headers, 'location') : null;
  if (value === null) return null;
  const text = utf8Of(value);
  const url = parseUrl(text, from);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return { text, url: null };
  Object.assign(url, { hash: '', username: '', password: '' });
  return { text, url: url.href };
}

/** Octets of a field that are UTF-8, as browsers read a location. */
function utf8Of(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
