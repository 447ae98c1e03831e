import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test as base, environment } from './fixtures.ts';
import { startSonde, startTlsLab, type TlsLab } from './serve.ts';

/** A server of this suite that may check the TLS servers of the lab. */
export interface TlsSite {
  readonly url: string;
  /** `host:port` of a server of the lab; `far` reaches it with a round trip time of 160 ms. */
  target(name: string): string;
  far(name: string): string;
  /** `host:port` of a closed port. */
  readonly closed: string;
}

const wanted = {
  servers: ['openssl-modern', 'nginx-modern', 'nginx-legacy', 'openssl-null', 'nginx-two-addresses'],
  certificates: ['expired', 'wrong-host', 'incomplete-chain', 'self-signed', 'ecdsa', 'idn', 'thousand-names'],
  delayMs: 80,
};

export const test = base.extend<object, { readonly tls: TlsSite }>({
  tls: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const lab = await startTlsLab(wanted);
      const sonde = await startSonde({
        SONDE_RESOLVERS: environment('SONDE_E2E_RESOLVER'),
        SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
        SONDE_ALLOW_PORTS: '1024-65535',
        SONDE_CA_FILE: lab.caFile,
        // All servers of the lab have one address and are checked often.
        SONDE_TLS_BUDGET: 'off',
        SONDE_WEB_BUDGET: 'off',
      });
      await use({
        url: sonde.url,
        target: (name) => `${serverOf(lab, name).host}:${serverOf(lab, name).port}`,
        far: (name) => `${serverOf(lab, name).host}:${serverOf(lab, name).delayedPort}`,
        closed: `rsa.tls.test:${await closedPort()}`,
      });
      await sonde.stop();
      await lab.stop();
    },
    { scope: 'worker' },
  ],
});

function serverOf(lab: TlsLab, name: string): TlsLab['servers'][string] {
  const server = lab.servers[name];
  if (server === undefined) throw new Error(`The lab was not asked for ${name}.`);
  return server;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
