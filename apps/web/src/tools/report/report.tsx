import { explanations } from '@sonde/contract/answers/explanations';
import type { ReadReport } from '@sonde/contract/report/read-part';
import { reportInWords } from '@sonde/contract/report/report-verdict';
import { counted } from '@sonde/contract/text/counted';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { RunningCard } from '../findings/running-card.tsx';
import { Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { expectedParts } from './expected-parts.ts';
import { FoundBy, toolsOf } from './found-by.tsx';
import { PartPanel, type ShownPart } from './part-panel.tsx';
import type { Draft } from './query.ts';
import { ReportActions } from './report-actions.tsx';
import { texts } from './texts.ts';

addExplanations(explanations);

/** Room for the first few findings of several tools. */
const KEPT_REM = 40;

const JUDGED_LATER = 'Findings appear when all tools have finished.';

export type Phase =
  /** Parts are still arriving. */
  | { readonly is: 'running'; readonly draft: Draft; onCancel(): void }
  | { readonly is: 'done'; readonly report: ReadReport }
  /** The previous report, dimmed, while a newer one is made. */
  | { readonly is: 'outdated'; readonly report: ReadReport; onCancel(): void };

interface ReportProps {
  readonly target: string;
  readonly phase: Phase;
}

/** One component from the first part to the whole report, so that each part fills in place. */
export function Report({ target, phase }: ReportProps) {
  const report = phase.is === 'running' ? null : phase.report;
  const toolOf = toolsOf(report?.findings ?? []);
  const shown = phase.is === 'running' ? expectedIn(target, phase.draft) : phase.report.parts.map(shownPart);
  return (
    <LookupFrame
      {...(phase.is === 'outdated' && { status: <StatusLine text={texts.loading} onCancel={phase.onCancel} /> })}
      top={
        <>
          {phase.is === 'running' ? (
            <RunningCard
              title={`Reporting on ${target}`}
              said={endedWords(phase.draft.length, shown.length)}
              progress={phase.draft.length / Math.max(1, shown.length)}
              pending={JUDGED_LATER}
              onCancel={phase.onCancel}
            />
          ) : (
            <WholeCard target={target} report={phase.report} />
          )}
          <AlsoCheck tool="report" target={target} />
        </>
      }
    >
      <FindingsPanel
        findings={report?.findings}
        pending={report === null ? JUDGED_LATER : null}
        keptRem={KEPT_REM}
        actionOf={(finding) => <FoundBy tool={toolOf(finding)} target={target} />}
      />
      {shown.map((one) => (
        <PartPanel key={one.tool} target={target} {...one} />
      ))}
    </LookupFrame>
  );
}

/** All expected parts in order, with those that have arrived. */
function expectedIn(target: string, draft: Draft): readonly ShownPart[] {
  return expectedParts(target).map(({ tool }) => ({ tool, part: draft.find((part) => part.tool === tool) ?? null }));
}

const shownPart = (part: ReadReport['parts'][number]): ShownPart => ({ tool: part.tool, part });

const endedWords = (ended: number, all: number) =>
  `${ended} of ${counted(all, 'tool')} ${ended === 1 ? 'has' : 'have'} ended`;

/** The verdict, and the most severe finding. */
function WholeCard({ target, report }: { readonly target: string; readonly report: ReadReport }) {
  const { findings, parts, gaps } = report;
  const title = reportInWords(report);
  return (
    <AnswerCard
      title={title}
      sub={`${shownText(target)}: ${parts.length - gaps.length} of ${counted(parts.length, 'tool')} answered.`}
      announcement={`${target}: ${title}`}
      actions={<ReportActions target={target} report={report} />}
    >
      <Verdict findings={findings} pending={null} />
    </AnswerCard>
  );
}
