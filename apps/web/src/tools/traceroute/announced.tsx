import { Link } from 'wouter';
import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

/** For search engines. */
export const description = 'Distributed traceroute: announced, not available yet.';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <p>
        A traceroute shows the routers between two hosts and the round-trip time to each of them. Until it is available,
        Ping tells whether a host replies, and how fast.
      </p>
      <p>
        <Link href="/ping">Use Ping</Link>
      </p>
    </ComingSoon>
  );
}
