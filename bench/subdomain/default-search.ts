import { checkQuery, createNodeNet, defaultLimitSettings, measure, readNetSettings } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { rounded, timed } from '../report.ts';

/** A search as visitors run it: Sonde's own words, the default budget, and every source except third parties. */
export interface DefaultSearch {
  readonly ms: number;
  /** Time until the first names were reported. */
  readonly firstNamesMs: number;
  readonly names: number;
  /** Number of DNS queries of the search. */
  readonly asked: number;
}

const DOMAIN = 'twenty.test';
const ownWords = { ...noData, names: { ...noData.names, words: async () => null } };

/** Queries per second that the default budget of a zone allows. */
export const allowedPerSecond = Math.min(
  ...(defaultLimitSettings.zoneBudget ?? []).map(({ units, windowMs }) =>
    windowMs <= 1000 ? (units * 1000) / windowMs : Infinity,
  ),
);

/** Each search has its own network layer and limits, so that it finds nothing in a cache. */
export async function searchByDefault(resolver: string): Promise<DefaultSearch> {
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolver });
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  let firstNamesMs = Number.NaN;
  const startedAtMs = performance.now();
  const report = (part: unknown) => {
    const { subdomains } = part as { readonly subdomains: readonly unknown[] };
    if (Number.isNaN(firstNamesMs) && subdomains.length > 0) firstNamesMs = rounded(performance.now() - startedAtMs);
  };
  try {
    const signal = AbortSignal.timeout(60_000);
    const { ms, result } = await timed(() =>
      measure(checkQuery('subdomain', { domain: DOMAIN }), { net, data: ownWords, signal, report }),
    );
    return { ms, firstNamesMs, names: result.subdomains.length, asked: result.asked };
  } finally {
    net.close();
  }
}
