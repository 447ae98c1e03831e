import type { ReactNode } from 'react';
import { CheckedContext } from '../../tools/checked/checked-context.ts';
import { FrozenContext } from '../../tools/checked/frozen-context.ts';

interface FrozenFrameProps {
  /** ISO 8601 in UTC; null if nothing was measured. */
  readonly measuredAt: string | null;
  readonly children: ReactNode;
}

/** Wraps a kept answer, so that it is shown as of the time of its measurement. */
export function FrozenFrame({ measuredAt, children }: FrozenFrameProps) {
  const at = new Date(measuredAt ?? Number.NaN);
  return (
    <FrozenContext value={Number.isNaN(at.getTime()) ? new Date(0) : at}>
      <CheckedContext value={false}>
        <div className="frozen-answer">{children}</div>
      </CheckedContext>
    </FrozenContext>
  );
}
