import { type Flow, type OnResponse, PacketTooBig } from './flows/flow.ts';
import type { SendQueue } from './send-queue.ts';
import { createTimers } from './timers.ts';

export interface MeasuredMtu {
  readonly bytes: number;
  readonly found: 'whole' | 'told' | 'black-hole';
  /** The router that reported it, in network order. */
  readonly from: Uint8Array | null;
}

export interface MtuInput {
  readonly flow: Flow;
  readonly queue: SendQueue;
  /** Resolves to the round trip to the target in milliseconds once it has answered; null if it stays silent. */
  readonly targetMs: Promise<number | null>;
  /** Waits for the target to answer before the first packet is sent, because its answers are rate-limited. */
  readonly isFrugal: boolean;
}

/** Common link MTUs (RFC 1191 section 7.1, and those of today's tunnels), the largest first. */
const PLATEAUS = [
  1500, 1492, 1480, 1472, 1460, 1450, 1440, 1420, 1412, 1400, 1380, 1360, 1340, 1320, 1280, 1006, 576,
] as const;
const FULL_TTL = 64;
const LEAST_WAIT_MS = 250;
const WAIT_FACTOR = 3;
/** At most this many routers in a row may report a smaller MTU. */
const MAX_TOLD = 8;
/** Number of sizes in the second volley, between two plateaus. */
const FINE_SIZES = 8;
/** How often the second volley repeats the sizes that were silent, since a path may lose packets of any size. */
const REPEATS = 4;

/** A black hole is believed if so many packets that fit were all answered, and of twice as many larger ones none. */
const PROOFS = 4;

/** The result of one volley. */
interface Volley {
  /** The largest size that the target answered; 0 if none. */
  readonly answered: number;
  /** How many packets of each size were answered. */
  readonly counts: ReadonlyMap<number, number>;
  /** The smallest MTU that a router reported. */
  readonly told: MeasuredMtu | null;
}

/**
 * The size of the largest packet that reaches the target. Takes one packet if no link is narrower; one more for each router
 * that reports a smaller MTU; two volleys of different sizes if large packets vanish. Null if the target answers none.
 * @throws NetFailure `unreachable`, or the signal's reason
 */
export async function measurePathMtu(input: MtuInput, signal: AbortSignal): Promise<MeasuredMtu | null> {
  if (input.isFrugal && (await input.targetMs) === null) return null;
  let told: MeasuredMtu | null = null;
  let size: number = PLATEAUS[0];
  for (let count = 0; count < MAX_TOLD; count += 1) {
    signal.throwIfAborted();
    const volley = await ask(input, [size], signal);
    if (volley.answered === size) return told ?? { bytes: size, found: 'whole', from: null };
    if (volley.told === null) return told ?? (await findBlackHole(input, size, signal));
    told = volley.told;
    if (told.bytes >= size) return null;
    size = told.bytes;
  }
  return told;
}

async function findBlackHole(input: MtuInput, size: number, signal: AbortSignal): Promise<MeasuredMtu | null> {
  if ((await input.targetMs) === null) return null;
  signal.throwIfAborted();
  const sizes = [size, ...PLATEAUS.filter((plateau) => plateau < size)];
  const { answered, told } = await ask(input, sizes, signal);
  if (told !== null) return told;
  // The size that was silent before has been answered: a lost packet, not a black hole.
  if (answered === size) return { bytes: size, found: 'whole', from: null };
  const larger = sizes[sizes.indexOf(answered) - 1];
  if (answered === 0 || larger === undefined) return null;
  const step = Math.max(1, Math.ceil((larger - answered) / FINE_SIZES));
  const between = [...new Set([size, larger])].flatMap((one) => Array<number>(REPEATS).fill(one));
  for (let one = larger - step; one > answered; one -= step) between.push(one);
  const fine = await ask(input, between, signal);
  if (fine.told !== null) return fine.told;
  if (fine.answered === size) return { bytes: size, found: 'whole', from: null };
  return proveBlackHole(input, size, Math.max(answered, fine.answered), signal);
}

/** Where packets are lost at random, some of those that fit are lost as well: then nothing is known. */
async function proveBlackHole(
  input: MtuInput,
  size: number,
  bytes: number,
  signal: AbortSignal,
): Promise<MeasuredMtu | null> {
  signal.throwIfAborted();
  const sizes = Array.from({ length: PROOFS }, () => [size, bytes, size]).flat();
  const { answered, counts, told } = await ask(input, sizes, signal);
  if (told !== null) return told;
  if (answered === size) return { bytes: size, found: 'whole', from: null };
  return counts.get(bytes) === PROOFS ? { bytes, found: 'black-hole', from: null } : null;
}

/** Sends packets of these sizes, the largest first, until the first is answered, a router reports an MTU, or time is up. */
function ask({ flow, queue, targetMs }: MtuInput, sizes: readonly number[], signal: AbortSignal): Promise<Volley> {
  return new Promise((resolve, reject) => {
    const timers = createTimers();
    const ends: (() => void)[] = [];
    const counts = new Map<number, number>();
    let [answered, told, isOver] = [0, null as MeasuredMtu | null, false];
    const finish = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      timers.stop();
      for (const end of ends) end();
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) resolve({ answered, counts, told });
      else reject(error);
    };
    const onAbort = () => finish(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const hear =
      (size: number): OnResponse =>
      ({ kind, mtu, from }) => {
        if (kind === 'target') {
          answered = Math.max(answered, size);
          counts.set(size, (counts.get(size) ?? 0) + 1);
        }
        if (kind === 'too-big' && mtu !== null && mtu < (told?.bytes ?? size))
          told = { bytes: mtu, found: 'told', from };
        if (answered === sizes[0] || told !== null) finish();
      };
    const send = (size: number) => {
      try {
        ends.push(flow.probe(FULL_TTL, hear(size), { packetBytes: size }));
      } catch (error) {
        // Our own link is narrower: the result is then the next smaller size.
        if (!(error instanceof PacketTooBig)) return finish(error);
        const next = PLATEAUS.find((plateau) => plateau < size);
        if (sizes.length === 1 && next !== undefined) told = { bytes: next, found: 'whole', from: null };
        if (told !== null) finish();
      }
    };
    for (const size of sizes) ends.push(queue(() => send(size)));
    void targetMs.then((ms) => {
      if (isOver) return;
      timers.after(ms === null ? 0 : Math.max(LEAST_WAIT_MS, WAIT_FACTOR * ms), () => finish());
    });
  });
}
