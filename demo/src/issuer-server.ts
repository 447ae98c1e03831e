import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Publishes the certificate of the issuing authority in DER, at the URL in the certificates (RFC 5280 section 4.2.2.1).
 */
export async function startIssuerServer(certificate: Uint8Array) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/pkix-cert').end(certificate);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/issuing-ca.der`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
