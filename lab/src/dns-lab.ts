import { runCommand } from './commands.ts';
import { startMaliciousNameServer } from './malicious-name-server.ts';
import type { NameServerBehaviourName } from './name-server-behaviours.ts';
import { startAuthority, startRecursor } from './name-servers.ts';
import { openWorkplace, type Workplace } from './workplace.ts';
import { servedZones, writeZones } from './zones.ts';

/** A small DNS of its own: root, `test` and zones below it, and a resolver that knows nothing else. */
export interface DnsLab {
  /** `ip:port` of the recursive, validating resolver (Unbound). */
  readonly resolver: string;
  /** `ip:port` of the authoritative server (BIND). */
  readonly authority: string;
  /** Zones of the authoritative server; besides, `lame.test`, `silent.test` and `partial.test` fail as they say. */
  readonly zoneNames: readonly string[];
  readonly directory: string;
  readonly processIds: readonly number[];
  /** What dig prints for these arguments; asks the resolver unless told otherwise. */
  dig(args: readonly string[], server?: string): Promise<string>;
  /** Makes the resolver forget all records, keys and servers. */
  flushCache(): Promise<void>;
  stop(): Promise<void>;
}

/** Zones whose authoritative servers follow a script. */
const scripted = {
  'silent.test': 'silent',
  'lame.test': 'lame',
  'partial.test': 'some-servfail',
} as const satisfies Record<string, NameServerBehaviourName>;

/** Starts all servers on free ports of 127.0.0.1, in a temporary directory of their own. */
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

/** What dig prints when it asks `ip:port`. */
export function dig(server: string, args: readonly string[]): Promise<string> {
  return runCommand('dig', [...digServer(server), ...args]);
}

/** dig's and kdig's arguments for the server `ip:port`. */
export function digServer(server: string): string[] {
  const colon = server.lastIndexOf(':');
  return [`@${server.slice(0, colon)}`, '-p', server.slice(colon + 1)];
}
