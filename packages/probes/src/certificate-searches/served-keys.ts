import { ToolError } from '@sonde/contract';
import { withDeadline } from '../async/deadline.ts';
import { createSemaphore } from '../async/semaphore.ts';
import { readableX509 } from '../engines/tls/certificate/parsed-certificate.ts';
import { type AddressAllowance, createAddressAllowance } from '../engines/tls/connection/address-allowance.ts';
import { CheckStopped, createBudget } from '../engines/tls/connection/budget.ts';
import { openPeer, parseTarget } from '../engines/tls/connection/open-peer.ts';
import { readChain } from '../engines/tls/handshake/read-chain.ts';
import type { TargetLimits } from '../limits/target-limits.ts';
import { type Net, NetFailure } from '../net/net.ts';
import { decodeFor } from '../work/work.ts';
import { keySha256Of } from './issuance-entry.ts';

const TIMEOUT_MS = 6_000;
/** Two handshakes with each server at most. */
const LIMITS = { connections: 2, bytes: 400_000, timeMs: TIMEOUT_MS, atOnce: 1 };
const AT_ONCE = 3;
/** The most names whose servers are asked. */
const MAX_ASKED = 10;

/** The keys that web servers of these names present, by name: SHA-256 in hex; null for a name without any that could be read. */
export type ServedKeys = ReadonlyMap<string, string | null>;

export interface ServedKeysContext {
  readonly net: Net;
  readonly limits: Pick<TargetLimits, 'tlsConnections'>;
  readonly signal: AbortSignal;
}

/**
 * Asks the web servers of up to ten names, wildcards left out, for their certificates on port 443.
 * @throws the signal's reason
 */
export async function servedKeys(
  names: readonly string[],
  { net, limits, signal }: ServedKeysContext,
): Promise<ServedKeys> {
  const places = createSemaphore(AT_ONCE);
  const allowance = oneByOne(createAddressAllowance(limits.tlsConnections));
  const asked = names.filter((name) => !name.startsWith('*.')).slice(0, MAX_ASKED);
  const found = await Promise.all(
    asked.map(async (name) => {
      const leave = await places.acquire(signal);
      try {
        return [name, await keyOf(name, { net, allowance, signal })] as const;
      } finally {
        leave();
      }
    }),
  );
  return new Map(found);
}

/** Handshakes that are few need no reservation for a whole check. */
const oneByOne = (allowance: AddressAllowance): AddressAllowance => ({
  ...allowance,
  admit: async () => {},
  take: allowance.takeOne,
});

interface KeyContext {
  readonly net: Net;
  readonly allowance: AddressAllowance;
  readonly signal: AbortSignal;
}

async function keyOf(name: string, { net, allowance, signal }: KeyContext): Promise<string | null> {
  try {
    return await withDeadline({ timeoutMs: TIMEOUT_MS, what: 'the key of a server' }, [signal], async (inTime) => {
      const budget = createBudget(LIMITS, inTime);
      try {
        const { scan } = await openPeer(net, parseTarget(name, null), budget, allowance);
        const [leaf] = (await readChain(scan))?.certificates ?? [];
        return leaf === undefined ? null : decodeFor(inTime, () => keyIn(leaf));
      } finally {
        budget.close();
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure || error instanceof ToolError || error instanceof CheckStopped) return null;
    throw error;
  }
}

function keyIn(der: Uint8Array): string | null {
  const certificate = readableX509(der);
  return certificate && keySha256Of(certificate.publicKey.der);
}
