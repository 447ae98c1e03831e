import { readFile, writeFile } from 'node:fs/promises';
import { onFreePort } from '../free-port.ts';
import type { Workplace } from '../workplace.ts';
import type { Certificates, ServedCertificate } from './certificates.ts';
import { type NginxSite, startNginx } from './nginx.ts';
import type { CertificateKind } from './recipes.ts';

/** One of the sites that share a port, at one address or for one name. */
export interface Place extends Omit<NginxSite, 'port' | 'certificates'> {
  /** Of different kinds of keys. */
  readonly certificates: readonly CertificateKind[];
  /** Sends no issuers along. */
  readonly isLeafAlone?: boolean;
}

/** As sites run it today. */
const lines = ['ssl_protocols TLSv1.2 TLSv1.3', 'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20'];

/** Servers that show clients different certificates under one name. */
export const placeServers = {
  /** Two kinds of keys at the first address, of which one has expired; the second has expired too. */
  'nginx-two-addresses': {
    host: 'two-places.tls.test',
    places: [
      { address: '127.0.0.1', certificates: ['expired-wildcard', 'ecdsa-wildcard'], lines },
      { address: '127.0.0.2', certificates: ['expired-wildcard'], lines: ['ssl_protocols TLSv1.2'] },
    ],
  },
} as const satisfies Record<string, { readonly host: string; readonly places: readonly Place[] }>;

export type PlaceServerName = keyof typeof placeServers;

/** One nginx for all of them, on one free port. */
export async function servePlaces(workplace: Workplace, certificates: Certificates, places: readonly Place[]) {
  const sites = await Promise.all(
    places.map(async ({ certificates: kinds, isLeafAlone = false, ...place }) => {
      const made = await Promise.all(kinds.map((kind) => certificates.make(kind)));
      return { ...place, certificates: isLeafAlone ? await Promise.all(made.map(withoutIssuers)) : made };
    }),
  );
  return onFreePort(async (port) => {
    await startNginx(
      workplace,
      `places-${port}`,
      sites.map((site) => ({ ...site, port })),
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
