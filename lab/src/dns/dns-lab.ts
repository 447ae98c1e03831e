import { runCommand } from '../processes/commands.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { startMaliciousNameServer } from './malicious/malicious-name-server.ts';
import type { NameServerBehaviourName } from './malicious/name-server-behaviours.ts';
import { startAuthority, startRecursor } from './name-servers.ts';
import { servedZones, writeZones } from './zones.ts';

/** A private DNS: root, `test`, zones below it, and a resolver that uses only these. */
export interface DnsLab {
  /** `ip:port` of the recursive, validating resolver (Unbound). */
  readonly resolver: string;
  /** `ip:port` of the authoritative server (BIND). */
  readonly authority: string;
  /** Zones of the authoritative server. `lame.test`, `silent.test` and `partial.test` exist as well and fail as named. */
  readonly zoneNames: readonly string[];
  readonly directory: string;
  readonly processIds: readonly number[];
  /** The output of dig for these arguments; queries the resolver by default. */
  dig(args: readonly string[], server?: string): Promise<string>;
  /** Flushes all records, keys and servers from the resolver's cache. */
  flushCache(): Promise<void>;
  stop(): Promise<void>;
}

/** Zones whose authoritative servers misbehave on purpose. */
const scripted = {
  'silent.test': 'silent',
  'lame.test': 'lame',
  'partial.test': 'some-servfail',
} as const satisfies Record<string, NameServerBehaviourName>;

/** Starts all servers on free ports of 127.0.0.1, in a temporary directory. */
export async function startDnsLab(): Promise<DnsLab> {
  const workplace = await openWorkplace();
  const owned: { stop(): Promise<void> }[] = [{ stop: () => workplace.close() }];
  const stop = async () => {
    await Promise.all(owned.splice(0).map((part) => part.stop()));
  };
  try {
    const elsewhere: Record<string, number> = {};
    for (const [zone, behaviour] of Object.entries(scripted)) {
      const server = await startMaliciousNameServer(behaviour);
      owned.push(server);
      elsewhere[zone] = server.port;
    }
    return await startServers(workplace, elsewhere, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServers(
  workplace: Workplace,
  elsewhere: Readonly<Record<string, number>>,
  stop: () => Promise<void>,
): Promise<DnsLab> {
  await writeZones(workplace.directory);
  const authorityPort = await startAuthority(workplace);
  const recursor = await startRecursor(workplace, authorityPort, elsewhere);
  const resolver = `127.0.0.1:${recursor.port}`;
  return {
    resolver,
    authority: `127.0.0.1:${authorityPort}`,
    zoneNames: servedZones,
    directory: workplace.directory,
    processIds: workplace.processIds,
    dig: (args, server = resolver) => dig(server, args),
    async flushCache() {
      await runCommand('unbound-control', ['-c', recursor.config, 'flush_zone', '.']);
      await runCommand('unbound-control', ['-c', recursor.config, 'flush_infra', 'all']);
    },
    stop,
  };
}

/** The output of dig for a query to `ip:port`. */
export function dig(server: string, args: readonly string[]): Promise<string> {
  return runCommand('dig', [...digServer(server), ...args]);
}

/** The arguments of dig and kdig for the server `ip:port`. */
export function digServer(server: string): string[] {
  const colon = server.lastIndexOf(':');
  return [`@${server.slice(0, colon)}`, '-p', server.slice(colon + 1)];
}
