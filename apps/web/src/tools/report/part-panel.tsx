import { headlinesOf } from '@sonde/contract/answers/headlines';
import { failureWords, type ReadReportPart, readPart } from '@sonde/contract/report/read-part';
import { useContext } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { judgementInWords, judgementOf } from '../answer/judgement.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import sheet from './report.css?inline';
import { WholeAnswer } from './whole-answer.tsx';

adoptSheet(sheet);

/** One tool of a report. */
export interface ShownPart {
  readonly tool: string;
  /** Null until the part has finished. */
  readonly part: ReadReportPart | null;
}

export interface PartPanelProps extends ShownPart {
  readonly target: string;
  /** True while the report runs: every part has the same height, so that one that ends moves nothing. */
  readonly isAwaited: boolean;
}

/** One tool: its verdict and headlines, with a link to its whole answer. */
export function PartPanel({ tool, part, target, isAwaited }: PartPanelProps) {
  const card = useContext(ToolsContext).find(({ id }) => id === tool);
  const title = card?.name ?? tool;
  const judgement = part === null ? null : judgementIn(part);
  return (
    <Panel
      title={title}
      span={6}
      id={`part-${tool}`}
      note={judgement === null ? '\u00a0' : judgementInWords(judgement)}
      {...(card && { icon: card.icon })}
      actions={
        card && (
          <WholeAnswer tool={tool} target={target} className="btn" label={`Full answer of ${title}`}>
            Full answer
          </WholeAnswer>
        )
      }
    >
      <div className={isAwaited ? 'part awaited' : 'part'}>
        {part === null ? <SkeletonRows rows={3} /> : <PartBody part={part} />}
      </div>
    </Panel>
  );
}

function PartBody({ part }: { readonly part: ReadReportPart }) {
  const read = readPart(part);
  if (read.kind === 'failure') {
    const { lead, text } = failureWords(read);
    return (
      <p className="missing">
        {lead !== null && <strong>{lead}</strong>} {visibleText(text)}
      </p>
    );
  }
  const { id, answer } = read;
  const facts = headlinesOf(id, answer);
  const gaps = answer.gaps.map((gap) => gap.part).join(', ');
  return (
    <>
      {facts.length > 0 && <KeyValueList rows={facts} missing="Not available" />}
      {gaps !== '' && <p className="missing">Not measured: {visibleText(gaps)}</p>}
    </>
  );
}

function judgementIn(part: ReadReportPart) {
  const read = readPart(part);
  return read.kind === 'answer' ? judgementOf(read.answer) : null;
}
