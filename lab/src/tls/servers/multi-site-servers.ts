import { readFile, writeFile } from 'node:fs/promises';
import { onFreePort } from '../../processes/free-port.ts';
import type { Workplace } from '../../processes/workplace.ts';
import type { Certificates, ServedCertificate } from '../certificates/certificates.ts';
import type { CertificateKind } from '../certificates/recipes.ts';
import { type NginxSite, startNginx } from './nginx.ts';

/** One of the sites that share a port, at one address or for one name. */
export interface LabSite extends Omit<NginxSite, 'port' | 'certificates'> {
  /** Different key types. */
  readonly certificates: readonly CertificateKind[];
  /** Sends only its own certificate. */
  readonly isLeafAlone?: boolean;
}

/** A current configuration. */
const lines = ['ssl_protocols TLSv1.2 TLSv1.3', 'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20'];

/** Servers with different certificates for one name. */
export const multiSiteServers = {
  /** Two key types at the first address, one of them expired; the certificate at the second address has expired too. */
  'nginx-two-addresses': {
    host: 'two-places.tls.test',
    sites: [
      { address: '127.0.0.1', certificates: ['expired-wildcard', 'ecdsa-wildcard'], lines },
      { address: '127.0.0.2', certificates: ['expired-wildcard'], lines: ['ssl_protocols TLSv1.2'] },
    ],
  },
} as const satisfies Record<string, { readonly host: string; readonly sites: readonly LabSite[] }>;

export type MultiSiteServerName = keyof typeof multiSiteServers;

/** Starts one nginx for all sites, on one free port. */
export async function serveSites(workplace: Workplace, certificates: Certificates, sites: readonly LabSite[]) {
  const nginxSites = await Promise.all(
    sites.map(async ({ certificates: kinds, isLeafAlone = false, ...site }) => {
      const made = await Promise.all(kinds.map((kind) => certificates.make(kind)));
      return { ...site, certificates: isLeafAlone ? await Promise.all(made.map(withoutIssuers)) : made };
    }),
  );
  return onFreePort(async (port) => {
    await startNginx(
      workplace,
      `sites-${port}`,
      nginxSites.map((site) => ({ ...site, port })),
    );
    return { port };
  });
}

async function withoutIssuers(certificate: ServedCertificate): Promise<ServedCertificate> {
  const [leaf] = (await readFile(certificate.chainFile, 'utf8')).split(/(?<=-----END CERTIFICATE-----\n)/);
  const chainFile = `${certificate.chainFile}.leaf`;
  await writeFile(chainFile, leaf ?? '');
  return { ...certificate, chainFile, othersFile: null };
}
