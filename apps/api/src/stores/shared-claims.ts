import { randomUUID } from 'node:crypto';
import type { Claims } from '@sonde/probes';
import { LEASE_MS, LEAVE, RENEW, RENEW_MS } from './lease.ts';
import type { SharedMemory } from './shared-memory.ts';

/**
 * Work that only one of all servers may do at a time. Each claim is also made in this process, and that one holds alone
 * while the store cannot be reached.
 */
export function createSharedClaims(memory: SharedMemory, own: Claims): Claims {
  const quietly = (work: Parameters<SharedMemory['run']>[0]) => memory.run(work).catch(() => null);

  /** True when the lease is ours now, false when it is somebody else's, null when nobody can tell. */
  async function lease(key: string, token: string): Promise<boolean | null> {
    try {
      return (await memory.run((commands) => commands.set(key, token, 'PX', LEASE_MS, 'NX'))) === 'OK';
    } catch {
      return null;
    }
  }

  return {
    async claim(name) {
      const release = await own.claim(name);
      if (release === null) return null;
      const key = `sonde:1:claim:${name}`;
      const token = randomUUID();
      const isOurs = memory.isReachable ? await lease(key, token) : null;
      if (isOurs === false) {
        release();
        return null;
      }
      if (isOurs === null) return release;
      const renewal = setInterval(
        () => void quietly((commands) => commands.eval(RENEW, 1, key, token, LEASE_MS)),
        RENEW_MS,
      );
      return () => {
        clearInterval(renewal);
        void quietly((commands) => commands.eval(LEAVE, 1, key, token));
        release();
      };
    },
  };
}
