import type { Finding } from '@sonde/contract/finding/finding';
import type { ReactNode } from 'react';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { ExplanationDetails } from './explanation-details.tsx';
import { explanationOf, titleOf } from './explanations.ts';
import { findingText } from './finding-text.ts';

export interface FindingItemProps {
  readonly finding: Finding;
  /** True if there is no room for it yet. */
  readonly isHidden?: boolean;
  /** An additional action, such as a download. */
  readonly action?: ReactNode;
  /** The program whose remedies are shown first. */
  readonly program?: string | null;
}

/** One finding: what is the case, the evidence, what to do, and on request what it means. */
export function FindingItem({ finding, isHidden = false, action, program = null }: FindingItemProps) {
  const { code, about, evidence, fix } = finding;
  const explained = explanationOf(code);
  const title = titleOf(code);
  return (
    <li className="finding" hidden={isHidden} data-code={code}>
      <div className="says">
        <h4>
          {title} {about !== '' && <span className="about">{shownText(about)}</span>}
        </h4>
        <CopyButton label={`finding: ${title}`} text={findingText(finding, explained)} />
      </div>
      {evidence !== '' && <p>{shownSentence(evidence)}</p>}
      {fix !== null && (
        <p className="fix">
          <strong>What to do:</strong> {shownSentence(fix)}
        </p>
      )}
      {action}
      {explained !== null && <ExplanationDetails code={code} explained={explained} program={program} />}
    </li>
  );
}

/** An option of a command, which would otherwise wrap after its hyphen. */
const OPTION = /(?<= )(--?[a-z][\w-]*)/;

/** A sentence that may quote hostile text, with times in the visitor's time zone. */
export function shownSentence(text: string): ReactNode {
  return withLocalTimes(visibleText(text))
    .split(OPTION)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
        <span key={index} className="option">
          {part}
        </span>
      ),
    );
}
