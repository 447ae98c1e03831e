import { ListChecks } from '../ui/icons/lucide/list-checks.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { lazyReader, ReaderBody } from './reader-body.tsx';

const ListChecker = lazyReader(async () => (await import('./lists/list-checker.tsx')).ListChecker);

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
