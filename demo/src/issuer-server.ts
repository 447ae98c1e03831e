import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the authority publishes, in DER. */
interface Published {
  readonly issuing: Uint8Array;
  readonly lists: { readonly root: Uint8Array; readonly issuing: Uint8Array };
}

/**
 * Publishes the certificate of the issuing authority and both revocation lists at the URLs in the certificates (RFC 5280
 * sections 4.2.2.1 and 4.2.1.13). The URLs are needed before the certificates exist, so `publish` follows.
 */
export async function startIssuerServer() {
  const files = new Map<string, readonly [type: string, body: Uint8Array]>();
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files.get(url) ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', type).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  return {
    port,
    issuerUrl: at('/issuing-ca.der'),
    listUrl: at('/issuing-ca.crl'),
    rootListUrl: at('/root-ca.crl'),
    publish({ issuing, lists }: Published) {
      files.set('/issuing-ca.der', ['application/pkix-cert', issuing]);
      files.set('/issuing-ca.crl', ['application/pkix-crl', lists.issuing]);
      files.set('/root-ca.crl', ['application/pkix-crl', lists.root]);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
