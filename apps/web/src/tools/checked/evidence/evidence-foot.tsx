// In this folder: what a lookup sent and received, shown below its answer.

import { lazy, Suspense, useEffect } from 'react';
import type { Receipt } from '../../../browser/api/receipts.ts';
import { toastProblem } from '../../../ui/feedback/announce.ts';
import { useSecondsUntil } from '../../../ui/times/use-seconds-until.ts';
import { loadPartExchanges } from './came-from.tsx';

export interface EvidenceFootProps {
  /** The call that the answer came from. */
  readonly receipt: Receipt;
  /** When the server will measure again, by this browser's clock; null if there is no pause. */
  readonly waitUntilMs: number | null;
  readonly isBusy: boolean;
  /** Measures again with recording on. */
  onRecord(): void;
}

/** Few visitors want it: the rest is loaded with the first press. */
const load = () => Promise.all([import('./evidence-panel.tsx'), loadPartExchanges()]).then(([panel]) => panel);
const EvidencePanel = lazy(() => load().then(({ EvidencePanel: Loaded }) => ({ default: Loaded })));

/** Offers to measure again with a recording, and shows what was sent and received. */
export function EvidenceFoot({ receipt, waitUntilMs, isBusy, onRecord }: EvidenceFootProps) {
  const seconds = useSecondsUntil(waitUntilMs);
  const { evidence } = receipt;
  useEffect(() => {
    // A visitor may come back to a recorded answer: its panel is then loaded at once.
    if (evidence !== undefined) load().catch(() => {});
  }, [evidence]);
  if (evidence !== undefined) {
    return (
      <Suspense>
        <EvidencePanel receipt={receipt} />
      </Suspense>
    );
  }
  const isOff = isBusy || seconds > 0;
  const press = () =>
    load().then(
      ({ showWhenRecorded }) => {
        showWhenRecorded(receipt.tool);
        onRecord();
      },
      () => toastProblem('This could not be loaded. Please check the connection.'),
    );
  // Not `disabled`, so that it keeps the focus while the visitor waits.
  return (
    <div className="c12 record">
      <button type="button" className="btn" aria-disabled={isOff} onClick={isOff ? undefined : press}>
        {seconds > 0 ? `Can be measured again in ${seconds} s` : 'Show what was sent and received'}
      </button>
    </div>
  );
}
