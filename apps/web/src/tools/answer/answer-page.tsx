import type { CheckResult } from '@sonde/contract/finding/check-result';
import { verdictSentence } from '@sonde/contract/finding/verdict-sentence';
import { type ReactNode, useContext } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import charts from '../../ui/charts/charts.css?inline';
import { Elapsed, Overdue } from '../../ui/feedback/elapsed.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useAnchor } from '../../ui/layout/region-names.ts';
import { codeWords } from '../../ui/text/code-words.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { type Checked, CheckedContext } from '../checked/checked-context.ts';
import { explanationOf } from '../findings/explanations.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { ElsewhereContext } from '../places/elsewhere-context.ts';
import { AlsoCheck } from '../screens/also-check.tsx';
import { type AwaitedCheck, checkTitles } from './check-titles.ts';
import { deadlines } from './deadlines.ts';
import dense from './dense.css?inline';
import { type JudgementRead, judgementInWords, judgementOf } from './judgement.ts';
import { PanelIndex } from './panel-index.tsx';
import { usePanels } from './use-panels.ts';
import { useSettled } from './use-settled.ts';
import { VerdictCard, type VerdictCardProps } from './verdict-card.tsx';
import { OTHERS, TO_DO, WhatToDo, type WhatToDoProps } from './what-to-do.tsx';

/** A lookup that runs: what has happened so far replaces the verdict. */
export interface Running {
  /** A sentence. */
  readonly said: ReactNode;
  /** From 0 to 1. */
  readonly progress: number;
  /** What will be judged; the checks of the tool by default. */
  readonly checks?: readonly AwaitedCheck[];
  /** After how long a lookup like this one ends, if that depends on what is asked. */
  readonly deadlineMs?: number;
  onCancel(): void;
}

type CardProps = Pick<VerdictCardProps, 'title' | 'mono' | 'facts' | 'notes' | 'actions'>;

export interface AnswerPageProps extends CardProps, Omit<WhatToDoProps, 'findings'> {
  readonly tool: string;
  /** For the links to the other tools. */
  readonly target: string;
  /** The answer, with its verdict, checks and findings; null while there is none. */
  readonly answer: JudgementRead | null;
  /** What a good verdict means for those who use the target. */
  readonly good: string;
  /** Read out with the verdict; the title by default. */
  readonly announcement?: string;
  readonly running?: Running | null;
  /** Why an answer that has ended has no verdict. */
  readonly unjudged?: string;
  /** The lookup that runs while this earlier answer is shown dimmed. */
  readonly outdated?: { readonly text: string; onCancel(): void } | null;
  /** True for a skeleton, which stays invisible briefly in case the answer comes at once. */
  readonly isLate?: boolean;
  /** By check, the panel that it rests on. */
  readonly panelOf?: Readonly<Record<string, string>>;
  /** Within the card, before the checks. */
  readonly aside?: ReactNode;
  /** The tool's data, in the order of the specification. */
  readonly children?: ReactNode;
}

/** An answer, in the same order for every tool: verdict, checks, what to do, the data, and what to look up next. */
export function AnswerPage(props: AnswerPageProps) {
  adoptSheet(charts);
  adoptSheet(dense);
  const { tool, target, title, answer, running = null, outdated = null, panelOf = {}, children } = props;
  const checked = useContext(CheckedContext);
  const elsewhere = useContext(ElsewhereContext);
  const judgement = answer === null || running !== null ? null : judgementOf(answer);
  const { body, panels } = usePanels();
  const data = useSettled(running !== null);
  const [toDo, others] = [useAnchor(TO_DO), useAnchor(OTHERS)];
  const scope = useAnchor('');
  const hrefOf = ({ id: check, state }: Pick<CheckResult, 'id' | 'state'>) => {
    const panel = scope + panelOf[check];
    if (panels.some(({ id }) => id === panel)) return panel;
    return state === 'broken' || state === 'warning' ? toDo : others;
  };
  const sentence =
    (running && <Said deadlineMs={deadlines[tool]} {...running} />) ??
    (judgement === null ? props.unjudged : (verdictSentence(judgement, explanationOf) ?? props.good));
  const said = props.announcement ?? title;
  const isMissing = judgement?.findings.some(({ code }) => code === 'name-missing') === true;
  return (
    <LookupFrame
      {...(outdated !== null && { status: <StatusLine text={outdated.text} onCancel={outdated.onCancel} /> })}
      isLate={props.isLate === true}
      hasLine={false}
      top={
        <>
          <VerdictCard
            title={title}
            mono={props.mono === true}
            judgement={judgement}
            sentence={sentence}
            facts={props.facts}
            notes={props.notes ?? []}
            line={running === null ? lineIn(checked, outdated !== null) : null}
            actions={running === null ? props.actions : <CancelButton onCancel={running.onCancel} />}
            announcement={judgement === null ? said : `${said}; ${judgementInWords(judgement)}`}
            progress={running?.progress}
            awaited={running?.checks ?? checkTitles[tool] ?? []}
            hrefOf={hrefOf}
          >
            {props.aside}
          </VerdictCard>
          {elsewhere}
          {running !== null && <p className="panel todo awaited">What to do, if anything, will be listed here.</p>}
          {judgement !== null && <ToDoOf {...props} findings={judgement.findings} />}
          <div className="data" ref={data}>
            <div className="grid" ref={body}>
              {children}
            </div>
            <PanelIndex panels={panels} checks={judgement?.checks ?? []} panelOf={panelOf} scope={scope} />
          </div>
        </>
      }
      foot={<AlsoCheck tool={tool} target={target} isMissing={isMissing} />}
    />
  );
}

function Said({ said, deadlineMs }: { readonly said: ReactNode; readonly deadlineMs?: number | undefined }) {
  return (
    <>
      {typeof said === 'string' ? codeWords(visibleText(said)) : said}
      {deadlineMs !== undefined && <Overdue deadlineMs={deadlineMs} />}
    </>
  );
}

/** When the answer was measured; room for it while a newer one is awaited. */
function lineIn(checked: Checked | null | false, isOutdated: boolean): ReactNode {
  return checked === false ? null : (checked?.line ?? (isOutdated ? ' ' : null));
}

function ToDoOf({ target, findings, program = null, actionOf, limit }: WhatToDoProps) {
  return (
    <WhatToDo
      target={target}
      findings={findings}
      program={program}
      {...(actionOf && { actionOf })}
      {...(limit !== undefined && { limit })}
    />
  );
}

function CancelButton({ onCancel }: { onCancel(): void }) {
  return (
    <>
      <Elapsed />
      <button className="btn" type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}
