import { readerOf, report } from '@sonde/contract';
import type { ReportData } from '@sonde/contract/report/report';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { memo, useCallback, useContext, useEffect, useMemo } from 'react';
import { keepInView } from '../../browser/page/keep-in-view.ts';
import { Report } from '../../tools/report/report.tsx';
import { AnswerAnchors } from '../../tools/report/whole-answer.tsx';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { AnswerScopeContext } from '../../ui/layout/answer-scope.ts';
import { FrozenFrame } from './frozen-frame.tsx';
import { FrozenPart } from './frozen-part.tsx';
import { useNeeded } from './use-needed.ts';

interface KeptReportProps {
  readonly composed: ReportData;
  readonly parts: readonly SnapshotPart[];
}

/** A kept report: the findings of all tools, why some have no answer, and then every whole answer. */
export function KeptReport({ composed, parts }: KeptReportProps) {
  const read = useMemo(() => readerOf(report.answer).safeParse(composed), [composed]);
  const answers = useMemo(() => parts.filter(({ outcome }) => outcome._data !== null), [parts]);
  const anchorIn = useCallback(
    (tool: string) => (answers.some((part) => part.tool === tool) ? anchorOf(tool) : null),
    [answers],
  );
  if (!read.success) return parts.map((part) => <WholePart key={part.key} part={part} isShown />);
  return (
    <>
      <FrozenFrame measuredAt={composed.checkedAt ?? null}>
        <AnswerAnchors value={anchorIn}>
          <Report target={composed.target} phase={{ is: 'done', data: read.data }} />
        </AnswerAnchors>
      </FrozenFrame>
      <WholeAnswers answers={answers} />
    </>
  );
}

/** By itself, so that one more answer does not render the findings again. */
function WholeAnswers({ answers }: { readonly answers: readonly SnapshotPart[] }) {
  const needed = useNeeded(answers.length);
  const isWhole = needed === answers.length;
  // The answers rendered above have moved the target of the fragment.
  useEffect(() => {
    const anchor = location.hash.slice(1);
    const target = isWhole && anchor.startsWith(ANCHOR) ? document.getElementById(anchor) : null;
    return target === null ? undefined : keepInView(target);
  }, [isWhole]);
  return answers.map((part, index) => <WholePart key={part.key} part={part} isShown={index < needed} />);
}

const ANCHOR = 'answer-';
const anchorOf = (tool: string) => ANCHOR + tool;

interface WholePartProps {
  readonly part: SnapshotPart;
  /** False: only the heading is rendered. */
  readonly isShown: boolean;
}

const WholePart = memo(({ part, isShown }: WholePartProps) => {
  const { tool } = part;
  const card = useContext(ToolsContext).find(({ id }) => id === tool);
  const Icon = card?.icon;
  const anchor = anchorOf(tool);
  const name = card?.name ?? tool;
  const scope = useMemo(() => ({ id: `${anchor}-title`, name }), [anchor, name]);
  return (
    <section className="whole-answer" id={anchor} aria-label={`Full answer of ${name}`}>
      <h2 id={scope.id}>
        {Icon && <Icon className="i" />}
        {name}
      </h2>
      {isShown && (
        <AnswerScopeContext value={scope}>
          <FrozenPart part={part} />
        </AnswerScopeContext>
      )}
    </section>
  );
});
