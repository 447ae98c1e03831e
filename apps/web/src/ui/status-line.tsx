import { Badge } from './badge.tsx';
import { PATIENCE_S, useElapsedSeconds } from './use-elapsed-seconds.ts';

export interface StatusLineProps {
  readonly text: string;
  /** Steps done and to do, where they can be counted. */
  readonly steps?: { readonly done: number; readonly of: number };
  onCancel?(): void;
}

/** What is being done right now; after three seconds also for how long, and a way out. */
export function StatusLine({ text, steps, onCancel }: StatusLineProps) {
  const seconds = useElapsedSeconds();
  return (
    <div className="panel c12">
      {steps && (
        <div className="prog" style={{ '--part': `${(100 * steps.done) / steps.of}%` }}>
          <i />
        </div>
      )}
      <div className="status">
        <span className="spin" />
        <span role="status">{text}</span>
        {steps ? (
          <Badge>
            {steps.done} of {steps.of}
          </Badge>
        ) : (
          seconds >= PATIENCE_S && <span className="num">{seconds} s</span>
        )}
        {onCancel && seconds >= PATIENCE_S && (
          <button className="btn" type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </div>
  );
}
