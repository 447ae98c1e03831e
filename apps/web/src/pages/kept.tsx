import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { Snowflake } from '../ui/icons/lucide/snowflake.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { isWritten, ServerWritten } from './server-written.tsx';

const { Result: Kept } = lazyResult(
  () => import('./kept/kept-result.tsx'),
  'This page could not be loaded. Please check the connection.',
);

const MOMENT = 'One moment…';

/** For search engines. */
export const description = 'A result as it was measured, kept under a link of its own.';

/** A kept result, at its own link. */
export function Page() {
  const [path] = useLocation();
  return (
    <>
      <PageHeader icon={Snowflake} title="Kept result" subtitle="As it was measured, not updated since" />
      <KeptAt key={path} path={path} />
    </>
  );
}

/** The summary that the server wrote stays as it was painted until the result takes its place. */
function KeptAt({ path }: { readonly path: string }) {
  // One prerendered page serves all kept results, so the first render must not depend on the id.
  const [isMounted, setMounted] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => setMounted(true), []);
  const onShown = useCallback(() => setShown(true), []);
  const hasSummary = isWritten(path);
  const meanwhile = hasSummary ? null : <p role="status">{MOMENT}</p>;
  return (
    <>
      {(hasSummary ? !isShown : !isMounted) && (
        <ServerWritten path={path} otherwise={`<p role="status">${MOMENT}</p>`} />
      )}
      {isMounted && (
        <Kept id={path.replace(/^\/r\//, '')} meanwhile={meanwhile} onShown={onShown} fallback={meanwhile} />
      )}
    </>
  );
}
