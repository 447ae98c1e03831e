import { Snowflake } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';

const { Result: Kept } = lazyResult(
  () => import('./kept/kept-result.tsx'),
  'This page could not be loaded. Please check the connection.',
);

/** A result as it was kept, under a link of its own. */
export function Page() {
  const [path] = useLocation();
  const id = path.replace(/^\/r\//, '');
  return (
    <>
      <PageHeader icon={Snowflake} title="Kept result" subtitle="As it was measured, and not since" />
      <Suspense fallback={<p role="status">One moment…</p>}>
        <Kept key={id} id={id} />
      </Suspense>
    </>
  );
}
