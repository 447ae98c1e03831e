import type { WatchRules } from '../../watch/watch-rules.ts';

export const delegationWatch: WatchRules = {
  everySeconds: 3_600,
  weights: [
    [/^(verdict|nameServers|ds|exists)$/, 'high'],
    [/^(times|nsec3|hosts\/.+)$/, 'low'],
  ],
};
