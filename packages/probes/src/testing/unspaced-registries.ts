import { loadTools } from '../run.ts';
import { probes } from '../tools/index.ts';
import { createWhoisProbe } from '../tools/whois/probe.ts';
import { createRegistryThrottle } from '../tools/whois/registry-throttle.ts';

/**
 * Lets every lookup of this process ask registries at once, as if it were the only one: hundreds of lookups of the same domain
 * would otherwise wait for a second each. Returns a function that ends this.
 */
export async function unspaceRegistries(): Promise<() => Promise<void>> {
  const spaced = probes.whois;
  const use = async (whois: typeof spaced) => {
    probes.whois = whois;
    await loadTools();
  };
  await use(async () => (query, context) => {
    const probe = createWhoisProbe(createRegistryThrottle({ intervalMs: 0, maxWaitMs: 5000 }));
    return probe(query, context);
  });
  return () => use(spaced);
}
