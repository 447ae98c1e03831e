import { type AnswerShape, MAX_FRESH_MS } from '../lookups/answer-shape.ts';
import type { Kept, MeasureOnce } from '../lookups/shared-lookups.ts';
import type { Listen } from '../lookups/single-flight.ts';
import { createBell } from './bell.ts';
import { LEASE_MS, LEAVE, RENEW, RENEW_MS } from './lease.ts';
import type { SharedMemory } from './shared-memory.ts';

/** How often a follower looks whether it has missed a message, or whether its leader is gone. */
const LOOK_MS = 500;
/** No lookup takes as long. */
const FLIGHT_MS = 120_000;
const MAX_PARTS = 1_000;
/** Far above the largest answer; a larger one is measured by each server. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Where a lookup lies in the store. */
export interface Place {
  readonly shape: AnswerShape;
  /** Keys of its answer, and of the right to measure it. */
  readonly answer: string;
  readonly lease: string;
}

/** A lookup that the server with this token measures. */
export interface Flight extends Place {
  readonly token: string;
}

/** A stream of the parts, and the channel on which the next one is announced: nothing that is said there is used. */
const flightKey = (token: string) => `sonde:2:flight:${token}`;

/** Measures, and lets the others have what is found. A store that is lost meanwhile costs this lookup nothing. */
export async function lead(
  memory: SharedMemory,
  { answer, lease, token }: Flight,
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
    () => void quietly((commands) => commands.eval(RENEW, 1, lease, token, LEASE_MS)),
    RENEW_MS,
  );
  try {
    const kept = await measure((part) => {
      tell(part);
      void say('part', part);
    });
    const text = JSON.stringify(kept.outcome);
    const freshMs = Math.min(Math.floor(kept.freshMs), MAX_FRESH_MS);
    if (freshMs >= 1 && Buffer.byteLength(text) <= MAX_ANSWER_BYTES) {
      await quietly((commands) => commands.set(answer, text, 'PX', freshMs));
    }
    await say('end', JSON.stringify(kept));
    return kept;
  } finally {
    clearInterval(renewal);
    void quietly((commands) => commands.eval(LEAVE, 1, lease, token).then(() => commands.publish(flight, 'left')));
  }
}

/**
 * Passes on what another server finds; `left` when that one has gone without an outcome. `onMalformed` is told of
 * entries that are passed over.
 * @throws when the outcome cannot be used, or the store is lost.
 */
export async function follow(
  memory: SharedMemory,
  { shape, lease, token }: Flight,
  signal: AbortSignal,
  { tell, onMalformed }: { readonly tell: Listen<string>; readonly onMalformed: (count: number) => void },
): Promise<Kept | 'left'> {
  const bell = createBell();
  const unsubscribe = memory.subscribe(flightKey(token), bell.ring);
  let last = '-';
  try {
    for (;;) {
      // In this order: an outcome is written before the right to measure is given back.
      const [holder, entries] = await memory.run((commands) =>
        Promise.all([commands.get(lease), commands.xrange(flightKey(token), last, '+', 'COUNT', MAX_PARTS)]),
      );
      signal.throwIfAborted();
      for (const [id, [kind, text = '']] of entries) {
        last = `(${id}`;
        if (kind === 'end') return outcomeOf(shape, text, onMalformed);
        if (kind === 'part' && shape.isPart(text)) tell(text);
        else onMalformed(1);
      }
      if (holder !== token) return 'left';
      await bell.heard(LOOK_MS, signal);
    }
  } finally {
    unsubscribe();
  }
}

function outcomeOf(shape: AnswerShape, text: string, onMalformed: (count: number) => void): Kept {
  const kept = shape.kept(text);
  if (kept !== null) return kept;
  onMalformed(1);
  throw new Error('The shared outcome of a lookup cannot be used.');
}
