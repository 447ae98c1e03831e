import { EXAMPLE_HOST } from '../screens/examples.ts';

/** The specification's texts for this screen, verbatim. */
export const texts = {
  placeholder: `Enter host name or IP address (e.g. ${EXAMPLE_HOST})`,
  blank: 'Please enter a host name or IP address',
  invalid: `Please enter a valid host name (e.g. ${EXAMPLE_HOST}) or IP address`,
  loading: 'Pinging host...',
  empty: 'No ping results available',
} as const;

export const NO_RESPONSE = 'No response from server. Please check if the server is running.';

/** How reliably the host is reached, by packet loss in percent. */
export function reachability(packetLoss: number): string {
  return packetLoss === 0 ? 'Host is reachable' : `Host is partially reachable (${packetLoss}% packet loss)`;
}

/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Sends packets from this server and measures how long each reply takes. A host that does not reply may still be up, because many drop these packets, and the path from your own network may be different.';
