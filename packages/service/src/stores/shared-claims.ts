import { randomUUID } from 'node:crypto';
import type { Claims } from '@sonde/probes';
import { LEASE_MS, RELEASE, RENEW, RENEW_MS } from './lease.ts';
import type { SharedStore } from './shared-store.ts';

/**
 * Targets on which only one instance at a time may work. Each claim is also made in this process, and counts alone while
 * the store cannot be reached.
 */
export function createSharedClaims(store: SharedStore, own: Claims): Claims {
  const ignoringErrors = (work: Parameters<SharedStore['run']>[0]) => store.run(work).catch(() => null);

  /** True if this instance now holds the lease, false if another one does, null if the store cannot be reached. */
  async function takeLease(key: string, token: string): Promise<boolean | null> {
    try {
      return (await store.run((commands) => commands.set(key, token, 'PX', LEASE_MS, 'NX'))) === 'OK';
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
      const isLeased = store.isReachable ? await takeLease(key, token) : null;
      if (isLeased === false) {
        release();
        return null;
      }
      if (isLeased === null) return release;
      const renewal = setInterval(
        () => void ignoringErrors((commands) => commands.eval(RENEW, 1, key, token, LEASE_MS)),
        RENEW_MS,
      );
      return () => {
        clearInterval(renewal);
        void ignoringErrors((commands) => commands.eval(RELEASE, 1, key, token));
        release();
      };
    },
  };
}
