import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { Snowflake } from '../ui/icons/lucide/snowflake.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ServerWritten } from './server-written.tsx';

const { Result: Kept } = lazyResult(
  () => import('./kept/kept-result.tsx'),
  'This page could not be loaded. Please check the connection.',
);

const MOMENT = '<p role="status">One moment…</p>';

/** For search engines. */
export const description = 'A result as it was measured, kept under a link of its own.';

/** A kept result, at its own link. */
export function Page() {
  const [path] = useLocation();
  const id = path.replace(/^\/r\//, '');
  // One prerendered page serves all kept results, so the first render must not depend on the id.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  // Its summary, shown until the result is loaded.
  const early = <ServerWritten path={path} otherwise={MOMENT} />;
  return (
    <>
      <PageHeader icon={Snowflake} title="Kept result" subtitle="As it was measured, not updated since" />
      {isMounted ? <Kept key={id} id={id} early={early} fallback={early} /> : early}
    </>
  );
}
