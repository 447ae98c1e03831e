import type { WatchRules } from '../../watch/watch-rules.ts';

export const dnsWatch: WatchRules = {
  everySeconds: 900,
  weights: [
    [/^(records\/(NS|DS|MX|CAA)|dnssec|exists)$/, 'high'],
    [/^records\/(TXT|SOA)$/, 'low'],
  ],
};
