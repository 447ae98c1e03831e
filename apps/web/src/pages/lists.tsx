import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { ListChecks } from '../ui/icons/lucide/list-checks.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ReaderBody } from './reader-body.tsx';

const { Result: ListChecker } = lazyResult<object>(
  () => import('./lists/list-checker.tsx').then((chunk) => ({ Result: chunk.ListChecker })),
  'This page could not be loaded completely. Please check the connection.',
);

/** For search engines. */
export const description = 'Check many targets with one tool.';

export function Page() {
  return (
    <>
      <PageHeader icon={ListChecks} title="Lists" subtitle="Check many names or addresses with one tool" />
      <ReaderBody Reader={ListChecker} />
    </>
  );
}
