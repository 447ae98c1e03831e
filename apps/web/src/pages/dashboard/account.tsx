import { useEffect } from 'react';
import type { User } from '../../auth/identity-provider.ts';
import { AccountPanel } from './account-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { forgetKept } from './kept.ts';
import { MoveInPanel } from './move-in-panel.tsx';
import { TargetsPanel } from './targets-panel.tsx';

/** Everything that is kept of one person, and what they can do with it. */
export function Result({ user }: { readonly user: User }) {
  // The next person to sign in here must not see it, however short.
  useEffect(() => forgetKept, []);
  return (
    <div className="grid">
      <MoveInPanel />
      <HistoryPanel />
      <TargetsPanel />
      <AccountPanel user={user} />
    </div>
  );
}
