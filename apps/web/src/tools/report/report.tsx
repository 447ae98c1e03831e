import { countsInWords } from '@sonde/contract/report/compose';
import type { ReadReport } from '@sonde/contract/report/read-part';
import { counted } from '@sonde/contract/text/counted';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { expectedParts } from './expected-parts.ts';
import { FoundBy, toolsOf } from './found-by.tsx';
import { PartPanel, type ShownPart } from './part-panel.tsx';
import type { Draft } from './query.ts';
import { ReportActions } from './report-actions.tsx';
import { texts } from './texts.ts';

const JUDGED_LATER = 'The findings of all tools are put together when the last one has ended.';

interface RunningReportProps {
  readonly target: string;
  readonly draft: Draft;
  onCancel(): void;
}

/** While the tools run: every part in its place, with a skeleton where its tool has not ended. */
export function RunningReport({ target, draft, onCancel }: RunningReportProps) {
  const expected = expectedParts(target);
  const shown: ShownPart[] = expected.map(({ tool }) => ({
    tool,
    part: draft.find((part) => part.tool === tool) ?? null,
  }));
  const ended = `${draft.length} of ${counted(expected.length, 'tool')} ${draft.length === 1 ? 'has' : 'have'} ended`;
  return (
    <LookupFrame
      top={
        <>
          <AnswerCard
            title={`Reporting on ${target}`}
            sub={`${ended}.`}
            announcement={ended}
            progress={draft.length / Math.max(1, expected.length)}
            actions={
              <button className="btn" type="button" onClick={onCancel}>
                Cancel
              </button>
            }
          >
            <Verdict findings={undefined} pending={JUDGED_LATER} />
          </AnswerCard>
          <AlsoCheck tool="report" target={target} />
        </>
      }
    >
      <FindingsPanel findings={undefined} pending={JUDGED_LATER} />
      <Parts target={target} shown={shown} />
    </LookupFrame>
  );
}

interface WholeReportProps {
  readonly target: string;
  readonly report: ReadReport;
  /** Null unless a newer report is on its way. */
  readonly onCancel: (() => void) | null;
}

/** The findings of all tools first, then each tool with what matters most of its answer. */
export function WholeReport({ target, report, onCancel }: WholeReportProps) {
  const { counts, findings, parts, gaps } = report;
  const title = countsInWords(counts);
  const answered = parts.length - gaps.length;
  const toolOf = toolsOf(findings);
  return (
    <LookupFrame
      {...(onCancel !== null && { status: <StatusLine text={texts.loading} onCancel={onCancel} /> })}
      top={
        <>
          <AnswerCard
            title={`${capital(title)}`}
            sub={`${shownText(target)}: ${answered} of ${counted(parts.length, 'tool')} answered.`}
            announcement={`${target}: ${title}`}
            actions={<ReportActions target={target} report={report} />}
          >
            <Verdict findings={findings} pending={null} />
          </AnswerCard>
          <AlsoCheck tool="report" target={target} />
        </>
      }
    >
      <FindingsPanel
        findings={findings}
        pending={null}
        actionOf={(finding) => <FoundBy tool={toolOf(finding)} target={target} />}
      />
      <Parts target={target} shown={parts.map((part) => ({ tool: part.tool, part }))} />
    </LookupFrame>
  );
}

function Parts({ target, shown }: { readonly target: string; readonly shown: readonly ShownPart[] }) {
  return shown.map((one) => <PartPanel key={one.tool} target={target} {...one} />);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
