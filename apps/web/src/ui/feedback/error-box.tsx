import type { ReactNode } from 'react';
import { CircleAlert } from '../icons/lucide/circle-alert.ts';
import { visibleNode, visibleText } from '../text/visible-text.ts';

export interface ErrorBoxProps {
  readonly message: string;
  /** An explanation or advice. */
  readonly children?: ReactNode;
  /** Absent if a retry cannot help. */
  readonly onRetry?: (() => void) | undefined;
  /** Seconds until a retry is possible. */
  readonly waitSeconds?: number;
}

/** A failure: its message, read out once, and a button to retry. */
export function ErrorBox({ message, children, onRetry, waitSeconds = 0 }: ErrorBoxProps) {
  const mustWait = waitSeconds > 0;
  return (
    <div className="err" role="alert">
      <CircleAlert className="i" />
      <div>
        <strong>{visibleText(message)}</strong>
        {children && <p>{visibleNode(children)}</p>}
        {onRetry && (
          <button className="btn" type="button" aria-disabled={mustWait} onClick={mustWait ? undefined : onRetry}>
            {mustWait ? `Try again in ${waitSeconds} s` : 'Try again'}
          </button>
        )}
      </div>
    </div>
  );
}
