import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { readCertificates } from './certificate-file.ts';
import type { ClosedWorld } from './closed-world.ts';
import { parseDeniedTarget } from './deny-list.ts';
import { parseCidr } from './ip-address.ts';
import { type PortRange, parsePortRange } from './ports.ts';

/** A recursive resolver; an IPv6 address may carry a zone (`fe80::1%eth0`). */
export interface ResolverAddress {
  readonly address: string;
  readonly port: number;
}

/** How the network door is configured: parsed once from the environment. */
export interface NetSettings {
  readonly resolvers: readonly ResolverAddress[];
  /** CIDRs that the guard lets through although they are special-use. */
  readonly allowNetworks: readonly string[];
  /** Names, addresses and CIDRs that nobody may look up. A machine behind NAT names its public addresses here. */
  readonly denyTargets: readonly string[];
  /** Ports of TLS servers besides the documented ones. */
  readonly allowPorts: readonly PortRange[];
  /** Certificates (PEM) that are trusted besides those of the runtime; default: none. */
  readonly trustAnchors?: readonly string[];
  /** For a demonstration: nothing else is contacted, resolvers aside; default: no such limit. */
  readonly closedWorld?: ClosedWorld | null;
}

const DNS_PORT = 53;
const BRACKETED = /^\[([^\]]*)\](?::(\d{1,5}))?$/;
const NAMED_PORT = /^([^:]*):(\d{1,5})$/;

/**
 * Reads `SONDE_RESOLVERS` (default: the system's), `SONDE_ALLOW_NETWORKS`, `SONDE_DENY_TARGETS`, `SONDE_ALLOW_PORTS`
 * and `SONDE_CA_FILE` (default: none). `problems` names every bad value in one sentence each; `settings` is null when there are any.
 */
export function readNetSettings(
  env: Readonly<Record<string, string | undefined>>,
  resolvConfPath = '/etc/resolv.conf',
): { settings: NetSettings | null; problems: string[] } {
  const problems: string[] = [];
  const resolverTexts = list(env['SONDE_RESOLVERS']);
  const resolvers = resolverTexts.length > 0 ? readResolvers(resolverTexts, problems) : readResolvConf(resolvConfPath);
  if (resolverTexts.length === 0 && resolvers.length === 0) {
    problems.push(
      `${resolvConfPath} names no resolver: set SONDE_RESOLVERS to the addresses of recursive resolvers, comma separated.`,
    );
  }
  const allowNetworks = list(env['SONDE_ALLOW_NETWORKS']);
  for (const text of allowNetworks) {
    if (parseCidr(text) !== null) continue;
    problems.push(`SONDE_ALLOW_NETWORKS: ${quoted(text)} is no network such as 10.0.0.0/8 or fd00::/8.`);
  }
  const denyTargets = list(env['SONDE_DENY_TARGETS']);
  if (denyTargets.some((text) => parseDeniedTarget(text) === null)) {
    problems.push('SONDE_DENY_TARGETS must be names, addresses or CIDR networks, comma separated.');
  }
  const portTexts = list(env['SONDE_ALLOW_PORTS']);
  const allowPorts = portTexts.flatMap((text) => parsePortRange(text) ?? []);
  if (allowPorts.length < portTexts.length) {
    problems.push('SONDE_ALLOW_PORTS must be ports or ranges such as 8443,9000-9010.');
  }
  const trustAnchors = readCertificates(env['SONDE_CA_FILE']);
  if (trustAnchors === null) problems.push('SONDE_CA_FILE must be the path of a PEM file with certificates.');
  const settings = { resolvers, allowNetworks, denyTargets, allowPorts, trustAnchors: trustAnchors ?? [] };
  return { settings: problems.length > 0 ? null : settings, problems };
}

function readResolvers(texts: readonly string[], problems: string[]): ResolverAddress[] {
  return texts.flatMap((text) => {
    const resolver = parseResolver(text);
    if (resolver === null) {
      problems.push(
        `SONDE_RESOLVERS: ${quoted(text)} is no address with an optional port, such as 192.0.2.53 or [2001:db8::53]:53.`,
      );
    }
    return resolver ?? [];
  });
}

function parseResolver(text: string): ResolverAddress | null {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, bracketed, bracketedPort = '53'] = BRACKETED.exec(text) ?? [];
  if (bracketed !== undefined) return withPort(bracketed, 6, bracketedPort);
  const [, address, port] = NAMED_PORT.exec(text) ?? [];
  return address === undefined || port === undefined ? null : withPort(address, 4, port);
}

function withPort(address: string, family: 4 | 6, portText: string): ResolverAddress | null {
  const port = Number(portText);
  return isIP(address) === family && port >= 1 && port <= 65_535 ? { address, port } : null;
}

/** The `nameserver` lines of resolv.conf(5). A file that is not there names none. */
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

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
