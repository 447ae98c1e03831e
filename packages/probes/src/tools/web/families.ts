import { type Gap, reasons, type WebData } from '@sonde/contract';
import { isOfHost } from '@sonde/contract/tools/web/no-answer';
import { sleep } from '../../async/sleep.ts';
import { type Visit, VisitFailure } from '../../net/net.ts';
import { NetFailure } from '../../net-failure.ts';
import { locationOf } from './chain.ts';
import type { Visits } from './visits.ts';

type Family = 4 | 6;
type Families = WebData['families'];

/** How long a response by IPv6 is awaited when that by IPv4 is there (RFC 8305 section 5). */
const HEAD_START_MS = 250;

/** The first requests, by each family of addresses at once. */
export interface FirstVisits {
  /** The response with which the chain of this URL begins: that by IPv6, unless only that by IPv4 comes in time. */
  chosen(url: string): Promise<Visit>;
  families(): Promise<{ readonly data: Families; readonly gaps: readonly Gap[] }>;
}

/** One first request; `failure` is what ended it without a response. */
interface Outcome {
  readonly url: string;
  readonly visit: Visit | null;
  readonly failure: NetFailure | null;
}

export function firstVisits(visits: Visits, urls: readonly string[], only: Family | null): FirstVisits {
  const families: readonly Family[] = only === null ? [6, 4] : [only];
  const started = urls.map((url) => ({
    url,
    byFamily: families.map((family) => ({ family, visiting: visits.visit(url, { family }) })),
  }));
  for (const { byFamily } of started) for (const { visiting } of byFamily) visiting.catch(() => {});
  const outcomesOf = async (family: Family): Promise<readonly Outcome[]> => {
    const all = started.flatMap(({ url, byFamily }) =>
      byFamily.filter((one) => one.family === family).map(({ visiting }) => outcomeOf(url, visiting)),
    );
    return Promise.all(all);
  };
  return {
    chosen: async (url) => {
      const byFamily = started.find((one) => one.url === url)?.byFamily ?? [];
      const [first, second] = byFamily.map(({ visiting }) => visiting);
      if (first === undefined) return visits.visit(url);
      return second === undefined ? first : preferred(first, second, visits.signal);
    },
    families: async () => {
      const [ipv4, ipv6] = await Promise.all([outcomesOf(4), outcomesOf(6)]);
      const gaps = [gapOf('IPv4', ipv4), gapOf('IPv6', ipv6)].filter((gap) => gap !== null);
      return { data: { ipv4: answerOf(ipv4), ipv6: answerOf(ipv6) }, gaps };
    },
  };
}

/** The first one if it comes within the head start of the second one, or if that fails. */
async function preferred(first: Promise<Visit>, second: Promise<Visit>, signal: AbortSignal): Promise<Visit> {
  const failed = new Promise<void>((resolve) => {
    first.catch(() => resolve());
  });
  const later = second.then(async (visit) => {
    // Nothing is to be waited for where the first one has failed, as without an address of its family.
    await Promise.race([failed, sleep(HEAD_START_MS, signal)]);
    return visit;
  });
  try {
    return await Promise.any([first, later]);
  } catch (error) {
    // Of two failures, that of the family that the host has.
    if (!(error instanceof AggregateError)) throw error;
    const [ofFirst, ofSecond]: readonly unknown[] = error.errors;
    throw ofFirst instanceof NetFailure && ofFirst.reason === 'no-address' ? ofSecond : ofFirst;
  }
}

async function outcomeOf(url: string, visiting: Promise<Visit>): Promise<Outcome> {
  try {
    return { url, visit: await visiting, failure: null };
  } catch (error) {
    if (!(error instanceof NetFailure)) throw error;
    return { url, visit: null, failure: error };
  }
}

function answerOf(outcomes: readonly Outcome[]): Families['ipv4'] {
  const made = outcomes.filter(({ failure }) => failure?.reason !== 'no-address');
  // Whatever else was not asked: a host without an address of this family has none for any URL.
  const without = outcomes.find(({ failure }) => failure?.reason === 'no-address');
  const best = made.findLast(({ visit }) => visit !== null) ?? without ?? made.at(-1);
  const told = best === undefined ? { address: null, reached: null, status: null, reason: null } : describe(best);
  const { address, reached, status, reason } = told;
  return { address, reached, status, reason, visits: made.map(describe) };
}

function describe({ url, visit, failure }: Outcome): Families['ipv4']['visits'][number] {
  if (visit !== null) {
    const location = locationOf(visit)?.url ?? null;
    return { url, address: visit.address.address, reached: true, status: visit.status, reason: null, location };
  }
  const address = failure instanceof VisitFailure ? (failure.address?.address ?? null) : null;
  const reason = failure?.reason ?? null;
  return {
    url,
    address,
    reached: isOfHost(reason) && reason !== 'no-address' ? false : null,
    status: null,
    reason,
    location: null,
  };
}

/** A family of which nothing is known, because no request says anything about the host. */
function gapOf(part: string, outcomes: readonly Outcome[]): Gap | null {
  const failures = outcomes.flatMap(({ failure }) => failure?.reason ?? []);
  const [first] = failures;
  if (first === undefined || failures.length < outcomes.length || failures.some(isOfHost)) return null;
  return { part, code: reasons[first].code };
}
