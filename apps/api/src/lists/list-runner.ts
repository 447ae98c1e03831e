import { linkSignals } from '@sonde/probes';
import type { Service } from '@sonde/service';
import type { JobTurn } from '@sonde/service/jobs/jobs';
import type { JobHandler } from '@sonde/service/jobs/run-jobs';
import { createListPacing, type ListPacing } from '@sonde/service/lists/list-pacing';
import { runItems } from '@sonde/service/lists/run-items';
import type { Background } from '../jobs/background.ts';
import type { BackgroundPlaces } from '../places/background-places.ts';
import type { ListStore } from './list-store.ts';
import { LISTS_AT_ONCE, turnOfList, turnsOf } from './list-turns.ts';
import { type ListQuestion, questionCalls, questionsOf } from './look-up-questions.ts';

/** How often it is looked whether lists that run here are still wanted, and whether others have waited for long enough. */
const LOOK_MS = 1_000;
/** A list that nobody waits for begins a new turn after this time, long before its job is told to stop. */
const MAX_TURN_MS = 600_000;
/** So long after the start of a server, its agents have connected again. */
const AGENTS_BACK_MS = 90_000;

export interface ListRunner {
  /** The handler of the jobs of lists: runs a list to its end, or until it passes its turn on. */
  readonly work: JobHandler;
  /** Looks at once which lists are to stop, or to pass their turn on. */
  look(): void;
  /** Stops a list that runs here; its completed lookups are kept. */
  stopList(id: string): void;
}

export interface ListRunnerParts {
  readonly service: Service;
  readonly store: ListStore;
  readonly background: Pick<Background, 'send' | 'due'>;
  /** Null if places are turned off. */
  readonly places: BackgroundPlaces | null;
}

/** The turn of a list that runs here. */
interface ListTurn {
  readonly party: string;
  readonly sinceMs: number;
  /** Fires when the list is to stop. */
  readonly signal: AbortSignal;
  /** Fires when the list passes its turn on. */
  readonly pausing: AbortSignal;
  /** The list is no longer wanted. */
  stop(): void;
  readonly isStopped: () => boolean;
  /** The list ends what it has begun, while the next one begins. */
  passOn(): void;
  release(): void;
}

function startTurn(party: string, jobSignal: AbortSignal, leave: () => void): ListTurn {
  const { signal, abort, release } = linkSignals([jobSignal]);
  const pausing = new AbortController();
  let isStopped = false;
  return {
    party,
    sinceMs: performance.now(),
    signal,
    pausing: pausing.signal,
    stop() {
      isStopped = true;
      abort(new Error('the list is no longer wanted'));
    },
    isStopped: () => isStopped,
    passOn() {
      pausing.abort(new Error('others have their turn'));
      leave();
    },
    release,
  };
}

/** Runs the lists of the store, regardless of which process accepted them. */
export function createListRunner({ service, store, background, places }: ListRunnerParts): ListRunner {
  const running = new Map<string, ListTurn>();
  const pacing = createListPacing();
  const startedAtMs = performance.now();
  const parts: RunParts = {
    service,
    store,
    places,
    pacing,
    sharers: () => Math.max(1, running.size),
    isYoung: () => performance.now() - startedAtMs < AGENTS_BACK_MS,
  };
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function lookOnce(): Promise<void> {
    const ids = [...running.keys()];
    const wanted = await store.running(ids);
    // Others were stopped or removed in another process, or their account was.
    for (const id of ids) if (wanted.every((one) => one.id !== id)) running.get(id)?.stop();
    for (const id of await listsToPassOn()) running.get(id)?.passOn();
  }

  async function listsToPassOn(): Promise<readonly string[]> {
    const nowMs = performance.now();
    const here = [...running].filter(([, { pausing }]) => !pausing.aborted);
    const long = here.flatMap(([id, { sinceMs }]) => (nowMs - sinceMs >= MAX_TURN_MS ? [id] : []));
    if (here.length < LISTS_AT_ONCE || running.size >= 2 * LISTS_AT_ONCE) return long;
    const waiting = (await background.due('list')).map(({ key, data }) => {
      const { party, served } = data as unknown as JobTurn;
      return { id: key, party, runsSinceMs: null, servedMs: served * 1000 };
    });
    const all = here.map(([id, { party, sinceMs }]) => ({ id, party, runsSinceMs: sinceMs, servedMs: 0 }));
    return [...long, ...turnsOf([...all, ...waiting], LISTS_AT_ONCE, performance.now()).pause];
  }

  function look(): void {
    clearTimeout(timer);
    timer = undefined;
    if (running.size === 0 || isLooking) return;
    isLooking = true;
    lookOnce()
      // While the store is away, the lists that run here fail by themselves.
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
        timer = setTimeout(look, LOOK_MS).unref();
      });
  }

  return {
    async work({ key: id, data }, jobSignal, leave) {
      const [list] = await store.running([id]);
      if (list === undefined) return;
      const { party } = turnOfList(list, 0);
      const turn = startTurn(party, jobSignal, leave);
      running.set(id, turn);
      timer ??= setTimeout(look, LOOK_MS).unref();
      try {
        await runList(parts, { id, party }, turn);
      } catch (error) {
        if (!turn.isStopped()) throw error;
      } finally {
        turn.release();
        if (running.get(id) === turn) running.delete(id);
      }
      if (turn.isStopped() || !turn.pausing.aborted) return;
      const served = (data as unknown as JobTurn).served + (performance.now() - turn.sinceMs) / 1000;
      await background.send('list', { key: id, data: turnOfList(list, served) });
    },
    look,
    stopList: (id) => running.get(id)?.stop(),
  };
}

interface RunParts extends Pick<ListRunnerParts, 'service' | 'store' | 'places'> {
  readonly pacing: ListPacing;
  /** The number of running lists, including this one. */
  sharers(): number;
  readonly isYoung: () => boolean;
}

interface ListOfParty {
  readonly id: string;
  readonly party: string;
}

/** Runs a list to its end, or until it passes its turn on. */
async function runList(
  { service, store, places, pacing, sharers, isYoung }: RunParts,
  { id, party }: ListOfParty,
  { signal, pausing }: Pick<ListTurn, 'signal' | 'pausing'>,
): Promise<void> {
  const calls = questionCalls({
    service,
    places,
    end: (position, outcome) => store.end(id, position, outcome),
    party,
    signal,
    isYoung,
  });
  await runItems({
    items: questionsOf(await store.open(id), service.tools),
    signal,
    pausing,
    now: () => performance.now(),
    sharers,
    pauseMs: (question) => calls.pauseMs(question) * sharers(),
    lookUp: (question: ListQuestion) => pacing.run(() => calls.lookUp(question), signal, party),
    onEnd: calls.onEnd,
  });
  if (!pausing.aborted) await store.endList(id);
}
