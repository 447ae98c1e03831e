import { openCommandEngine } from './command-engine.ts';
import { createIcmpSender } from './icmp-sender.ts';
import { type Libc, openLibc } from './libc.ts';
import type { Pacer } from './pacer.ts';
import { createPacketEngine } from './packet-engine.ts';
import type { PingEngine } from './ping-engine.ts';
import { createTcpSender } from './tcp-sender.ts';

/** The ping methods, in order of preference. */
export const pingMethods = ['datagram', 'raw', 'command', 'tcp'] as const;
export type PingMethod = (typeof pingMethods)[number];

/** Finds the best ping method that works on this machine. */
export interface PingEngines {
  /** The best engine for this address, or for the family; null if none works. Failed methods are tried again at the next call. */
  best(family: 4 | 6, address?: string): Promise<PingEngine | null>;
  /** Excludes an engine that has failed, for a while. */
  leave(family: 4 | 6, engine: PingEngine): void;
  close(): void;
}

interface Choice {
  readonly engine: PingEngine;
  readonly method: PingMethod;
}

/** After this time, a method that failed is tried again. */
const TRY_AGAIN_MS = 5 * 60_000;

export function createEngines(
  pacer: Pacer,
  methods: readonly PingMethod[] = pingMethods,
  now = () => performance.now(),
): PingEngines {
  const choices = new Map<4 | 6, Promise<Choice | null>>();
  const excludedUntilMs = new Map<string, number>();
  let libc: Promise<Libc> | null = null;

  async function open(family: 4 | 6, method: PingMethod): Promise<PingEngine> {
    if (method === 'command') return openCommandEngine(family);
    if (method === 'tcp') return createPacketEngine(createTcpSender(), pacer);
    libc ??= openLibc();
    return createPacketEngine(createIcmpSender(await libc, family, method), pacer);
  }

  async function choose(family: 4 | 6): Promise<Choice | null> {
    for (const method of methods) {
      if ((excludedUntilMs.get(`${family} ${method}`) ?? 0) > now()) continue;
      const engine = await open(family, method).catch(() => null);
      if (engine !== null) return { engine, method };
    }
    choices.delete(family);
    return null;
  }

  function forget(family: 4 | 6, { engine, method }: Choice): void {
    excludedUntilMs.set(`${family} ${method}`, now() + TRY_AGAIN_MS);
    choices.delete(family);
    engine.close();
  }

  return {
    async best(family) {
      const choice = choices.get(family) ?? choose(family);
      choices.set(family, choice);
      return (await choice)?.engine ?? null;
    },
    leave(family, engine) {
      void choices.get(family)?.then((choice) => {
        if (choice?.engine === engine) forget(family, choice);
      });
    },
    close() {
      for (const choice of choices.values()) void choice.then((one) => one?.engine.close());
      choices.clear();
    },
  };
}
