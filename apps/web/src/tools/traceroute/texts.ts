import { EXAMPLE_HOST } from '../screens/examples.ts';

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Sends packets from this server with increasing TTL, so that each router on the path answers, and measures how long that takes. The way back, and the path from your own network, may be different. Locations come from a database and are often wrong for routers.';

export const texts = {
  placeholder: `Enter host name or IP address (e.g. ${EXAMPLE_HOST})`,
  blank: 'Please enter a host name or IP address',
  invalid: `Please enter a valid host name (e.g. ${EXAMPLE_HOST}) or IP address`,
  loading: 'Tracing the path...',
  empty: 'No hops were found',
  fallback: 'Could not trace the path',
} as const;

/** Why the announced feature does not exist. */
export const DISTRIBUTED = 'Traces from several places need servers there. Until then, paths begin at this server.';
