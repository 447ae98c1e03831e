import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import type { FailureReason } from '@sonde/contract/failure';
import { onAbort } from '../../async/signals.ts';
import { webFailure } from '../http/web-failure.ts';
import { NetFailure } from '../net.ts';
import type { WebProtocol } from './visit-target.ts';

/** Ordinary servers send two to four. */
const MAX_CERTIFICATES = 20;

/** Made once, at first use: the certificates are judged elsewhere, so it needs no authorities. */
let context: ReturnType<typeof createSecureContext> | null = null;

/**
 * Starts TLS with whatever certificate the server has, which is not verified.
 * @throws NetFailure `not-tls`, `handshake-failed`, `unrecognized-name`, `reset`, or the signal's reason
 */
export function openTls(
  socket: Duplex,
  host: string,
  protocols: readonly WebProtocol[],
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    context ??= createSecureContext({ ca: [] });
    const secured = connect({
      socket,
      host,
      // RFC 6066 section 3: a literal address is not a server name.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext: context,
      rejectUnauthorized: false,
      ALPNProtocols: [...protocols],
    });
    const detach = onAbort(signal, () => {
      secured.destroy();
      reject(signal.reason);
    });
    // The listener stays until the end: errors after the result must not become uncaught.
    secured.on('error', (error) => {
      detach();
      reject(tlsFailure(error, host));
    });
    secured.once('secureConnect', () => {
      detach();
      resolve(secured);
    });
  });
}

/** What the server presented in DER, its own certificate first. */
export function certificatesOf(secured: TLSSocket): readonly Uint8Array[] {
  const certificates: Uint8Array[] = [];
  let next = secured.getPeerX509Certificate();
  while (next !== undefined && certificates.length < MAX_CERTIFICATES) {
    certificates.push(new Uint8Array(next.raw));
    const { issuerCertificate } = next;
    // The root is its own issuer.
    next = issuerCertificate?.fingerprint256 === next.fingerprint256 ? undefined : issuerCertificate;
  }
  return certificates;
}

/** OpenSSL’s names of errors that tell more than that the handshake failed. */
const reasonOfError: readonly (readonly [RegExp, FailureReason])[] = [
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE|HTTP_REQUEST/, 'not-tls'],
  [/UNRECOGNIZED_NAME/, 'unrecognized-name'],
  [/^ERR_SSL_|^EPROTO$/, 'handshake-failed'],
];

function tlsFailure(error: Error, host: string): NetFailure {
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasonOfError.find(([pattern]) => pattern.test(code))?.[1];
  return reason === undefined ? webFailure(error, host) : new NetFailure(reason, `${host}: ${code}`, { cause: error });
}
