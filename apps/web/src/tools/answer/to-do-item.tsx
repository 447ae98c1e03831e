import type { Finding } from '@sonde/contract/finding/finding';
import { remedyParts } from '@sonde/contract/finding/remedy-parts';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { ExplanationDetails } from '../findings/explanation-details.tsx';
import { explanationOf, titleOf } from '../findings/explanations.ts';
import { findingText } from '../findings/finding-text.ts';
import { shownSentence } from '../findings/shown-sentence.tsx';
import { stateWords } from '../findings/state-words.ts';
import { FindingTitle } from './finding-title.tsx';
import { Remedies } from './remedies.tsx';

export interface ToDoItemProps {
  /** What was looked up: not repeated as the subject of a finding. */
  readonly target: string;
  /** What is told together; more than one if the same was seen several times. */
  readonly findings: readonly [Finding, ...Finding[]];
  readonly action?: ReactNode;
  readonly program: string | null;
  /** Whether the remedy is open from the start. */
  readonly isOpen: boolean;
}

/** The others open with a press. */
const SHOWN_PARTS = 2;

/** One thing to fix: what is the case, the evidence, the remedy, and how to see that it worked. */
export function ToDoItem({ findings, target, action, program, isOpen }: ToDoItemProps) {
  const [finding, ...more] = findings;
  const [others, parts] = [
    more.filter((one) => one.code === finding.code),
    more.filter((one) => one.code !== finding.code),
  ];
  const { code, evidence, fix, state } = finding;
  const explained = explanationOf(code);
  const { icon: Icon } = stateWords[state];
  const { text, proof } = remedyParts(fix ?? '');
  const byPlace = explained !== null && typeof explained.remedies !== 'string' ? explained.remedies : null;
  return (
    <li className="do" data-state={state} data-code={code}>
      <Icon className="i" />
      <div className="body">
        <FindingTitle finding={finding} target={target} />
        {evidence !== '' && <p className="seen">{shownSentence(evidence)}</p>}
        {parts.slice(0, SHOWN_PARTS).map((part) => (
          <p className="seen" key={part.evidence} data-code={part.code}>
            {shownSentence(part.evidence)}
          </p>
        ))}
        {parts.length > SHOWN_PARTS && <SeenToo findings={parts.slice(SHOWN_PARTS)} />}
        {others.length > 0 && <SeenToo findings={others} />}
        <details className="how" open={isOpen}>
          <summary>
            <span>How to fix it</span>
          </summary>
          {text !== '' && <p className="fix">{shownSentence(text)}</p>}
          {action}
          {byPlace !== null && <Remedies remedies={byPlace} program={program} />}
          {proof !== null && <Command lead={proof.lead} text={proof.command} />}
          {explained !== null && <ExplanationDetails code={code} explained={explained} />}
        </details>
      </div>
      <CopyButton
        label={`finding: ${titleOf(code)}`}
        text={findings.map((one) => findingText(one, explanationOf(one.code))).join('\n\n')}
      />
    </li>
  );
}

/** The evidence of further findings of the same kind. */
function SeenToo({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <details className="seen-too">
      <summary>{findings.length} more like it</summary>
      <ul>
        {findings.map(({ evidence }) => (
          <li key={evidence} className="seen">
            {shownSentence(evidence)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Command({ lead, text }: { readonly lead: string; readonly text: string }) {
  return (
    <div className="lines">
      <span>{lead}</span>
      <CodeBlock label={lead} text={text} keepsWords />
      <CopyButton label="command" text={text} />
    </div>
  );
}
