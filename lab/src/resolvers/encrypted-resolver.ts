import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unboundBasics } from '../dns/name-servers.ts';
import { freePort, onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { makeCertificates, type WebCertificates } from '../web/certificates.ts';

/** Unbound by UDP, by TLS (RFC 7858) and by HTTPS (RFC 8484), with one zone of its own. */
export interface EncryptedResolver {
  readonly plainPort: number;
  readonly tlsPort: number;
  readonly httpsPort: number;
  /** PEM of the authority that has issued its certificate for dns.test and 127.0.0.1. */
  readonly authority: string;
  /** Certificate and key, for servers of tests. */
  readonly files: WebCertificates;
  stop(): Promise<void>;
}

/** The names of `shop.test`: an address, 300 TXT records that need 40 kB, and an alias. */
export async function startEncryptedResolver(): Promise<EncryptedResolver> {
  const workplace = await openWorkplace();
  try {
    const { directory } = workplace;
    const files = await makeCertificates(directory, ['DNS:dns.test', 'IP:127.0.0.1']);
    const [tlsPort, httpsPort] = [await freePort(), await freePort()];
    const plainPort = await onFreePort(async (port) => {
      const config = join(directory, 'unbound.conf');
      await writeFile(config, configOf(directory, { port, tlsPort, httpsPort }, files));
      await workplace.start('unbound', ['-d', '-c', config], /start of service/);
      return port;
    });
    const authority = await readFile(files.authority, 'utf8');
    return { plainPort, tlsPort, httpsPort, authority, files, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

interface Ports {
  readonly port: number;
  readonly tlsPort: number;
  readonly httpsPort: number;
}

function configOf(
  directory: string,
  { port, tlsPort, httpsPort }: Ports,
  { certificate, key }: WebCertificates,
): string {
  const texts = Array.from(
    { length: 300 },
    (_, index) => `  local-data: 'many.shop.test. 300 IN TXT "${String(index).padStart(4, '0')}${'x'.repeat(120)}"'\n`,
  );
  return `${unboundBasics(directory, port)}  verbosity: 1
  interface: 127.0.0.1@${tlsPort}
  interface: 127.0.0.1@${httpsPort}
  tls-port: ${tlsPort}
  https-port: ${httpsPort}
  http-endpoint: "/dns-query"
  tls-service-key: "${key}"
  tls-service-pem: "${certificate}"
  nsid: "ascii_dns-lab"
  module-config: "iterator"
  local-zone: "test." static
  local-data: "shop.test. 300 IN A 192.0.2.80"
  local-data: "shop.test. 300 IN MX 10 mail.shop.test."
${texts.join('')}`;
}
