// In this folder: the page of a kept result.
import { reportOfSnapshot } from '@sonde/contract/snapshots/report-of-snapshot';
import { KeptSnapshot, type Snapshot } from '@sonde/contract/snapshots/snapshot';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askApi } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { documentTitle } from '../../browser/page/document-title.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Banner } from './banner.tsx';
import { DeletePanel, revokeTokenOf } from './delete-panel.tsx';
import { FrozenPart } from './frozen-part.tsx';

/** Most of what is kept is a single result. */
const KeptReport = lazy(() => import('./kept-report.tsx').then(({ KeptReport: Loaded }) => ({ default: Loaded })));

/** Reads the snapshot; nothing is measured. */
export function Result({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['snapshot', id],
      queryFn: ({ signal }) => askApi(`/api/v2/snapshots/${encodeURIComponent(id)}`, KeptSnapshot, { signal }),
      retry: false,
      staleTime: 0,
      refetchOnMount: true,
    },
    queryClient,
  );
  const target = data?.snapshot.target;
  useEffect(() => {
    if (target !== undefined) document.title = documentTitle('Kept result', visibleText(target));
  }, [target]);
  const [token] = useState(() => revokeTokenOf(location.hash));
  const [isDeleted, setDeleted] = useState(false);
  if (isDeleted) return <p className="status">This page has been deleted.</p>;
  if (error !== null) return <ErrorBox message={textOf(error)} onRetry={() => refetch()} />;
  if (data === undefined) return <p role="status">One moment…</p>;
  return (
    <>
      {token !== null && <DeletePanel id={id} token={token} onDeleted={() => setDeleted(true)} />}
      <Banner kept={data} />
      <Kept snapshot={data.snapshot} />
    </>
  );
}

function Kept({ snapshot }: { readonly snapshot: Snapshot }) {
  const composed = reportOfSnapshot(snapshot);
  if (composed === null) {
    // biome-ignore lint/suspicious/noArrayIndexKey: the result of one call may be there twice
    return snapshot.parts.map((part, index) => <FrozenPart key={index} part={part} />);
  }
  return (
    <Suspense fallback={<p role="status">One moment…</p>}>
      <KeptReport composed={composed} parts={snapshot.parts} />
    </Suspense>
  );
}
