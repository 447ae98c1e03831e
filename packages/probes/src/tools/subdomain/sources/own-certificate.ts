import { decodeCertificate } from '@sonde/contract/x509/certificate';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import { createAddressAllowance } from '../../../engines/tls/connection/address-allowance.ts';
import { createBudget } from '../../../engines/tls/connection/budget.ts';
import { openPeer, parseTarget } from '../../../engines/tls/connection/open-peer.ts';
import { readChain } from '../../../engines/tls/handshake/read-chain.ts';
import { NetFailure } from '../../../net/net.ts';
import { decodeFor } from '../../../work/work.ts';
import type { Source, SourceContext } from './source.ts';

const TIMEOUT_MS = 6000;
/** Two handshakes at most; the deadline of the source comes before that of the budget. */
const LIMITS = { connections: 2, bytes: 400_000, timeMs: 2 * TIMEOUT_MS, atOnce: 1 };

/** The names in the certificate of the domain's own web server. A domain without a web server yields nothing. */
export const ownCertificate: Source = {
  name: 'certificate',
  timeoutMs: TIMEOUT_MS,
  find: async ({ domain, net, signal, suggest }) => {
    const certificates = await certificatesOf(domain, net, signal);
    for (const der of certificates.slice(0, 1)) suggest(decodeFor(signal, () => namesIn(der)));
  },
};

/** Empty if nothing listens on the port, or not with TLS. */
async function certificatesOf(
  domain: string,
  net: SourceContext['net'],
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const budget = createBudget(LIMITS, signal);
  try {
    // These two connections do not count towards the limit that TLS checks have per address.
    const { scan } = await openPeer(net, parseTarget(domain, null), budget, createAddressAllowance(null));
    return (await readChain(scan))?.certificates ?? [];
  } catch (error) {
    if (!hasNoWebServer(error)) throw error;
    return [];
  } finally {
    budget.close();
  }
}

/** A domain without a web server is not a failure of the source. */
function hasNoWebServer(error: unknown): boolean {
  const reasons = ['connection-refused', 'no-address', 'nxdomain', 'special-use', 'reset'];
  return error instanceof NetFailure && reasons.includes(error.reason);
}

function namesIn(der: Uint8Array): string[] {
  try {
    const { extensions } = decodeCertificate(der);
    return (extensions.alternativeNames ?? []).flatMap(({ kind, text }) => (kind === 'dns' ? text : []));
  } catch (error) {
    // Anything that cannot be read as a certificate has no names.
    if (error instanceof X509FormatError) return [];
    throw error;
  }
}
