// In this folder: the page of a kept result.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { AskError } from '../../browser/api/ask-error.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { documentTitle } from '../../browser/page/document-title.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Banner, KeptFoot } from './banner.tsx';
import { DeletePanel, revokeTokenOf } from './delete-panel.tsx';
import { FrozenPart } from './frozen-part.tsx';
import { type ReadSnapshot, readSnapshot } from './read-snapshot.ts';

export interface KeptResultProps {
  readonly id: string;
  /** Shown until the result is loaded. */
  readonly meanwhile: ReactNode;
  /** Called before the result, or why there is none, is painted. */
  onShown(): void;
}

/** Reads the snapshot and shows it; measures nothing. */
export function Result({ id, meanwhile, onShown }: KeptResultProps) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['snapshot', id],
      queryFn: ({ signal }) => readSnapshot(id, signal),
      retry: false,
      staleTime: 0,
      refetchOnMount: true,
    },
    queryClient,
  );
  const target = data?.kept.snapshot.target;
  useEffect(() => {
    if (target !== undefined) document.title = documentTitle('Kept result', visibleText(target));
  }, [target]);
  const [token] = useState(() => revokeTokenOf(location.hash));
  const [isDeleted, setDeleted] = useState(false);
  // A report is large: rendering it must not block scrolling.
  const shown = useDeferredValue(data);
  const isOver = error !== null || shown !== undefined;
  useLayoutEffect(() => {
    if (isOver) onShown();
  }, [isOver, onShown]);
  if (isDeleted) return <p className="status">This page has been deleted.</p>;
  if (error !== null) return <ErrorBox message={textOf(error)} {...(!isGone(error) && { onRetry: () => refetch() })} />;
  if (shown === undefined) return meanwhile;
  return (
    <>
      {token !== null && <DeletePanel id={id} token={token} onDeleted={() => setDeleted(true)} />}
      <Banner kept={shown.kept} />
      <Kept {...shown} />
      <KeptFoot kept={shown.kept} />
    </>
  );
}

function Kept({ kept: { snapshot }, report }: ReadSnapshot) {
  if (report !== null) return <report.Shown composed={report.composed} parts={snapshot.parts} />;
  // biome-ignore lint/suspicious/noArrayIndexKey: the result of one call may be there twice
  return snapshot.parts.map((part, index) => <FrozenPart key={index} part={part} />);
}

/** Another try would not find it either. */
const isGone = (error: unknown): boolean => error instanceof AskError && error.failure?.code === 'not-found';
