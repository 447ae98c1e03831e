import type { Finding } from '@sonde/contract/finding/finding';
import { shownText } from '../../ui/text/shown-text.ts';
import { titleOf } from '../findings/explanations.ts';
import { stateWords } from '../findings/state-words.ts';

export interface FindingTitleProps {
  readonly finding: Pick<Finding, 'code' | 'about' | 'state'>;
  /** What was looked up: not repeated as the subject of a finding. */
  readonly target: string;
}

/** What was found, and of what; the state, which others see as an icon and colour, is read out. */
export function FindingTitle({ finding: { code, about, state }, target }: FindingTitleProps) {
  return (
    <h3>
      <span className="sr">{stateWords[state].word}: </span>
      {titleOf(code)} {about !== '' && about !== target && <span className="subject">{shownText(about)}</span>}
    </h3>
  );
}
