import type { Evidence } from '@sonde/contract';
import { timingOf } from '@sonde/contract/timing/timing';
import type { LookupRequest } from '../check/check-request.ts';
import type { LookupRecorder } from '../toolbox.ts';
import type { Recorded } from './lookup-result.ts';

/** Collects what is known of one lookup that is recorded, from when it was asked for. */
export interface LookupRecord {
  /** It has its slot and begins. */
  begin(): LookupRecorder;
  /** There is an answer or a failure, not written yet. */
  answered(): void;
  /** It is written. */
  finish(): Recorded;
}

export function createLookupRecord({
  wantsEvidence,
  wantsTiming,
}: Pick<LookupRequest, 'wantsEvidence' | 'wantsTiming'>): LookupRecord {
  const askedAtMs = performance.now();
  let begunAtMs: number | null = null;
  let answeredAtMs = askedAtMs;
  let evidence: Evidence | null = null;
  return {
    begin() {
      begunAtMs = performance.now();
      return {
        keepsOctets: wantsEvidence,
        onEvidence: (recorded) => {
          evidence = recorded;
        },
      };
    },
    answered() {
      answeredAtMs = performance.now();
    },
    finish() {
      const writtenAtMs = performance.now();
      // One that never got a slot has waited for it until the end.
      const measuredFromMs = begunAtMs ?? answeredAtMs;
      const timing = timingOf({
        queuedMs: measuredFromMs - askedAtMs,
        measuredMs: answeredAtMs - measuredFromMs,
        writtenMs: writtenAtMs - answeredAtMs,
        evidence: evidence ?? { exchanges: [], leftOut: 0 },
      });
      return { ...(wantsEvidence && evidence !== null && { evidence }), ...(wantsTiming && { timing }) };
    },
  };
}
