import { PATIENCE_S, useElapsedSeconds } from './use-elapsed-seconds.ts';
import { visibleText } from './visible-text.ts';

export interface StatusLineProps {
  readonly text: string;
  onCancel(): void;
}

/** What is being done right now; after three seconds also for how long, and a way out. */
export function StatusLine({ text, onCancel }: StatusLineProps) {
  const seconds = useElapsedSeconds();
  const isLong = seconds >= PATIENCE_S;
  return (
    <div className="panel status">
      <span className="spin" />
      <span role="status">{visibleText(text)}</span>
      {isLong && <span className="num">{seconds} s</span>}
      {isLong && (
        <button className="btn" type="button" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}
