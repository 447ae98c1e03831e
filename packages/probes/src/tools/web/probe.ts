import { type Gap, reasons, ToolError, type Tools, type WebData } from '@sonde/contract';
import { isOfHost } from '@sonde/contract/tools/web/no-answer';
import { startDeadline } from '../../async/deadline.ts';
import { NetFailure } from '../../net-failure.ts';
import type { Probe } from '../../probe.ts';
import { type FollowedStart, followStart, type VisitedPages } from './chain.ts';
import { firstVisits } from './families.ts';
import { finalPage } from './final-page.ts';
import { createHopWriter } from './hops.ts';
import { hostFacts } from './host-facts.ts';
import { createHttp3Asking } from './http3.ts';
import { startsOf } from './starts.ts';
import { createVisits, takeCheck } from './visits.ts';

/** Less than the deadline of the contract, so that what was found by then is returned. */
const LOOKUP_MS = 18_500;
const families = { '4': 4, '6': 6 } as const;

/**
 * Requests a URL, or http and https of a host, by IPv4 and IPv6 at once; follows what they redirect to, and examines the host
 * of the final page.
 * @throws ToolError `rate-limited` if the host has just been checked, `not-found` if it has no address; NetFailure if there is
 * no response at all
 */
export const probeWeb: Probe<Tools['web']> = async (query, { net, data: local, limits, signal }) => {
  const { host, urls } = startsOf(query.url);
  net.checkHost(host);
  await takeCheck(limits, host, signal);
  const lookup = startDeadline({ timeoutMs: LOOKUP_MS, what: 'web' }, [signal]);
  try {
    const family = query.family && families[query.family];
    const visits = createVisits({ net, limits, signal: lookup.signal, family });
    const first = firstVisits(visits, urls, family);
    const pages: VisitedPages = new Map(urls.map((url) => [url, first.chosen(url)]));
    const byHttps = urls.find((url) => url.startsWith('https:'));
    const askAboutHttp3 = createHttp3Asking(visits, byHttps === undefined ? undefined : pages.get(byHttps));
    const starts = await Promise.all(urls.map((url) => followStart(visits, pages, url)));
    const chain = leadingChain(starts);
    const last = chain.at(-1);
    if (last === undefined) throw failureOf(starts);
    const [reached, facts] = await Promise.all([
      first.families(),
      hostFacts(visits, last, askAboutHttp3, local.preloadList),
    ]);
    signal.throwIfAborted();
    const toHop = createHopWriter(net);
    const data: WebData = {
      url: query.url,
      starts: starts.map((start) => ({ ...start, chain: start.chain.map(toHop) })),
      chain: chain.map(toHop),
      ...finalPage(chain, last),
      ...facts.data,
      families: reached.data,
    };
    return { data, gaps: [...starts.flatMap(gapOf), ...reached.gaps, ...facts.gaps] };
  } finally {
    lookup.cancel();
  }
};

/** A start that was not asked, or could not be, for a reason that says nothing about the host. */
function gapOf({ url, chain, end, reason }: FollowedStart): Gap[] {
  if (chain.length > 0 || end !== 'failed' || reason === null || isOfHost(reason)) return [];
  return [{ part: url, code: reasons[reason].code }];
}

/** That of the last start that has a response: https if both were made. */
function leadingChain(starts: readonly FollowedStart[]): FollowedStart['chain'] {
  return starts.findLast(({ chain }) => chain.length > 0)?.chain ?? [];
}

/** What is wrong with the last start, which is https if both were made. */
function failureOf(starts: readonly FollowedStart[]): Error {
  const last = starts.at(-1);
  if (last === undefined || last.reason === null) return new ToolError('internal', 'No request was made.');
  return new NetFailure(last.reason, `${last.url}: no response`);
}
