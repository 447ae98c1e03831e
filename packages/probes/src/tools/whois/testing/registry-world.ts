import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistryLab } from '@sonde/lab';
import { createRegistries } from '../../../data/registries/registries.ts';
import { readDataSettings } from '../../../data/settings.ts';
import { defaultLimitsOf } from '../../../limits/target-limits.ts';
import { createNodeNet } from '../../../net/node-net.ts';
import { noData } from '../../../testing/no-data.ts';
import { createWhoisProbe } from '../probe.ts';
import { createRegistryThrottle } from '../registry-throttle.ts';

/** The probe before the registries of the lab, with what it needs; `denied` lists targets that the operator denies. */
export async function startRegistryWorld(denied: readonly string[] = []) {
  const lab = await startRegistryLab();
  const folder = mkdtempSync(join(tmpdir(), 'sonde-whois-'));
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: denied,
    allowPorts: [],
  });
  const env = { SONDE_WHOIS_SERVER: lab.whois, SONDE_RDAP_BOOTSTRAP: lab.bootstrap, SONDE_DATA_DIR: folder };
  const { settings } = readDataSettings(env);
  if (settings === null) throw new Error('the settings do not fit');
  const registries = createRegistries(settings, net);
  const data = { ...noData, registries };
  const probe = createWhoisProbe(createRegistryThrottle({ intervalMs: 0, maxWaitMs: 5000 }));
  return {
    lab,
    net,
    data,
    lookUp: (ipOrDomain: string, signal: AbortSignal) =>
      probe({ ipOrDomain }, { net, data, limits: defaultLimitsOf(net), signal, report: () => {} }),
    async stop() {
      registries.close();
      net.close();
      await lab.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RegistryWorld = Awaited<ReturnType<typeof startRegistryWorld>>;
