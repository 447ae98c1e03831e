import { type Flow, type OnResponse, PacketTooBig } from './flows/flow.ts';
import type { SendQueue } from './send-queue.ts';
import { createTimers } from './timers.ts';

export interface MeasuredMtu {
  readonly bytes: number;
  readonly found: 'whole' | 'told' | 'black-hole';
  /** Who said so, in network order. */
  readonly from: Uint8Array | null;
}

export interface MtuInput {
  readonly flow: Flow;
  readonly queue: SendQueue;
  /** The round trip to the target in milliseconds once it has answered; null when it stays silent. */
  readonly targetMs: Promise<number | null>;
  /** Waits for the target before the first packet is sent: its answers are limited. */
  readonly isFrugal: boolean;
}

/** MTUs of links as they occur (RFC 1191 section 7.1, and tunnels of today), the largest first. */
const PLATEAUS = [
  1500, 1492, 1480, 1472, 1460, 1450, 1440, 1420, 1412, 1400, 1380, 1360, 1340, 1320, 1280, 1006, 576,
] as const;
const FULL_TTL = 64;
const LEAST_WAIT_MS = 250;
const WAIT_FACTOR = 3;
/** Of routers that say so one after another. */
const MAX_TOLD = 8;
/** Sizes of the second volley, between two plateaus. */
const FINE_SIZES = 8;

/** What came of one volley. */
interface Volley {
  /** The largest size that the target answered; 0 for none. */
  readonly answered: number;
  /** The smallest MTU that a router told. */
  readonly told: MeasuredMtu | null;
}

/**
 * The largest packet that gets to the target. One packet where nothing is narrow; where a router says so, one more; where
 * large packets vanish, two volleys of sizes. Null when the target answers none.
 * @throws NetFailure `unreachable`, or the signal's reason.
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
  // An answer to the size that was silent before: a lost packet, no black hole.
  if (answered === size) return { bytes: size, found: 'whole', from: null };
  const larger = sizes[sizes.indexOf(answered) - 1];
  if (answered === 0 || larger === undefined) return null;
  const step = Math.max(1, Math.ceil((larger - answered) / FINE_SIZES));
  const between = [larger];
  for (let one = larger - step; one > answered; one -= step) between.push(one);
  const fine = await ask(input, between, signal);
  if (fine.answered === larger) return { bytes: larger, found: 'whole', from: null };
  return { bytes: Math.max(answered, fine.answered), found: 'black-hole', from: null };
}

/** Sends packets of these sizes, the largest first, until the first is answered or told about, or time is over. */
function ask({ flow, queue, targetMs }: MtuInput, sizes: readonly number[], signal: AbortSignal): Promise<Volley> {
  return new Promise((resolve, reject) => {
    const timers = createTimers();
    const ends: (() => void)[] = [];
    let [answered, told, isOver] = [0, null as MeasuredMtu | null, false];
    const finish = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      timers.stop();
      for (const end of ends) end();
      signal.removeEventListener('abort', onAbort);
      if (error === undefined) resolve({ answered, told });
      else reject(error);
    };
    const onAbort = () => finish(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const hear =
      (size: number): OnResponse =>
      ({ kind, mtu, from }) => {
        if (kind === 'target') answered = Math.max(answered, size);
        if (kind === 'too-big' && mtu !== null && mtu < (told?.bytes ?? size))
          told = { bytes: mtu, found: 'told', from };
        if (answered === sizes[0] || told !== null) finish();
      };
    const send = (size: number) => {
      try {
        ends.push(flow.probe(FULL_TTL, hear(size), { packetBytes: size }));
      } catch (error) {
        // Our own link takes less: the next smaller size is the largest then.
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
