import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { Snowflake } from '../ui/icons/lucide/snowflake.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';

const { Result: Kept } = lazyResult(
  () => import('./kept/kept-result.tsx'),
  'This page could not be loaded. Please check the connection.',
);

const MOMENT = '<p role="status">One moment…</p>';

/** The summary of the result that the server wrote for this address, shown before the script runs. */
const written =
  typeof document === 'undefined'
    ? null
    : { path: location.pathname, markup: document.getElementById('early')?.innerHTML ?? MOMENT };

/** Shown until the result is loaded. The server finds this element by its id and escapes what it writes into it. */
function Early({ path }: { readonly path: string }) {
  const markup = written?.path === path ? written.markup : MOMENT;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what was in the page already, and stays as it is
  return <div id="early" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** For search engines. */
export const description = 'A result as it was measured, kept under a link of its own.';

/** A kept result, at its own link. */
export function Page() {
  const [path] = useLocation();
  const id = path.replace(/^\/r\//, '');
  // One prerendered page serves all kept results, so the first render must not depend on the id.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const early = <Early path={path} />;
  return (
    <>
      <PageHeader icon={Snowflake} title="Kept result" subtitle="As it was measured, not updated since" />
      {isMounted ? <Kept key={id} id={id} early={early} fallback={early} /> : early}
    </>
  );
}
