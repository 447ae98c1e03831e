import { createHash } from 'node:crypto';
import { ToolError, toRetrySeconds } from '@sonde/contract';
import { createAllowanceStore, createClientAllowances, type SharedStore } from '@sonde/service';

const DAY_MS = 86_400_000;
/** Codes to one address, which may be a stranger's, and codes that one owner or one network may have sent, in a day. */
const TO_ADDRESS = 5;
const BY_OWNER = 30;
const BY_NETWORK = 60;

/** Limits the codes that are sent to addresses that nobody has proved, even if calls are not limited. */
export interface ProofQuota {
  /** @throws ToolError `rate-limited`. */
  take(of: { readonly owner: string; readonly network: string; readonly address: string }): Promise<void>;
}

export function createProofQuota(now: () => number, shared: SharedStore | null): ProofQuota {
  // The keys have prefixes, because instances share one store for all kinds of allowances.
  const allowancesOf = (prefix: string, units: number) =>
    createClientAllowances({ units, windowMs: DAY_MS }, (limit) => {
      const store = createAllowanceStore(limit, now, shared);
      return { take: (client, taken) => store.take(`${prefix} ${client}`, taken) };
    });
  const ofAddress = allowancesOf('codes to', TO_ADDRESS);
  const ofOwner = allowancesOf('codes by', BY_OWNER);
  const ofNetwork = allowancesOf('codes from', BY_NETWORK);
  return {
    async take({ owner, network, address }) {
      const hashed = createHash('sha256').update(address.toLowerCase()).digest('hex');
      for (const [allowances, key] of [
        [ofNetwork, network],
        [ofOwner, owner],
        [ofAddress, hashed],
      ] as const) {
        const decision = await allowances.take(key, 1);
        if (!decision.isAllowed) throw tooMany(toRetrySeconds(decision.retryInMs / 1000));
      }
    },
  };
}

const tooMany = (retryAfterSeconds: number) =>
  new ToolError('rate-limited', 'Too many codes have been sent today. Please try again later.', { retryAfterSeconds });
