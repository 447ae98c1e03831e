import type { Flight } from '../../../protocols/tls-records/flight.ts';
import { suiteOf } from '../../../protocols/tls-records/suites.ts';
import { versions } from '../../../protocols/tls-records/versions.ts';
import { chainKeyOf, type Sent } from '../certificates.ts';
import type { Observed } from '../observed.ts';

/**
 * Collects the certificates that come along while suites are asked for, up to TLS 1.2: the kind of key is part of the suite
 * there, so that a server with several certificates shows them all without a connection more.
 */
export interface ChainWatch {
  /** True while a certificate of a kind that was not seen yet may follow in this flight. */
  isWaitingFor(flight: Flight): boolean;
  note(flight: Flight): void;
}

export function createChainWatch(observed: Pick<Observed, 'sent'>): ChainWatch {
  // By what signs the key exchange: RSA, ECDSA, DSS.
  const seen = new Set<string>();
  return {
    isWaitingFor(flight) {
      const kind = kindOf(flight);
      return kind !== null && !seen.has(kind) && flight.certificates === null;
    },
    note(flight) {
      const kind = kindOf(flight);
      // One that ended without is not waited for again: it may be a server that stumbles over its own choice.
      if (kind !== null) seen.add(kind);
      const { certificates, ocspResponse, serverHello } = flight;
      if (certificates === null || certificates.length === 0) return;
      addSent(observed.sent, { certificates, ocspResponse, timestamps: serverHello?.timestamps ?? [] });
    },
  };
}

/** Honest servers have two, and those that share an address a few; each is judged. */
const MAX_CHAINS = 8;

/** Adds a chain that is not among them yet, as long as there are not too many. */
export function addSent(all: Sent[], sent: Sent): void {
  const { certificates } = sent;
  if (certificates === null || all.length >= MAX_CHAINS) return;
  const key = chainKeyOf(certificates);
  if (all.every((one) => one.certificates === null || chainKeyOf(one.certificates) !== key)) all.push(sent);
}

/** Null where no certificate comes in the open. */
function kindOf({ serverHello }: Flight): string | null {
  if (serverHello === null || serverHello.version >= versions['TLSv1.3']) return null;
  const suite = suiteOf(serverHello.suite);
  if (suite === null || suite.isAnonymous || suite.kind !== 'plain') return null;
  return suite.authentication;
}
