// In this folder: the dashboard of a signed-in person.
import { useEffect } from 'react';
import { clearAccountData } from '../../browser/accounts/account-data.ts';
import type { User } from '../../browser/accounts/identity-provider.ts';
import { AccountPanel } from './account-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { ImportLookupsPanel } from './import-lookups-panel.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import { TargetsPanel } from './targets-panel.tsx';

/** Everything that an account keeps, and what its owner can do with it. */
export function Result({ user }: { readonly user: User }) {
  // The next person who signs in here must not see it, not even briefly.
  useEffect(() => clearAccountData, []);
  return (
    <div className="grid">
      <ImportLookupsPanel />
      <HistoryPanel />
      <TargetsPanel />
      <SnapshotsPanel />
      <AccountPanel user={user} />
    </div>
  );
}
