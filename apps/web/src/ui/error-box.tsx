import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleNode, visibleText } from './visible-text.ts';

export interface ErrorBoxProps {
  readonly message: string;
  /** What it means, or what to do. */
  readonly children?: ReactNode;
  /** None where a second try is of no use. */
  readonly onRetry?: (() => void) | undefined;
  /** For so long a second try is of no use yet. */
  readonly waitSeconds?: number;
}

/** A lookup that failed: what happened, read out once, and a second try. */
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
