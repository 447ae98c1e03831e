import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type AnswerShape, MAX_FRESH_MS } from '../lookups/answer-shape.ts';
import type { CachedResult } from '../lookups/lookup-result.ts';
import type { Listen } from '../lookups/single-flight.ts';
import type { LookupQuery } from '../toolbox.ts';
import { LEASE_MS } from './lease.ts';
import { followLookup, leadLookup, MAX_ANSWER_BYTES, type MeasureOnce, type StoredLookup } from './led-lookup.ts';
import { DROP, JOIN, LOOK } from './shared-lookup-scripts.ts';
import type { SharedStore } from './shared-store.ts';

/** Lookups shared by several instances through one store. */
export interface SharedLookups {
  /** A fresh result of any instance, and whether one is being measured. Neither is known while the store is lost. */
  look(query: LookupQuery): Promise<{ readonly cached: CachedResult | null; readonly isRunning: boolean }>;
  /**
   * The result of a query that is measured by one instance at a time: this one, or another whose progress parts are passed
   * on. If that one stops or dies, another takes over, and parts may be reported again. While the store is lost, each
   * instance measures for itself.
   */
  lookUp(
    request: { readonly query: LookupQuery; readonly wantsFresh: boolean },
    signal: AbortSignal,
    tell: Listen<string>,
    measure: MeasureOnce,
  ): Promise<CachedResult>;
}

export interface SharedLookupOptions {
  readonly store: SharedStore;
  /** The answer shape of each tool, by tool id. */
  readonly shapes: ReadonlyMap<string, AnswerShape>;
  /** Called with the number of dropped entries that no instance can have written. */
  onMalformed(count: number): void;
}

const LIMITS = [MAX_ANSWER_BYTES, MAX_FRESH_MS, LEASE_MS] as const;

const Looked = z.tuple([z.number(), z.string(), z.number(), z.number()]);
const Joined = z.tuple([z.number(), z.enum(['cached', 'lead', 'follow']), z.string(), z.number()]);

type Role =
  | { readonly name: 'cached'; readonly cached: CachedResult }
  | { readonly name: 'lead' | 'follow'; readonly token: string };

export function createSharedLookups({ store, shapes, onMalformed }: SharedLookupOptions): SharedLookups {
  /**
   * Every key contains the version of the shape, so that instances of another version neither read nor wait for it. The
   * braces keep both keys of a script on one node of a cluster.
   */
  function storedLookupOf({ id, key }: LookupQuery): StoredLookup {
    const shape = shapes.get(id);
    if (shape === undefined) throw new Error(`There is no tool ${id}.`);
    const slot = `{${shape.version}:${key}}`;
    return { shape, answer: `sonde:3:answer:${slot}`, lease: `sonde:3:lease:${slot}` };
  }

  async function runScript<Reply>(
    script: string,
    reply: z.ZodType<Reply>,
    { answer, lease }: StoredLookup,
    token = '',
    mode = '',
  ) {
    return reply.parse(await store.run((commands) => commands.eval(script, 2, answer, lease, ...LIMITS, token, mode)));
  }

  /** Null if it does not have the right shape; then it is deleted. */
  async function accept({ shape, answer }: StoredLookup, text: string, freshMs: number): Promise<CachedResult | null> {
    const result = shape.result(text);
    if (result !== null) return { result, freshMs };
    onMalformed(1);
    await store.run((commands) => commands.eval(DROP, 1, answer, text));
    return null;
  }

  /** @throws if the store is lost, or does not delete an unusable entry. */
  async function takeRole(stored: StoredLookup, wantsFresh: boolean, attempts = 2): Promise<Role> {
    const mode = wantsFresh ? 'fresh' : '';
    const [dropped, name, text, freshMs] = await runScript(JOIN, Joined, stored, randomUUID(), mode);
    if (dropped > 0) onMalformed(dropped);
    if (name !== 'cached') return { name, token: text };
    const cached = await accept(stored, text, freshMs);
    if (cached !== null) return { name, cached };
    if (attempts <= 1) throw new Error('The shared store holds an answer that cannot be used.');
    return takeRole(stored, wantsFresh, attempts - 1);
  }

  async function look(stored: StoredLookup) {
    const [dropped, text, freshMs, leases] = await runScript(LOOK, Looked, stored);
    if (dropped > 0) onMalformed(dropped);
    const cached = text === '' || freshMs <= 0 ? null : await accept(stored, text, freshMs);
    return { cached, isRunning: leases > 0 };
  }

  return {
    look: (query) => look(storedLookupOf(query)).catch(() => ({ cached: null, isRunning: false })),
    async lookUp({ query, wantsFresh }, signal, tell, measure) {
      const stored = storedLookupOf(query);
      for (;;) {
        signal.throwIfAborted();
        const role = await takeRole(stored, wantsFresh).catch(() => null);
        if (role === null) return measure(tell);
        if (role.name === 'cached') return role.cached;
        const leased = { ...stored, token: role.token };
        if (role.name === 'lead') return leadLookup(store, leased, tell, measure);
        const followed = await followLookup(store, leased, signal, { tell, onMalformed }).catch(() => 'lost' as const);
        signal.throwIfAborted();
        if (followed === 'lost') return measure(tell);
        if (followed !== 'left') return followed;
      }
    },
  };
}
