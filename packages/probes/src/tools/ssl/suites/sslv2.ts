import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import { exchangeTimeoutMs, ResponseTimeout, type Scan, withConnection } from '../../../engines/tls/connection/dial.ts';
import type { TlsConnection } from '../../../engines/tls/connection/tls-connection.ts';
import { NetFailure } from '../../../net/net.ts';
import { join } from '../../../protocols/octets.ts';
import {
  decodeSslv2ServerHello,
  encodeSslv2ClientHello,
  type Sslv2ServerHello,
} from '../../../protocols/tls-records/sslv2.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import type { Observed } from '../observed.ts';
import { addChain } from '../served/chain-collector.ts';

const MAX_REPLY = 33_000;

/**
 * Sends an SSLv2 CLIENT-HELLO; the SERVER-HELLO lists all suites of the server. Servers without SSLv2 close the connection,
 * stay silent or send an alert, so a refusal never means anything else.
 * @throws the reason of the budget's signal
 */
export async function sendSslv2Hello(scan: Scan): Promise<Sslv2ServerHello | null> {
  try {
    return await withConnection({ ...scan, purpose: 'sslv2' }, exchangeTimeoutMs(scan), readServerHello);
  } catch (error) {
    scan.budget.signal.throwIfAborted();
    if (error instanceof TlsFormatError || error instanceof NetFailure || error instanceof ResponseTimeout) return null;
    throw error;
  }
}

export function noteSslv2({ versions, servedChains }: Observed, reply: Sslv2ServerHello | null): void {
  noteCertificate(servedChains, reply?.certificate ?? new Uint8Array());
  versions.SSLv2.isAccepted = reply !== null;
  versions.SSLv2.suites.push(...(reply?.suites ?? []));
  versions.SSLv2.isComplete = true;
}

/** SSLv2 has no chains: a certificate that is not the first of any other chain is judged with the issuers of the first. */
function noteCertificate(chains: ServedChain[], certificate: Uint8Array): void {
  const isKnown = chains.some(({ certificates }) => {
    const [leaf] = certificates ?? [];
    return leaf !== undefined && Buffer.compare(leaf, certificate) === 0;
  });
  if (certificate.length === 0 || isKnown) return;
  const [, ...issuers] = chains[0]?.certificates ?? [];
  addChain(chains, { certificates: [certificate, ...issuers], ocspResponse: null, timestamps: [] });
}

async function readServerHello(connection: TlsConnection): Promise<Sslv2ServerHello | null> {
  await connection.send(encodeSslv2ClientHello(crypto.getRandomValues(new Uint8Array(16))));
  let received = new Uint8Array();
  while (received.length < MAX_REPLY) {
    const bytes = await connection.receive();
    if (bytes === null) return null;
    received = Uint8Array.from(join(received, bytes));
    const reply = decodeSslv2ServerHello(received);
    if (reply !== null) return reply;
  }
  return null;
}
