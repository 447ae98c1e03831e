import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type AnswerShape, MAX_FRESH_MS } from '../lookups/answer-shape.ts';
import type { Kept, SharedLookups } from '../lookups/shared-lookups.ts';
import type { Question } from '../toolbox.ts';
import { LEASE_MS } from './lease.ts';
import { follow, lead, MAX_ANSWER_BYTES, type Place } from './shared-flight.ts';
import { DROP, JOIN, LOOK } from './shared-lookup-scripts.ts';
import type { SharedMemory } from './shared-memory.ts';

export interface SharedLookupOptions {
  readonly memory: SharedMemory;
  /** By the id of the tool. */
  readonly shapes: ReadonlyMap<string, AnswerShape>;
  /** Told how many entries were dropped because no server of ours can have written them. */
  onMalformed(count: number): void;
}

const LIMITS = [MAX_ANSWER_BYTES, MAX_FRESH_MS, LEASE_MS] as const;

const Looked = z.tuple([z.number(), z.string(), z.number(), z.number()]);
const Joined = z.tuple([z.number(), z.enum(['kept', 'lead', 'follow']), z.string(), z.number()]);

type Role =
  | { readonly name: 'kept'; readonly kept: Kept }
  | { readonly name: 'lead' | 'follow'; readonly token: string };

/** Lookups that several servers share through one store. */
export function createSharedLookups({ memory, shapes, onMalformed }: SharedLookupOptions): SharedLookups {
  /** The version of the shape is in every key: servers of another one neither read it nor wait for it. */
  function placeOf({ id, key }: Question): Place {
    const shape = shapes.get(id);
    if (shape === undefined) throw new Error(`There is no tool ${id}.`);
    return { shape, answer: `sonde:2:answer:${shape.version}:${key}`, lease: `sonde:2:lease:${shape.version}:${key}` };
  }

  async function runScript<Reply>(
    script: string,
    reply: z.ZodType<Reply>,
    { answer, lease }: Place,
    token = '',
    mode = '',
  ) {
    return reply.parse(await memory.run((commands) => commands.eval(script, 2, answer, lease, ...LIMITS, token, mode)));
  }

  /** Null for what does not have the right shape: it is deleted. */
  async function accept({ shape, answer }: Place, text: string, freshMs: number): Promise<Kept | null> {
    const outcome = shape.outcome(text);
    if (outcome !== null) return { outcome, freshMs };
    onMalformed(1);
    await memory.run((commands) => commands.eval(DROP, 1, answer, text));
    return null;
  }

  /** @throws when the store is lost, or does not let go of what cannot be used. */
  async function takeRole(place: Place, wantsFresh: boolean, attempts = 2): Promise<Role> {
    const [dropped, name, text, freshMs] = await runScript(
      JOIN,
      Joined,
      place,
      randomUUID(),
      wantsFresh ? 'fresh' : '',
    );
    if (dropped > 0) onMalformed(dropped);
    if (name !== 'kept') return { name, token: text };
    const kept = await accept(place, text, freshMs);
    if (kept !== null) return { name, kept };
    if (attempts <= 1) throw new Error('The shared store holds an answer that cannot be used.');
    return takeRole(place, wantsFresh, attempts - 1);
  }

  async function inquire(place: Place) {
    const [dropped, text, freshMs, leases] = await runScript(LOOK, Looked, place);
    if (dropped > 0) onMalformed(dropped);
    const kept = text === '' || freshMs <= 0 ? null : await accept(place, text, freshMs);
    return { kept, isUnderWay: leases > 0 };
  }

  return {
    inquire: (question) => inquire(placeOf(question)).catch(() => ({ kept: null, isUnderWay: false })),
    async find({ question, wantsFresh }, signal, tell, measure) {
      const place = placeOf(question);
      for (;;) {
        signal.throwIfAborted();
        const role = await takeRole(place, wantsFresh).catch(() => null);
        if (role === null) return measure(tell);
        if (role.name === 'kept') return role.kept;
        const flight = { ...place, token: role.token };
        if (role.name === 'lead') return lead(memory, flight, tell, measure);
        const followed = await follow(memory, flight, signal, { tell, onMalformed }).catch(() => 'lost' as const);
        signal.throwIfAborted();
        if (followed === 'lost') return measure(tell);
        if (followed !== 'left') return followed;
      }
    },
  };
}
