import { createNodeNet, type NodeNet, type NodeNetSeams, readNetSettings } from '@sonde/probes';

/** The real network layer with this resolver, allowed into the networks of the lab. */
export function netAt(resolver: string, seams: NodeNetSeams = {}, caFile?: string): NodeNet {
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1-65535',
    ...(caFile !== undefined && { SONDE_CA_FILE: caFile }),
  });
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings, seams);
}
