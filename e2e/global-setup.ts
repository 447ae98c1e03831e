import { startDnsLab, startSonde } from './serve.ts';
import { startServerPool } from './server-pool.ts';

/** Starts the lab and the servers for the whole run; the returned function stops them. */
// biome-ignore lint/style/noDefaultExport: this is how Playwright finds it
export default async function startAll(): Promise<() => Promise<void>> {
  const lab = await startDnsLab();
  const pool = await startServerPool();
  try {
    const sonde = await startSonde({ SONDE_RESOLVERS: lab.resolver });
    // The workers inherit the environment.
    process.env['SONDE_E2E_URL'] = sonde.url;
    process.env['SONDE_E2E_POOL'] = pool.url;
    process.env['SONDE_E2E_RESOLVER'] = lab.resolver;
    process.env['SONDE_E2E_SILENT_RESOLVER'] = lab.silent;
    process.env['SONDE_E2E_SERVFAIL_RESOLVER'] = lab.servfail;
    process.env['SONDE_E2E_WHOIS'] = lab.whois;
    process.env['SONDE_E2E_RDAP_BOOTSTRAP'] = lab.rdapBootstrap;
    return async () => {
      await sonde.stop();
      await pool.stop();
      await lab.stop();
    };
  } catch (error) {
    await pool.stop();
    await lab.stop();
    throw error;
  }
}
