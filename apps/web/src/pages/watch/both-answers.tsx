import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { formatUtc } from '@sonde/contract/text/format-utc';
import type { WatchAt } from '@sonde/contract/watch/watch';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useRef } from 'react';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { AnswerScopeContext } from '../../ui/layout/answer-scope.ts';
import { FrozenAnswer } from '../kept/frozen-part.tsx';
import frozenSheet from '../kept/kept.css?inline';
import { readSnapshot } from '../kept/read-snapshot.ts';
import sheet from './both-answers.css?inline';
import { useMarks } from './use-marks.ts';

adoptSheet(frozenSheet);
adoptSheet(sheet);

/** A state whose answer is kept. */
export interface KeptMoment extends WatchAt {
  readonly snapshot: string;
}
export type KeptMoments = readonly [KeptMoment, KeptMoment];

const sides = ['First', 'Second'] as const;
type Side = (typeof sides)[number];

/**
 * The whole answers of two moments as the pages of their tools show them, side by side where there is room. What differs
 * is marked.
 */
export function Result({ moments }: { readonly moments: KeptMoments }) {
  const [first, second] = moments;
  const kept = [useKept(first), useKept(second)] as const;
  const marked = useRef<HTMLElement>(null);
  useMarks(marked, first.facts, second.facts);
  const failed = kept.find(({ error }) => error !== null);
  if (failed !== undefined)
    return <ErrorBox message={textOf(failed.error)} onRetry={() => kept.forEach((one) => void one.refetch())} />;
  const [left, right] = kept.map(({ data }) => data?.kept.snapshot.parts);
  if (left === undefined || right === undefined) return <p role="status">One moment…</p>;
  return (
    <section className="both-answers" aria-label="Whole answers" ref={marked}>
      {pairsOf(left, right).map(({ tool, parts }) => (
        <div className="pair" key={tool}>
          {sides.map((side, index) => (
            <Moment key={side} side={side} tool={tool} from={moments[index]?.from ?? ''} part={parts[index]} />
          ))}
        </div>
      ))}
    </section>
  );
}

const useKept = ({ snapshot: id }: KeptMoment) =>
  useQuery(
    { queryKey: ['snapshot', id], queryFn: ({ signal }) => readSnapshot(id, signal), retry: false },
    queryClient,
  );

interface Pair {
  readonly tool: string;
  readonly parts: readonly [SnapshotPart | undefined, SnapshotPart | undefined];
}

/** The answers of each tool. Of a watch of a report, one moment may have answers of fewer tools. */
function pairsOf(left: readonly SnapshotPart[], right: readonly SnapshotPart[]): readonly Pair[] {
  const tools = [...new Set([...left, ...right].map(({ tool }) => tool))];
  const of = (parts: readonly SnapshotPart[], tool: string) => parts.find((part) => part.tool === tool);
  return tools.map((tool) => ({ tool, parts: [of(left, tool), of(right, tool)] }));
}

interface MomentProps {
  readonly side: Side;
  readonly tool: string;
  /** Since when it was so, ISO 8601 in UTC. */
  readonly from: string;
  readonly part: SnapshotPart | undefined;
}

function Moment({ side, tool, from, part }: MomentProps) {
  const card = useContext(ToolsContext).find(({ id }) => id === tool);
  const Icon = card?.icon;
  const title = `${side}: ${card?.name ?? tool}, ${formatUtc(from)}`;
  const anchor = `${side.toLowerCase()}-${tool}`;
  const scope = useMemo(() => ({ id: `${anchor}-title`, name: title, isBeside: true }) as const, [anchor, title]);
  return (
    <section className="whole-answer moment" aria-labelledby={scope.id}>
      <h2 id={scope.id}>
        {Icon && <Icon className="i" />}
        {title}
      </h2>
      <AnswerScopeContext value={scope}>
        {part === undefined ? (
          <p className="status">No answer of this tool is kept as of this moment.</p>
        ) : (
          <FrozenAnswer part={part} />
        )}
      </AnswerScopeContext>
    </section>
  );
}
