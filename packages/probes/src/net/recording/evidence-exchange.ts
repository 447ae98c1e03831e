import type { EvidenceExchange, EvidencePiece } from '@sonde/contract/evidence/evidence';
import type { FailureReason } from '@sonde/contract/failure';
import type { decodedOf } from './decoding/decoded.ts';
import type { Disguise } from './disguise.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** What all exchanges of a recording are rendered with. */
interface Rendering {
  readonly startMs: number;
  readonly disguise: Disguise;
  readonly decode: typeof decodedOf;
  readonly all: readonly RecordedExchange[];
}

const OWN_ADDRESSES = 'Addresses of the Sonde server are replaced in the text.';

/** A recorded exchange as it is returned to clients. */
export function evidenceOf(
  one: RecordedExchange,
  { startMs: zeroMs, disguise, decode, all }: Rendering,
): EvidenceExchange {
  const { number, start, startMs, openedMs, endMs, bytesOut, bytesIn, isCut } = one;
  const { outcome, reason } = outcomeOf(one);
  let withheld = start.withheld ?? null;
  const shown = one.pieces.map(({ direction, octets: recorded }) => {
    const { octets, isReplaced } = disguise.octets(start, recorded);
    if (isReplaced) withheld ??= OWN_ADDRESSES;
    return { direction, octets };
  });
  return {
    number,
    service: start.service,
    transport: start.transport,
    peer: disguise.peer(start),
    purpose: one.purpose,
    layer: start.within === undefined ? 'wire' : 'plaintext',
    within: start.within === undefined ? null : (all.find((other) => other === start.within)?.number ?? null),
    startUs: toUs(startMs, zeroMs),
    openedUs: openedMs === null ? null : toUs(openedMs, zeroMs),
    endUs: endMs === null ? null : toUs(endMs, zeroMs),
    outcome,
    reason,
    bytesOut,
    bytesIn,
    isCut,
    withheld,
    pieces: one.pieces.map(
      ({ direction, bytes, atMs }, index): EvidencePiece => ({
        direction,
        bytes,
        atUs: toUs(atMs, zeroMs),
        octets: base64Of(shown[index]?.octets ?? new Uint8Array()),
      }),
    ),
    decoded: [...one.notes, ...decode(start, shown)],
  };
}

const base64Of = (octets: Uint8Array): string =>
  Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('base64');

/** An exchange that ended because nobody waited for it any longer, or timed out, did not fail. */
function outcomeOf({ failure, bytesIn, notes }: RecordedExchange): Pick<EvidenceExchange, 'outcome' | 'reason'> {
  const reason = reasonOf(failure);
  if (reason !== null && reason !== 'timeout') return { outcome: 'failed', reason };
  const hasHeard = bytesIn > 0 || notes.some(({ direction }) => direction === 'in');
  return { outcome: hasHeard ? 'answered' : 'silent', reason: null };
}

/** Failures of the network layer have a reason, unlike errors that abort work no longer needed. */
function reasonOf(failure: unknown): FailureReason | null {
  const { reason } = (failure ?? {}) as { readonly reason?: unknown };
  return typeof reason === 'string' ? (reason as FailureReason) : null;
}

/** Rounds to whole microseconds, since the clock of the process is not more precise. */
function toUs(ms: number, zeroMs: number): number {
  return Math.max(0, Math.round((ms - zeroMs) * 1000));
}
