import { ToolError } from '@sonde/contract';
import { getDomain } from 'tldts';
import type { Net } from '../../net/net.ts';

/** The registrable domains (Public Suffix List) below which names are searched through a door at the moment. */
const underWay = new WeakMap<Net, Set<string>>();
/** Most of a search is over by then. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Manners: the name servers of a domain are asked by one search at a time. Equal searches are joined before they come
 * here; what comes are searches of names below one another.
 * @throws ToolError `busy` while another search runs.
 */
export async function oneAtATime<Result>(net: Net, domain: string, search: () => Promise<Result>): Promise<Result> {
  const searched = underWay.get(net) ?? new Set<string>();
  underWay.set(net, searched);
  const registrable = getDomain(domain, { allowPrivateDomains: true }) ?? domain;
  if (searched.has(registrable)) {
    throw new ToolError('busy', `Another search below ${registrable} is running. Please try again in a moment.`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  searched.add(registrable);
  try {
    return await search();
  } finally {
    searched.delete(registrable);
  }
}
