import type { WatchRules } from '../../watch/watch-rules.ts';

export const mailWatch: WatchRules = {
  everySeconds: 900,
  weights: [
    [/^(mx|spf\/record|dmarc\/.+|lists\/.+|exists)$/, 'high'],
    [/^(spf\/lookups|bimi\/record)$/, 'low'],
  ],
};
