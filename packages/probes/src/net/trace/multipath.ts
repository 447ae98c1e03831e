import type { Flow } from './flows/flow.ts';
import type { SendQueue } from './send-queue.ts';
import { createTimers } from './timers.ts';

export interface MultipathInput {
  /** Opens a flow that routers may send along another path. */
  openFlow(): Flow;
  readonly queue: SendQueue;
  /** The TTL of the last known hop. */
  readonly distance: number;
  readonly slowestMs: number;
  /** Called for every packet. */
  onSent(ttl: number): void;
}

/** A step taken by some of the flows; null for no answer. Addresses are hex digits in network order. */
export interface FlowStep {
  readonly ttl: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly flows: number;
}

/** What the flows of a search have met. */
export interface ExploredPaths {
  readonly steps: readonly FlowStep[];
  /** False if the search ended at its limits, so that further paths are not improbable. */
  readonly isComplete: boolean;
}

/**
 * After how many flows a further path is excluded with 99 % probability, if k paths were seen, for k = 1, 2, …: the stopping
 * points of the multipath detection algorithm (Augustin, Friedman, Teixeira 2007; Veitch et al. 2009).
 */
const FLOWS_FOR = [8, 15, 21, 28, 36, 43, 51, 58, 66] as const;
const MOST_FLOWS = 66;
const MOST_PACKETS = 900;
/** A probe that is lost says nothing about paths: where others of its hop are answered, it is sent so often at most. */
const MOST_SENDINGS = 3;
const LEAST_WAIT_MS = 250;
const WAIT_FACTOR = 3;

/** What one flow heard from a hop: the address, or null so far. */
interface Heard {
  sendings: number;
  from: string | null;
}

/** Of one flow, by TTL. */
type HeardByTtl = Map<number, Heard>;

/**
 * The steps of several flows. If more than one address answers at a hop, more flows are sent to it and its neighbours,
 * until a further path is improbable.
 * @throws NetFailure `unreachable`, or the signal's reason
 */
export async function explorePaths(input: MultipathInput, signal: AbortSignal): Promise<ExploredPaths> {
  const flows: Flow[] = [];
  const heard: HeardByTtl[] = [];
  try {
    let wanted = Array.from({ length: input.distance }, () => FLOWS_FOR[0] as number);
    let packets = 0;
    for (;;) {
      const probes = missingProbes(wanted, heard);
      packets += probes.length;
      const isOver = probes.length === 0;
      if (isOver || packets > MOST_PACKETS)
        return {
          steps: stepsOf(heard, input.distance),
          isComplete: isOver && hasStoppingPoints(heard, input.distance),
        };
      const most = Math.max(...wanted);
      while (flows.length < most) {
        flows.push(input.openFlow());
        heard.push(new Map());
      }
      await sendAll(input, flows, heard, probes, signal);
      wanted = wantedAfter(heard, input.distance);
    }
  } finally {
    for (const flow of flows) flow.close();
  }
}

type Where = readonly [flow: number, ttl: number];

function missingProbes(wanted: readonly number[], heard: readonly HeardByTtl[]): Where[] {
  return wanted.flatMap((count, index) => {
    const ttl = index + 1;
    const most = addressesAt(heard, ttl).size > 0 ? MOST_SENDINGS : 1;
    const isMissing = ([flow]: Where) => {
      const { sendings, from } = heard[flow]?.get(ttl) ?? UNSENT;
      return from === null && sendings < most;
    };
    return Array.from({ length: count }, (_, flow): Where => [flow, ttl]).filter(isMissing);
  });
}

const UNSENT: Readonly<Heard> = { sendings: 0, from: null };

const addressesAt = (heard: readonly HeardByTtl[], ttl: number) =>
  new Set(heard.flatMap((one) => one.get(ttl)?.from ?? []));

/** The number of flows that each hop needs for its addresses and those of its neighbours. */
function wantedAfter(heard: readonly HeardByTtl[], distance: number): number[] {
  const own = Array.from(
    { length: distance },
    (_, index) => FLOWS_FOR[Math.max(addressesAt(heard, index + 1).size, 1) - 1] ?? MOST_FLOWS,
  );
  return own.map((count, index) => Math.max(count, own[index - 1] ?? 0, own[index + 1] ?? 0));
}

/** Beyond the published points, no number of flows is known to rule out a further path. */
const hasStoppingPoints = (heard: readonly HeardByTtl[], distance: number): boolean =>
  Array.from({ length: distance }, (_, index) => addressesAt(heard, index + 1).size).every(
    (size) => size <= FLOWS_FOR.length,
  );

function sendAll(
  { queue, slowestMs, onSent }: MultipathInput,
  flows: readonly Flow[],
  heard: readonly HeardByTtl[],
  probes: readonly Where[],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timers = createTimers();
    const ends: (() => void)[] = [];
    let [left, unsent] = [probes.length, probes.length];
    const finish = (error?: unknown) => {
      timers.stop();
      for (const end of ends) end();
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onAbort = () => finish(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const send = ([index, ttl]: Where) => {
      const mine = heard[index]?.get(ttl) ?? { ...UNSENT };
      heard[index]?.set(ttl, mine);
      mine.sendings += 1;
      const forget = flows[index]?.probe(ttl, ({ kind, from }) => {
        if (kind === 'too-big' || from === null || mine.from !== null) return;
        mine.from = Buffer.from(from).toString('hex');
        left -= 1;
        if (left === 0) finish();
      });
      if (forget !== undefined) ends.push(forget);
      onSent(ttl);
      unsent -= 1;
      if (unsent === 0) timers.after(Math.max(LEAST_WAIT_MS, WAIT_FACTOR * slowestMs), () => finish());
    };
    for (const probe of probes) {
      ends.push(
        queue(() => {
          try {
            send(probe);
          } catch (error) {
            finish(error);
          }
        }),
      );
    }
  });
}

function stepsOf(heard: readonly HeardByTtl[], distance: number): FlowStep[] {
  const steps = new Map<string, FlowStep>();
  for (const flow of heard) {
    for (let ttl = 1; ttl < distance; ttl += 1) {
      const [from, to] = [flow.get(ttl)?.from, flow.get(ttl + 1)?.from];
      if (from === undefined || to === undefined || (from === null && to === null)) continue;
      const key = `${ttl} ${from} ${to}`;
      steps.set(key, { ttl, from, to, flows: (steps.get(key)?.flows ?? 0) + 1 });
    }
  }
  return [...steps.values()].sort((a, b) => a.ttl - b.ttl);
}
