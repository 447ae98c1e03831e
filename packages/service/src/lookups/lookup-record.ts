import type { Evidence } from '@sonde/contract';
import { timingOf } from '@sonde/contract/timing/timing';
import type { LookupRequest } from '../check/check-request.ts';
import type { LookupRecorder } from '../toolbox.ts';
import { fitEvidence } from './evidence-size.ts';
import type { Recorded } from './lookup-result.ts';

/** Collects the data of one recorded lookup, from the moment it was requested. */
export interface LookupRecord {
  /** Call when the lookup has its slot and begins. */
  begin(): LookupRecorder;
  /** Call when there is an answer or a failure, before it is written. */
  answered(): void;
  /** Call when the result has been written. */
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
      // A lookup that never got a slot waited for it until the end.
      const measuredFromMs = begunAtMs ?? answeredAtMs;
      const timing = timingOf({
        queuedMs: measuredFromMs - askedAtMs,
        measuredMs: answeredAtMs - measuredFromMs,
        writtenMs: writtenAtMs - answeredAtMs,
        evidence: evidence ?? { exchanges: [], leftOut: 0 },
      });
      return {
        ...(wantsEvidence && evidence !== null && { evidence: fitEvidence(evidence) }),
        ...(wantsTiming && { timing }),
      };
    },
  };
}
