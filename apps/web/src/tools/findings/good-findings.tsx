import type { Finding } from '@sonde/contract/finding/finding';
import { shownText } from '../../ui/text/shown-text.ts';
import { titleOf } from './explanations.ts';
import { shownSentence } from './finding-item.tsx';
import { stateWords } from './state-words.ts';

/** In less room a scrolling list is not useful. */
const LEAST_ROOM_REM = 9;
const SUMMARY_REM = 3.5;

export interface GoodFindingsProps {
  readonly good: readonly Finding[];
  /** The room left by the findings before it; with enough of it, the list is open initially. */
  readonly roomRem: number;
}

/** What was checked and found good. */
export function GoodFindings({ good, roomRem }: GoodFindingsProps) {
  const isOpen = roomRem >= LEAST_ROOM_REM;
  const Icon = stateWords.good.icon;
  return (
    // The key makes React create a new element, because it would not open an existing one.
    <details className="goods" data-state="good" key={String(isOpen)} open={isOpen}>
      <summary>
        <Icon className="i" />
        {good.length === 1 ? '1 check is good' : `${good.length} checks are good`}
      </summary>
      <ul
        // A scrollable region must be reachable by keyboard.
        tabIndex={isOpen ? 0 : undefined}
        style={isOpen ? { maxHeight: `${roomRem - SUMMARY_REM}rem`, overflowY: 'auto' } : undefined}
        aria-label="Good"
      >
        {good.map(({ code, about, evidence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be good of several things
          <li key={index} data-code={code}>
            <strong>{titleOf(code)}</strong> {about !== '' && <span className="about">{shownText(about)}</span>}
            {evidence !== '' && <p>{shownSentence(evidence)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
