// In this folder: the dashboard of a signed-in person.
import { useEffect } from 'react';
import { clearAccountData } from '../../browser/accounts/account-data.ts';
import type { User } from '../../browser/accounts/identity-provider.ts';
import { lazyResult } from '../../tools/lookup/lazy-result.tsx';
import { Chip } from '../../ui/forms/chip.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { panelAnchor } from '../../ui/layout/region-names.ts';
import { AccountPanel } from './account-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { ImportLookupsPanel } from './import-lookups-panel.tsx';
import { adoptMemberSheets } from './member-sheets.ts';
import { SnapshotsPanel } from './snapshots-panel.tsx';
import { TargetsPanel } from './targets-panel.tsx';

const { Result: ListsPanel } = lazyResult(
  () => import('./lists/lists-panel.tsx'),
  'Your lists could not be loaded. Please check the connection.',
);
const { Result: TokensPanel } = lazyResult(
  () => import('./tokens/tokens-panel.tsx'),
  'Your tokens could not be loaded. Please check the connection.',
);

adoptMemberSheets();

/** The panels, in their order. */
const titles = ['History', 'Saved targets', 'Kept results', 'Lists', 'API tokens', 'Account'];

/** Everything that an account stores, and what its owner can do with it. */
export function Result({ user }: { readonly user: User }) {
  // The next person who signs in here must not see this data, not even briefly.
  useEffect(() => clearAccountData, []);
  return (
    <div className="grid">
      <nav className="jump" aria-label="On this page">
        {titles.map((title) => (
          <Chip key={title} href={`#${panelAnchor(title)}`}>
            {title}
          </Chip>
        ))}
      </nav>
      <ImportLookupsPanel />
      <HistoryPanel />
      <TargetsPanel />
      <SnapshotsPanel />
      <ListsPanel fallback={<Loading title="Lists" />} />
      <TokensPanel fallback={<Loading title="API tokens" />} />
      <AccountPanel user={user} />
    </div>
  );
}

function Loading({ title }: { readonly title: string }) {
  return (
    <Panel title={title}>
      <p className="status">One moment…</p>
    </Panel>
  );
}
