import { chainKeyOf, type ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import type { Flight } from '../../../protocols/tls-records/flight.ts';
import { suiteOf } from '../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Observed } from '../observed.ts';
import type { FlightObserver } from '../prober/prober.ts';

/**
 * Collects certificates from the handshakes that enumerate suites up to TLS 1.2. There, the suite determines the key type, so
 * a server with several certificates presents them all without additional connections.
 */
export function createChainCollector(observed: Pick<Observed, 'servedChains'>): FlightObserver {
  // Signature algorithms of key exchanges seen so far: RSA, ECDSA, DSS.
  const seen = new Set<string>();
  return {
    isWaitingFor(flight) {
      const kind = kindOf(flight);
      return kind !== null && !seen.has(kind) && flight.certificates === null;
    },
    note(flight) {
      const kind = kindOf(flight);
      // A flight that ended without a certificate is not awaited again: the server may fail with its own choice.
      if (kind !== null) seen.add(kind);
      const { certificates, ocspResponse, serverHello } = flight;
      if (certificates === null || certificates.length === 0) return;
      addChain(observed.servedChains, { certificates, ocspResponse, timestamps: serverHello?.timestamps ?? [] });
    },
  };
}

/** Ordinary servers have two, load balancers a few more; every chain has to be judged. */
const MAX_CHAINS = 8;

/** Adds a chain that is not yet in the list, up to the limit. */
export function addChain(all: ServedChain[], sent: ServedChain): void {
  const { certificates } = sent;
  if (certificates === null || all.length >= MAX_CHAINS) return;
  const key = chainKeyOf(certificates);
  if (all.every((one) => one.certificates === null || chainKeyOf(one.certificates) !== key)) all.push(sent);
}

/** Null if no certificate is sent in the clear. */
function kindOf({ serverHello }: Flight): string | null {
  if (serverHello === null || serverHello.version >= versions['TLSv1.3']) return null;
  const suite = suiteOf(serverHello.suite);
  if (suite === null || suite.isAnonymous || suite.kind !== 'plain') return null;
  return suite.authentication;
}
