import type { Finding, FindingState } from '@sonde/contract/finding/finding';
import { counted } from '@sonde/contract/text/counted';
import { ExplanationDetails } from '../findings/explanation-details.tsx';
import { explanationOf } from '../findings/explanations.ts';
import { shownSentence } from '../findings/shown-sentence.tsx';
import { findingGroups, stateWords } from '../findings/state-words.ts';
import { FindingTitle } from './finding-title.tsx';

export interface OtherFindingsProps {
  readonly id: string;
  readonly target: string;
  readonly findings: readonly Finding[];
}

/** What the fold holds. Counts are of checks, and stand above; only notes are counted here, because a check may have some. */
function foldWords(state: FindingState, found: number): string {
  if (state === 'note') return counted(found, 'note');
  return state === 'good' ? 'What is good' : 'Not determined';
}

/** Notes, what could not be determined, and what is good: folded, because nothing is to be done about it. */
export function OtherFindings({ id, target, findings }: OtherFindingsProps) {
  const groups = findingGroups(findings);
  return (
    <details className="others" id={id}>
      <summary>
        {groups.map(({ state, found }, index) => (
          <span key={state}>
            {index > 0 && ' · '}
            {foldWords(state, found.length)}
          </span>
        ))}
      </summary>
      <ul>
        {groups.flatMap(({ state, found }) => {
          const { icon: Icon } = stateWords[state];
          return found.map((finding, index) => {
            const { code, evidence, fix } = finding;
            const explained = explanationOf(code);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found of several things
              <li key={`${state} ${index}`} data-state={state} data-code={code}>
                <Icon className="i" />
                <div>
                  <FindingTitle finding={finding} target={target} />
                  {evidence !== '' && <p>{shownSentence(evidence)}</p>}
                  {fix !== null && <p>{shownSentence(fix)}</p>}
                  {explained !== null && <ExplanationDetails code={code} explained={explained} />}
                </div>
              </li>
            );
          });
        })}
      </ul>
    </details>
  );
}
