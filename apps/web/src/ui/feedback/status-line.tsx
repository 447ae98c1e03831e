import { visibleText } from '../text/visible-text.ts';
import { LONG_S, useElapsedSeconds } from '../times/use-elapsed-seconds.ts';

export interface StatusLineProps {
  readonly text: string;
  onCancel(): void;
}

/** The current activity; after three seconds also its duration and a button to cancel. */
export function StatusLine({ text, onCancel }: StatusLineProps) {
  const seconds = useElapsedSeconds();
  const look = { visibility: seconds >= LONG_S ? 'visible' : 'hidden' } as const;
  return (
    <div className="panel status">
      <span className="spin" />
      <span role="status">{visibleText(text)}</span>
      {/* Their space is reserved from the start: otherwise the line would grow and move what is below. */}
      <span className="num" style={look}>
        {seconds} s
      </span>
      <button className="btn" style={look} type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
