import type { Facts } from '../../fact/fact.ts';
import type { WatchRules } from '../../watch/watch-rules.ts';

/** When a registry wrote is no news, and the registrar’s own date follows that of the registry. */
export const whoisWatch: WatchRules = {
  everySeconds: 86_400,
  facts: (facts: Facts) => new Map([...facts].filter(([path]) => path !== 'updated' && path !== 'registrarExpires')),
  weights: [
    [/^(registrar|status|nameServers|ds|state|exists)$/, 'high'],
    [/^(abuse|handle|label)$/, 'low'],
  ],
  renewals: { expires: 'registration' },
};
