import { checkQuery, createNodeNet, defaultLimitSettings, measure, readNetSettings } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { rounded, timed } from '../report.ts';

/** A search as a visitor gets it: Sonde's own words, the default budget, every source that needs nobody else. */
export interface DefaultSearch {
  readonly ms: number;
  /** Until the first names were reported. */
  readonly firstNamesMs: number;
  readonly names: number;
  /** Questions that the search asked. */
  readonly asked: number;
}

const DOMAIN = 'twenty.test';
const ownWords = { ...noData, names: { ...noData.names, words: async () => null } };

/** How many questions a second the default budget of a zone allows. */
export const allowedPerSecond = Math.min(
  ...(defaultLimitSettings.zoneBudget ?? []).map(({ units, windowMs }) =>
    windowMs <= 1000 ? (units * 1000) / windowMs : Infinity,
  ),
);

/** Through a network layer and with limits of its own, so that no search finds something ready. */
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
