import { randomUUID } from 'node:crypto';
import type { SharedStore } from '../stores/shared-store.ts';

/** How many calls to several places a client runs at once. */
export interface CallSlots {
  /** Returns the function that ends the call; null if the client runs as many as it may. */
  begin(client: string): Promise<(() => void) | null>;
}

export interface CallSlotsOptions {
  readonly most: number;
  /** Longer than any call takes: those of an instance that was killed count for so long. */
  readonly longestMs: number;
  /** Null for one instance. While it cannot be reached, each instance counts its own. */
  readonly shared: SharedStore | null;
}

/** Takes a slot, one entry with the time of its end, by the clock of the store. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

export function createCallSlots({ most, longestMs, shared }: CallSlotsOptions): CallSlots {
  const running = new Map<string, number>();

  function beginHere(client: string): (() => void) | null {
    const before = running.get(client) ?? 0;
    if (before >= most) return null;
    running.set(client, before + 1);
    return () => {
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
    };
  }

  return {
    async begin(client) {
      const end = beginHere(client);
      if (end === null || shared === null) return end;
      const [key, call] = [`sonde:1:place-calls:${client}`, randomUUID()];
      const taken = await shared
        .run((commands) => commands.eval(TAKE, 1, key, call, most, longestMs))
        .catch(() => 'unknown');
      if (taken === 0) {
        end();
        return null;
      }
      return () => {
        end();
        if (taken === 1) void shared.run((commands) => commands.zrem(key, call)).catch(() => {});
      };
    },
  };
}
