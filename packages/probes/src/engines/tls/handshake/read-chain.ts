import type { Flight } from '../../../protocols/tls-records/flight.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { ServedChain } from '../certificate/served-chain.ts';
import type { Scan } from '../connection/dial.ts';
import { handshakeUpToFinished } from './current-client.ts';
import { commonOffer, failureOf } from './first-hello.ts';
import { type Accepted, sendOffer } from './send-hello.ts';

const untilCertificate = ({ certificates, isDone }: Flight) => certificates !== null || isDone;

/**
 * Reads the chain that a server presents: on one connection up to TLS 1.2, where certificates are not encrypted, and on a
 * second one if it accepts only TLS 1.3. Null if it refuses TLS, speaks another protocol, or presents nothing.
 * @throws NetFailure when it cannot be reached or stays silent, or the reason of the budget's signal
 */
export async function readChain(scan: Scan): Promise<ServedChain | null> {
  const result = await sendOffer(scan, commonOffer, untilCertificate);
  if (result.kind === 'accepted') return chainIn(result);
  if (result.kind === 'silent' || result.kind === 'unreachable') throw failureOf(result);
  if (result.kind === 'malformed') return null;
  const session = await handshakeUpToFinished(scan);
  return 'refusedWith' in session || session.certificates === null ? null : session;
}

/** What a flight shows without decryption; null if it has no certificates. */
function chainIn({ hello, flight }: Accepted): ServedChain | null {
  const { certificates, ocspResponse } = flight;
  if (certificates === null || hello.version >= versions['TLSv1.3']) return null;
  return { certificates, ocspResponse, timestamps: hello.timestamps };
}
