import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { Server } from '../ui/icons/lucide/server.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ReaderBody } from './reader-body.tsx';

const { Result: DataSets } = lazyResult<object>(
  () =>
    import('./data/data-sets-panel.tsx').then(({ DataSetsPanel }) => ({
      Result: () => (
        <div className="grid">
          <DataSetsPanel />
        </div>
      ),
    })),
  'This page could not be loaded completely. Please check the connection.',
);

/** For search engines. */
export const description = 'The data on this server: where it comes from, how old it is, and when it is renewed.';

export function Page() {
  return (
    <>
      <PageHeader
        icon={Server}
        title="Data on this server"
        subtitle="Where answers do not come from the network: what they are judged with, and how old it is"
      />
      <ReaderBody Reader={DataSets} />
    </>
  );
}
