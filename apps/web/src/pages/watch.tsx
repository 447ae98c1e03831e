import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../browser/accounts/auth.ts';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';
import { ErrorBox } from '../ui/feedback/error-box.tsx';
import { CalendarClock } from '../ui/icons/lucide/calendar-clock.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Panel } from '../ui/layout/panel.tsx';

const NOT_LOADED = 'Your watches could not be loaded. Please check the connection.';
const { Result: AllWatches } = lazyResult(() => import('./watch/all-watches.tsx'), NOT_LOADED);
const { Result: OneWatch } = lazyResult(() => import('./watch/one-watch.tsx'), NOT_LOADED);

/** For search engines. */
export const description = 'Be told when a name, a certificate or a registration changes, and see since when.';

/** The watches of the signed-in person, or one of them. */
export function Page() {
  const [path] = useLocation();
  const { user, isLoading, problem } = useAuth();
  const id = path.replace(/^\/watch\/?/, '');
  // One prerendered page serves all watches, so the first render must not depend on the id.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const moment = <p role="status">One moment…</p>;
  return (
    <>
      <PageHeader icon={CalendarClock} title="Watch" subtitle="Be told when something changes, and see since when" />
      {problem !== null && <ErrorBox message={problem} onRetry={() => location.reload()} />}
      {user === null && !isLoading && problem === null && <SignedOut />}
      {isLoading && moment}
      {user !== null && !isMounted && moment}
      {user !== null &&
        isMounted &&
        (id === '' ? <AllWatches fallback={moment} /> : <OneWatch key={id} id={id} fallback={moment} />)}
    </>
  );
}

function SignedOut() {
  return (
    <div className="grid await-session">
      <Panel title="Your watches">
        <p className="status">
          A watch measures a target again and again, and tells you what has changed: by mail, ntfy, a webhook or a feed.{' '}
          <Link href="/login">Sign in</Link> to watch something.
        </p>
      </Panel>
    </div>
  );
}
