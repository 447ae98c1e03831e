import { createNodeNet, type NodeNet, readNetSettings } from '@sonde/probes';

/** A `Net` that may connect to the servers of the lab; `resolver` resolves their names. */
export function openLabNet(caFile: string, resolver = '127.0.0.1'): NodeNet {
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings);
}
