import { startDnsLab, startRegistryLab, startTlsLab } from '@sonde/lab';
import { type ServedSonde, serveSonde } from '../service/processes.ts';

/**
 * Runs `work` with a built server and the lab's servers that its tools ask, and stops all of them.
 * @param more variables of the server beside those that the lab needs
 */
export async function withServedTools<Result>(
  work: (sonde: ServedSonde, tlsPort: number) => Promise<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const [dns, tls, registries] = await Promise.all([startDnsLab(), startTlsLab(), startRegistryLab()]);
  try {
    const port = Object.values(await tls.serve(['ecdsa']))[0]?.port;
    if (port === undefined) throw new Error('the lab serves no TLS');
    const sonde = await serveSonde(dns.resolver, {
      SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
      SONDE_ALLOW_PORTS: '1024-65535',
      SONDE_CA_FILE: tls.caFile,
      // The lab has one zone and one server where visitors would use many.
      SONDE_TLS_BUDGET: 'off',
      SONDE_ZONE_BUDGET: 'off',
      SONDE_WHOIS_SERVER: registries.whois,
      SONDE_RDAP_BOOTSTRAP: registries.bootstrap,
      SONDE_CT_URLS: '',
      ...more,
    });
    try {
      return await work(sonde, port);
    } finally {
      await sonde.stop();
    }
  } finally {
    await Promise.all([dns.stop(), tls.stop(), registries.stop()]);
  }
}
