import { Server } from '../ui/icons/lucide/server.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { DataSetsPanel } from './data/data-sets-panel.tsx';

export function Page() {
  return (
    <>
      <PageHeader
        icon={Server}
        title="Data on this server"
        subtitle="Where answers do not come from the network: what they are judged with, and how old it is"
      />
      <div className="grid">
        <DataSetsPanel />
      </div>
    </>
  );
}
