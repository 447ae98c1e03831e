import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { netVariables } from '../settings/engine-variables.ts';
import { type Environment, readVariables, type SettingsResult } from '../settings/variables.ts';
import type { ClosedWorld } from './guard/closed-world.ts';
import type { IpNetwork } from './guard/ip-address.ts';
import type { PortRange } from './guard/ports.ts';
import { DNS_PORT, type ResolverAddress } from './resolver-address.ts';

export type { ResolverAddress } from './resolver-address.ts';

/** Configuration of the network layer. */
export interface NetSettings {
  readonly resolvers: readonly ResolverAddress[];
  /** CIDRs that the guard allows although they are special-use. */
  readonly allowNetworks: readonly string[];
  /**
   * Names, addresses and CIDRs that must not be looked up. Behind NAT, the operator lists the machine's public addresses here.
   */
  readonly denyTargets: readonly string[];
  /** Ports of TLS servers in addition to the documented ones. */
  readonly allowPorts: readonly PortRange[];
  /** Certificates (PEM) trusted in addition to those of the runtime; default: none. */
  readonly trustAnchors?: readonly string[];
  /** The prefixes under which this network reaches IPv4 by IPv6; null or missing: they are discovered. */
  readonly translationPrefixes?: readonly IpNetwork[] | null;
  /** Whether traces show hops of our own network; default: no. */
  readonly showsOwnHops?: boolean;
  /** For a demonstration: the only hosts contacted, apart from the resolvers; default: no such limit. */
  readonly closedWorld?: ClosedWorld | null;
}

/** Reads the variables of the network layer. Without SONDE_RESOLVERS, the system's resolvers are used. */
export function readNetSettings(env: Environment, resolvConfPath = '/etc/resolv.conf'): SettingsResult<NetSettings> {
  const { settings: values, problems } = readVariables(netVariables, env);
  if (values === null) return { settings: null, problems };
  const resolvers = values.SONDE_RESOLVERS ?? readResolvConf(resolvConfPath);
  if (resolvers.length === 0) return { settings: null, problems: [noResolverProblem(resolvConfPath)] };
  const settings = {
    resolvers,
    allowNetworks: values.SONDE_ALLOW_NETWORKS ?? [],
    denyTargets: values.SONDE_DENY_TARGETS ?? [],
    allowPorts: values.SONDE_ALLOW_PORTS ?? [],
    trustAnchors: values.SONDE_CA_FILE ?? [],
    translationPrefixes: values.SONDE_NAT64_PREFIXES,
    showsOwnHops: values.SONDE_TRACE_OWN_HOPS === 'show',
  };
  return { settings, problems };
}

function noResolverProblem(path: string): string {
  return `${path} names no resolver: set SONDE_RESOLVERS to the addresses of recursive resolvers, comma separated.`;
}

/** The `nameserver` lines of resolv.conf(5); none if the file does not exist. */
function readResolvConf(path: string): ResolverAddress[] {
  const addresses = readText(path)
    .split('\n')
    .flatMap((line) => /^\s*nameserver\s+([^\s#;]+)/.exec(line)?.[1] ?? [])
    .filter((address) => isIP(address) !== 0);
  return [...new Set(addresses)].map((address) => ({ address, port: DNS_PORT }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
