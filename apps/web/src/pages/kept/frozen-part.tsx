import { readerOf } from '@sonde/contract';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { derivedTables } from '@sonde/contract/table/derived-tables';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../../browser/api/query-client.ts';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { ArrowRightLeft } from '../../ui/icons/lucide/arrow-right-left.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { frozenQuery } from './frozen-answers.ts';
import { FrozenFrame } from './frozen-frame.tsx';

const SinceThen = lazy(() => import('./since-then.tsx').then(({ SinceThen: Loaded }) => ({ default: Loaded })));

/** One result of a snapshot, shown by the components of its tool, and on request what has changed since. */
export function FrozenPart({ part }: { readonly part: SnapshotPart }) {
  const [isComparing, setComparing] = useState(false);
  const stop = () => setComparing(false);
  return (
    <>
      <div className="compare">
        <span>{withheldWords(part)}</span>
        {part.outcome._data !== null && !isComparing && (
          <button className="btn" type="button" onClick={() => setComparing(true)}>
            <ArrowRightLeft className="i" />
            Compare with now
          </button>
        )}
      </div>
      {isComparing && (
        <Suspense fallback={<StatusLine text="Measuring again to compare..." onCancel={stop} />}>
          <SinceThen part={part} onCancel={stop} />
        </Suspense>
      )}
      <FrozenAnswer part={part} />
    </>
  );
}

function withheldWords({ withheld }: SnapshotPart): string {
  return withheld.length === 0 ? '' : 'Contacts were left out, and the servers’ original texts, which repeat them.';
}

/** One result of a snapshot as it was measured. */
export function FrozenAnswer({ part }: { readonly part: SnapshotPart }) {
  const { outcome, tool } = part;
  const { data: shown, error, refetch } = useQuery(frozenQuery(tool), queryClient);
  const contract = shown?.contract ?? null;
  const read = useMemo(
    () => (contract === null ? null : readerOf(contract.answer).safeParse(outcome._data)),
    [contract, outcome],
  );
  const screen = useContext(ToolsContext).find(({ id }) => id === tool);
  const [, go] = useLocation();
  const onAgain = () => go((screen && lookupLink(screen, part.target)) ?? '/');
  if (outcome._data === null) return <Failed part={part} />;
  if (error !== null)
    return (
      <ErrorBox message="This result could not be loaded. Please check the connection." onRetry={() => refetch()} />
    );
  if (shown === undefined) return <p role="status">One moment…</p>;
  if (shown === null || !read?.success) return <Tables answer={outcome._data} />;
  return (
    <FrozenFrame measuredAt={part.measuredAt}>
      <shown.Frozen data={read.data} target={part.target} onAgain={onAgain} />
    </FrozenFrame>
  );
}

/** A failed lookup can be kept as well. */
function Failed({ part: { tool, target, outcome } }: { readonly part: SnapshotPart }) {
  return (
    <div className="grid">
      <Panel title={`${tool} ${visibleText(target)}`}>
        <p className="status">{visibleText(outcome.message)}</p>
      </Panel>
    </div>
  );
}

/** For answers that no screen of this version can read. */
function Tables({ answer }: { readonly answer: Readonly<Record<string, unknown>> }) {
  return (
    <div className="grid">
      {derivedTables(answer).map(({ title, columns, rows }) => (
        <Panel key={title} title={title} count={rows.length}>
          <RecordTable label={title} titles={columns} rows={rows} />
        </Panel>
      ))}
    </div>
  );
}
