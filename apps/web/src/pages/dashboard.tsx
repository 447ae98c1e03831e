import { useContext } from 'react';
import { Link } from 'wouter';
import { useAuth } from '../browser/accounts/auth.ts';
import { useRecentLookups } from '../browser/storage/recent-lookups.ts';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { lookupLink } from '../tools/screens/lookup-link.ts';
import { ToolsContext } from '../tools/screens/screens-context.ts';
import { ErrorBox } from '../ui/feedback/error-box.tsx';
import { LayoutDashboard } from '../ui/icons/lucide/layout-dashboard.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { bothSpellings } from '../ui/other-spelling.ts';

const { Result: Account } = lazyResult(
  () => import('./dashboard/account.tsx'),
  'Your account could not be loaded. Please check the connection.',
);

/** For search engines. */
export const description = 'Your account and the lookups this browser remembers.';

/** The account of the signed-in person; for everyone else, the lookups that this browser remembers. */
export function Page() {
  const { user, isLoading, problem } = useAuth();
  return (
    <>
      <PageHeader icon={LayoutDashboard} title="Dashboard" subtitle={user?.email ?? 'Your account and your lookups'} />
      {isLoading && <p role="status">One moment…</p>}
      {problem !== null && <ErrorBox message={problem} onRetry={() => location.reload()} />}
      {user !== null && <Account user={user} fallback={<p role="status">One moment…</p>} />}
      {user === null && !isLoading && <SignedOut />}
    </>
  );
}

function SignedOut() {
  return (
    <div className="grid await-session">
      <Panel title="Account">
        <p className="status">
          You are not signed in. <Link href="/login">Sign in</Link>
        </p>
      </Panel>
      <Panel title="Recent lookups">
        <RecentList />
      </Panel>
    </div>
  );
}

function RecentList() {
  const screens = useContext(ToolsContext);
  const lookups = useRecentLookups().flatMap(({ tool, target }) => {
    const screen = screens.find(({ id }) => id === tool);
    const href = screen && lookupLink(screen, target);
    return screen && href ? [{ screen, target, href }] : [];
  });
  if (lookups.length === 0) return <p className="status">No lookups in this browser yet.</p>;
  return (
    <ul className="list">
      {lookups.map(({ screen, target, href }) => (
        <li key={href}>
          <Link href={href}>{bothSpellings(target)}</Link>
          <span className="tool">{screen.name}</span>
        </li>
      ))}
    </ul>
  );
}
