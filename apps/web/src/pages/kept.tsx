import { Snowflake } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';

const { Result: Kept } = lazyResult(
  () => import('./kept/kept-result.tsx'),
  'This page could not be loaded. Please check the connection.',
);

const moment = <p role="status">One moment…</p>;

/** A result as it was kept, under a link of its own. */
export function Page() {
  const [path] = useLocation();
  const id = path.replace(/^\/r\//, '');
  // One page is prerendered for all of them: the first render must not know which it is.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <>
      <PageHeader icon={Snowflake} title="Kept result" subtitle="As it was measured, and not since" />
      <Suspense fallback={moment}>{isMounted ? <Kept key={id} id={id} /> : moment}</Suspense>
    </>
  );
}
