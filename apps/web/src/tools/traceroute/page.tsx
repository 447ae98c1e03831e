import { Link } from 'wouter';
import { ComingSoon } from '../coming-soon.tsx';
import type { PageProps } from '../screen-card.ts';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <p>
        A traceroute shows the routers between two hosts, and how long the way to each of them takes. Whether a host
        answers at all, and how fast, Ping measures today.
      </p>
      <p>
        <Link href="/ping">Use Ping meanwhile</Link>
      </p>
    </ComingSoon>
  );
}
