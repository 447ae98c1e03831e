import { Server } from '../ui/icons/lucide/server.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { lazyReader, ReaderBody } from './reader-body.tsx';

const DataSets = lazyReader(async () => (await import('./data/data-sets-panel.tsx')).DataSetsPanel);

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
