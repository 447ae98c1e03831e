import { LayoutDashboard } from 'lucide-react';
import { use } from 'react';
import { Link } from 'wouter';
import { lookupLink } from '../shell/lookup-link.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { useRecentLookups } from '../ui/recent-store.ts';
import { ToolsContext } from '../ui/tools-context.ts';

export function Page() {
  return (
    <>
      <PageHeader icon={LayoutDashboard} title="Dashboard" subtitle="Your account and this browser's lookups" />
      <div className="grid">
        <Panel title="Account">
          <p className="status">
            You are not signed in. <Link href="/login">Sign in</Link>
          </p>
        </Panel>
        <Panel title="Recent lookups">
          <RecentList />
        </Panel>
      </div>
    </>
  );
}

function RecentList() {
  const screens = use(ToolsContext);
  const lookups = useRecentLookups().flatMap(({ tool, target }) => {
    const screen = screens.find(({ id }) => id === tool);
    const href = screen && lookupLink(screen, target);
    return screen && href ? [{ screen, target, href }] : [];
  });
  if (lookups.length === 0) return <p className="status">Nothing has been looked up in this browser yet.</p>;
  return (
    <ul className="list">
      {lookups.map(({ screen, target, href }) => (
        <li key={href}>
          <Link href={href}>{target}</Link>
          <span>{screen.name}</span>
        </li>
      ))}
    </ul>
  );
}
