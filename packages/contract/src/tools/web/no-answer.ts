/** Reasons that say something about the host; the words continue «it». */
const ofHost: Readonly<Record<string, string>> = {
  'connection-refused': 'it refuses the connection',
  timeout: 'it does not answer in time',
  reset: 'it closes the connection',
  nxdomain: 'its name does not exist',
  'no-address': 'it has no address',
  'not-tls': 'it does not speak TLS',
  'handshake-failed': 'the TLS handshake fails',
  'invalid-response': 'its answer is not HTTP',
  'too-large': 'its answer is too large',
};

/** Reasons for which this server has not asked the host at all, or could not: nothing follows from them. */
const ofThisServer: Readonly<Record<string, string>> = {
  'special-use': 'its address is private or otherwise special-use, so it was not asked',
  denied: 'this server may not ask it',
  'not-allowed-port': 'this server may not connect to its port',
  unreachable: 'there is no way to it from this server',
};

/**
 * Whether a request without a response says something about the host. No route to an address is as likely to be a fault of
 * this server, which may have no IPv6, and a resolver that fails says nothing about the name.
 */
export const isOfHost = (reason: string | null): boolean => Object.hasOwn(ofHost, reason ?? '');

/** Why there was no answer, as a clause about «it»: `it refuses the connection`. */
export const whyNoAnswer = (reason: string | null): string =>
  ofHost[reason ?? ''] ?? ofThisServer[reason ?? ''] ?? 'it could not be asked';
