import type { BadLine } from '@sonde/contract/lists/read-list';
import { useId } from 'react';
import { shownText } from '../../../ui/text/shown-text.ts';

const SHOWN = 5;

export interface BadLinesProps {
  readonly lines: readonly BadLine[];
  readonly isLeftOut: boolean;
  onLeaveOut(isLeftOut: boolean): void;
}

/** The lines without a target, with their numbers. */
export function BadLines({ lines, isLeftOut, onLeaveOut }: BadLinesProps) {
  const id = useId();
  const rest = lines.length - SHOWN;
  return (
    <div className="bad-lines">
      <p className="auth-error" role="status">
        {lines.length === 1 ? 'One line has no target:' : `${lines.length} lines have no target:`}
      </p>
      <ul>
        {lines.slice(0, SHOWN).map(({ line, text }) => (
          <li key={line}>
            Line {line}: <span className="mono">{shownText(text)}</span>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
      <div className="choices">
        <div>
          <input id={id} type="checkbox" checked={isLeftOut} onChange={(event) => onLeaveOut(event.target.checked)} />
          <label htmlFor={id}>{lines.length === 1 ? 'Leave this line out' : 'Leave these lines out'}</label>
        </div>
      </div>
    </div>
  );
}
