import type { Finding } from '@sonde/contract/findings/finding';
import { shownText } from '../../ui/text/shown-text.ts';
import { shownSentence } from './finding-item.tsx';
import { stateWords } from './state-words.ts';
import { titleOf, useExplanations } from './use-explanations.ts';

/** Less is not worth a list that scrolls. */
const LEAST_ROOM_REM = 9;
const SUMMARY_REM = 3.5;

export interface GoodFindingsProps {
  readonly good: readonly Finding[];
  /** The room that the findings before it leave: with enough of it, the list is open from the start. */
  readonly roomRem: number;
}

/** What was checked and is as it should be. */
export function GoodFindings({ good, roomRem }: GoodFindingsProps) {
  const explanationOf = useExplanations();
  const isOpen = roomRem >= LEAST_ROOM_REM;
  const Icon = stateWords.good.icon;
  return (
    // A list that is open from the start is another element: React would not open the one that is there.
    <details className="goods" data-state="good" key={String(isOpen)} open={isOpen}>
      <summary>
        <Icon className="i" />
        {good.length === 1 ? '1 check is good' : `${good.length} checks are good`}
      </summary>
      <ul
        // A region that scrolls must be reachable by keyboard.
        tabIndex={isOpen ? 0 : undefined}
        style={isOpen ? { maxHeight: `${roomRem - SUMMARY_REM}rem`, overflowY: 'auto' } : undefined}
        aria-label="Good"
      >
        {good.map(({ code, about, evidence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be good of several things
          <li key={index} data-code={code}>
            <strong>{titleOf(explanationOf(code), code)}</strong>{' '}
            {about !== '' && <span className="about">{shownText(about)}</span>}
            {evidence !== '' && <p>{shownSentence(evidence)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
