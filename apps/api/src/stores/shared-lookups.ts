import { randomUUID } from 'node:crypto';
import type { Kept, MeasureOnce, SharedLookups } from '../lookups/shared-lookups.ts';
import type { Listen } from '../lookups/single-flight.ts';
import { createBell } from './bell.ts';
import { LEASE_MS, LEAVE, RENEW, RENEW_MS } from './lease.ts';
import type { SharedMemory } from './shared-memory.ts';

/** How often a follower looks whether it has missed a message, or whether its leader is gone. */
const LOOK_MS = 500;
/** No lookup takes as long. */
const FLIGHT_MS = 120_000;
const MAX_PARTS = 1_000;

/** A fresh outcome; or else the right to measure; or else who has it. */
const JOIN = `
local body = redis.call('GET', KEYS[1])
if body then return {'kept', body, redis.call('PTTL', KEYS[1])} end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'lead', ARGV[1]} end
return {'follow', redis.call('GET', KEYS[2])}
`;

const answerKey = (key: string) => `sonde:1:answer:${key}`;
const leaseKey = (key: string) => `sonde:1:lease:${key}`;
/** A stream of the parts, and the channel on which the next one is announced. */
const flightKey = (token: string) => `sonde:1:flight:${token}`;

type Role =
  | { readonly name: 'kept'; readonly kept: Kept }
  | { readonly name: 'lead' | 'follow'; readonly token: string };

/** Lookups that several servers share through one store. */
export function createSharedLookups(memory: SharedMemory): SharedLookups {
  async function takeRole(key: string): Promise<Role> {
    const reply = await memory.run((commands) =>
      commands.eval(JOIN, 2, answerKey(key), leaseKey(key), randomUUID(), LEASE_MS),
    );
    const [name, text, freshMs] = reply as [Role['name'], string, number];
    return name === 'kept' ? { name, kept: { outcome: JSON.parse(text), freshMs } } : { name, token: text };
  }

  async function inquire(key: string) {
    const [body, freshMs, leases] = await memory.run((commands) =>
      Promise.all([commands.get(answerKey(key)), commands.pttl(answerKey(key)), commands.exists(leaseKey(key))]),
    );
    const kept = body === null || freshMs <= 0 ? null : { outcome: JSON.parse(body), freshMs };
    return { kept, isUnderWay: leases > 0 };
  }

  return {
    inquire: (key) => inquire(key).catch(() => ({ kept: null, isUnderWay: false })),
    async find(key, signal, tell, measure) {
      for (;;) {
        signal.throwIfAborted();
        const role = await takeRole(key).catch(() => null);
        if (role === null) return measure(tell);
        if (role.name === 'kept') return role.kept;
        if (role.name === 'lead') return lead(memory, { key, token: role.token }, tell, measure);
        const followed = await follow(memory, { key, token: role.token }, signal, tell).catch(() => 'lost' as const);
        signal.throwIfAborted();
        if (followed === 'lost') return measure(tell);
        if (followed !== 'left') return followed;
      }
    },
  };
}

interface Flight {
  readonly key: string;
  readonly token: string;
}

/** Measures, and lets the others have what is found. A store that is lost meanwhile costs this lookup nothing. */
async function lead(
  memory: SharedMemory,
  { key, token }: Flight,
  tell: Listen<string>,
  measure: MeasureOnce,
): Promise<Kept> {
  const quietly = (work: Parameters<SharedMemory['run']>[0]) => memory.run(work).catch(() => null);
  const flight = flightKey(token);
  const say = (kind: 'part' | 'end', text: string) =>
    quietly((commands) =>
      commands
        .multi()
        .xadd(flight, 'MAXLEN', '~', MAX_PARTS, '*', kind, text)
        .pexpire(flight, FLIGHT_MS)
        .publish(flight, kind)
        .exec(),
    );
  const renewal = setInterval(
    () => void quietly((commands) => commands.eval(RENEW, 1, leaseKey(key), token, LEASE_MS)),
    RENEW_MS,
  );
  try {
    const kept = await measure((part) => {
      tell(part);
      void say('part', part);
    });
    const { outcome, freshMs } = kept;
    if (freshMs >= 1) {
      await quietly((commands) => commands.set(answerKey(key), JSON.stringify(outcome), 'PX', Math.floor(freshMs)));
    }
    await say('end', JSON.stringify(kept));
    return kept;
  } finally {
    clearInterval(renewal);
    void quietly((commands) =>
      commands.eval(LEAVE, 1, leaseKey(key), token).then(() => commands.publish(flight, 'left')),
    );
  }
}

/** Passes on what another server finds; `left` when that one has gone without an outcome. */
async function follow(
  memory: SharedMemory,
  { key, token }: Flight,
  signal: AbortSignal,
  tell: Listen<string>,
): Promise<Kept | 'left'> {
  const bell = createBell();
  const unsubscribe = memory.subscribe(flightKey(token), bell.ring);
  let last = '-';
  try {
    for (;;) {
      // In this order: an outcome is written before the right to measure is given back.
      const [holder, entries] = await memory.run((commands) =>
        Promise.all([commands.get(leaseKey(key)), commands.xrange(flightKey(token), last, '+')]),
      );
      signal.throwIfAborted();
      for (const [id, [kind, text = '']] of entries) {
        if (kind === 'end') return JSON.parse(text);
        tell(text);
        last = `(${id}`;
      }
      if (holder !== token) return 'left';
      await bell.heard(LOOK_MS, signal);
    }
  } finally {
    unsubscribe();
  }
}
