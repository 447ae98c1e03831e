import { Link } from 'wouter';
import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

/** For search engines. */
export const description = 'Advanced IP logging and tracking: announced, not available yet.';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <div className="prose">
        <p>
          This tool does not work yet: there is no link to create, and this page records nobody. When it comes, it will
          ask first. The page behind its link will say who asks, why, and what would be stored, and nothing will be
          stored without a yes.
        </p>
        <h2 className="heading">What works today</h2>
        <p>
          To help somebody with a connection, ask them to open <Link href="/">IP Tracker</Link>, to press “Use my
          address”, and to send you what they see. <Link href="/ping">Ping</Link> shows whether their address can be
          reached from this server. An address shows the provider’s network and usually the country; it does not
          identify a person, a street or a device.
        </p>
      </div>
    </ComingSoon>
  );
}
