import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, onFreePort } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { makeCertificates, type WebCertificates } from '../web/certificates.ts';
import { bindConfig, type EncryptedPorts, knotConfig, shopZone, unboundConfig } from './encrypted-configurations.ts';

/** A server over UDP, TLS (RFC 7858) and HTTPS (RFC 8484), with one zone of its own. */
export interface EncryptedResolver {
  readonly plainPort: number;
  readonly tlsPort: number;
  readonly httpsPort: number;
  /** PEM of the authority that issued its certificate for dns.test and 127.0.0.1. */
  readonly authority: string;
  /** Certificate and key, for servers of tests. */
  readonly files: WebCertificates;
  stop(): Promise<void>;
}

export const encryptedSoftware = ['Unbound', 'BIND', 'Knot Resolver'] as const;
export type EncryptedSoftware = (typeof encryptedSoftware)[number];

/** Serves `shop.test`: an address, a mail server, and `many` with 300 TXT records that take 40 kB. */
export async function startEncryptedResolver(software: EncryptedSoftware = 'Unbound'): Promise<EncryptedResolver> {
  const workplace = await openWorkplace();
  try {
    const { directory } = workplace;
    const files = await makeCertificates(directory, ['DNS:dns.test', 'IP:127.0.0.1']);
    const [tlsPort, httpsPort] = [await freePort(), await freePort()];
    const start = starters[software];
    const plainPort = await onFreePort(async (plain) => {
      await start(workplace, { plain, tls: tlsPort, https: httpsPort }, files);
      return plain;
    });
    const authority = await readFile(files.authority, 'utf8');
    return { plainPort, tlsPort, httpsPort, authority, files, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

type Starter = (workplace: Workplace, ports: EncryptedPorts, files: WebCertificates) => Promise<unknown>;

const starters: Readonly<Record<EncryptedSoftware, Starter>> = {
  async Unbound(workplace, ports, files) {
    const config = await fileOf(workplace, 'unbound.conf', unboundConfig(workplace.directory, ports, files));
    await workplace.start('unbound', ['-d', '-c', config], /start of service/);
  },
  BIND: startBind,
  async 'Knot Resolver'(workplace, ports, files) {
    const [tls, https] = [await freePort(), await freePort()];
    const authorityPort = await onFreePort(async (plain) => {
      await startBind(workplace, { plain, tls, https }, files);
      return plain;
    });
    const config = await fileOf(workplace, 'kresd.conf', knotConfig(ports, files, authorityPort));
    await workplace.start('kresd', ['--noninteractive', '--config', config, workplace.directory], /listening/);
  },
};

async function startBind(workplace: Workplace, ports: EncryptedPorts, files: WebCertificates): Promise<void> {
  const zone = await fileOf(workplace, 'shop.test.zone', shopZone);
  const config = await fileOf(workplace, 'named.conf', bindConfig(workplace.directory, ports, files, zone));
  await workplace.start('named', ['-g', '-c', config], /all zones loaded[\s\S]*running/);
}

async function fileOf({ directory }: Workplace, name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}
