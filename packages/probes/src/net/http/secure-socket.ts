import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, rootCertificates, type TLSSocket } from 'node:tls';
import { onAbort } from '../../async/signals.ts';
import { webFailure } from './web-failure.ts';

/**
 * Starts TLS on an open connection to a web server and verifies the certificate for `host`.
 * @throws NetFailure `invalid-response` when the peer does not speak TLS or the certificate does not verify, or the
 * signal's reason
 */
export type SecureSocket = (
  socket: Duplex,
  host: string,
  signal: AbortSignal,
  /** Application protocols to offer (RFC 7301); default: HTTP/1.1. */
  protocols?: readonly string[],
) => Promise<TLSSocket>;

/** `trustAnchors` (PEM) are trusted in addition to the runtime's authorities. */
export function createSecureSocket(trustAnchors: readonly string[]): SecureSocket {
  // Parsing all authorities takes some milliseconds, so it is done once, at first use.
  let context: ReturnType<typeof createSecureContext> | null = null;
  return (socket, host, signal, protocols = ['http/1.1']) =>
    new Promise((resolve, reject) => {
      context ??= createSecureContext(trustAnchors.length > 0 ? { ca: [...rootCertificates, ...trustAnchors] } : {});
      const secured = connect({
        socket,
        host,
        // RFC 6066 section 3: a literal address is not a server name.
        ...(isIP(host) === 0 ? { servername: host } : {}),
        secureContext: context,
        ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
      });
      const detach = onAbort(signal, () => {
        secured.destroy();
        reject(signal.reason);
      });
      // The listener stays until the end: errors after the result must not become uncaught.
      secured.on('error', (error) => {
        detach();
        reject(webFailure(error, host));
      });
      secured.once('secureConnect', () => {
        detach();
        resolve(secured);
      });
    });
}
