import { explanations } from '@sonde/contract/answers/explanations';
import { hasAnswered, type ReadReport } from '@sonde/contract/report/read-part';
import { reportPicture } from '@sonde/contract/report/report-picture';
import { counted } from '@sonde/contract/text/counted';
import { useContext } from 'react';
import { Picture } from '../../ui/charts/picture.tsx';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { FoldedPanel } from '../../ui/layout/folded-panel.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { addExplanations } from '../findings/explanations.ts';
import type { AnswerPhase } from '../lookup/answer-phase.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { expectedParts } from './expected-parts.ts';
import { FoundBy, toolsOf } from './found-by.tsx';
import { PartPanel, type ShownPart } from './part-panel.tsx';
import type { ReportDraft } from './query.ts';
import { ReportActions } from './report-actions.tsx';
import { texts } from './texts.ts';

addExplanations(explanations);

/** So many things to do are shown; the visitor expands the rest. */
const FIRST = 5;

interface ReportProps {
  readonly target: string;
  readonly phase: AnswerPhase<ReportDraft, ReadReport>;
}

/** One component from the first part to the whole report, so that each part fills in place. */
export function Report({ target, phase }: ReportProps) {
  const cards = useContext(ToolsContext);
  const report = phase.is === 'running' ? null : phase.data;
  const toolOf = toolsOf(report?.findings ?? []);
  const shown = phase.is === 'running' ? expectedIn(target, phase.draft) : phase.data.parts.map(shownPart);
  return (
    <AnswerPage
      tool="report"
      target={target}
      title={shownText(target)}
      mono
      answer={report && namedAsInMenu(report, cards)}
      good="No tool has found anything that needs fixing."
      facts={[report && answeredWords(report)]}
      announcement={phase.is === 'running' ? `Reporting on ${target}` : target}
      running={
        phase.is === 'running'
          ? {
              said: `${endedWords(phase.draft.length, shown.length)}.`,
              progress: phase.draft.length / Math.max(1, shown.length),
              checks: shown.map(({ tool }) => ({ id: tool, title: nameIn(cards, tool) ?? tool })),
              onCancel: phase.onCancel,
            }
          : null
      }
      outdated={phase.is === 'outdated' ? { text: texts.loading, onCancel: phase.onCancel } : null}
      panelOf={Object.fromEntries(shown.map(({ tool }) => [tool, `part-${tool}`]))}
      limit={FIRST}
      actionOf={(finding) => <FoundBy tool={toolOf(finding)} target={target} />}
      actions={report !== null && <ReportActions target={target} report={report} />}
    >
      {shown.map((one) => (
        <PartPanel key={one.tool} target={target} isAwaited={phase.is === 'running'} {...one} />
      ))}
      <FoldedPanel title="All checks of all tools" icon={ListChecks}>
        <Picture of={reportPicture({ parts: shown.flatMap(({ part }) => part ?? []) })} />
      </FoldedPanel>
    </AnswerPage>
  );
}

type Cards = readonly { readonly id: string; readonly name: string }[];

const nameIn = (cards: Cards, tool: string) => cards.find(({ id }) => id === tool)?.name;

/** The checks of a report are tools: they have the names of the menu, as their panels have. */
const namedAsInMenu = (report: ReadReport, cards: Cards): ReadReport => ({
  ...report,
  ...(report.checks && {
    checks: report.checks.map((check) => ({ ...check, title: nameIn(cards, check.id) ?? check.title })),
  }),
});

/** All expected parts in order, with those that have arrived. */
function expectedIn(target: string, draft: ReportDraft): readonly ShownPart[] {
  return expectedParts(target).map(({ tool }) => ({ tool, part: draft.find((part) => part.tool === tool) ?? null }));
}

const shownPart = (part: ReadReport['parts'][number]): ShownPart => ({ tool: part.tool, part });

const endedWords = (ended: number, all: number) =>
  `${ended} of ${counted(all, 'tool')} ${ended === 1 ? 'has' : 'have'} ended`;

const answeredWords = ({ parts }: ReadReport) =>
  `${parts.filter(hasAnswered).length} of ${counted(parts.length, 'tool')} answered`;
