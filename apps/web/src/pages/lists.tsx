import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { keptLookup } from '../browser/accounts/kept-lookup.ts';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { ListChecks } from '../ui/icons/lucide/list-checks.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { lazyReader, ReaderBody } from './reader-body.tsx';

const ListChecker = lazyReader(async () => (await import('./lists/list-checker.tsx')).ListChecker);
const { Result: ListedAnswer } = lazyResult(
  () => import('./kept/listed-answer.tsx'),
  'This answer could not be loaded. Please check the connection.',
);

const CHECKER = 'Check many names or addresses with one tool';
const ANSWER = 'One answer of a list of your account';

/** For search engines. */
export const description = 'Check many targets with one tool.';

/** Checks a list; or shows the answer of one lookup of a list of the account, if the address names it. */
export function Page() {
  const search = useSearch();
  // The page is prerendered without what the address asks for.
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  const lookup = isInBrowser ? keptLookup(search) : null;
  return (
    <>
      <PageHeader icon={ListChecks} title="Lists" subtitle={lookup === null ? CHECKER : ANSWER} />
      {lookup === null ? (
        <ReaderBody Reader={ListChecker} />
      ) : (
        <ListedAnswer key={search} lookup={lookup} fallback={<p role="status">One moment…</p>} />
      )}
    </>
  );
}
