import { Link } from 'wouter';
import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <div className="prose">
        <h2 className="heading">What it will not do</h2>
        <p>
          Most IP loggers are links or invisible pictures that record whoever opens them, without telling. An IP address
          is personal data, so Sonde will ask first: the page that you send to somebody will list the connection details
          it would record, and store nothing until that person agrees.
        </p>
        <h2 className="heading">What an IP address can tell</h2>
        <p>
          It names the provider’s network, and often the region. It does not name a person, a street or a device, and
          several people may share it. Chat programs and mail scanners open links as well, so that many visits recorded
          by a logger are not people at all.
        </p>
        <h2 className="heading">What works today</h2>
        <p>
          <Link href="/">IP Tracker</Link> shows your own address, and what is known of any other.
        </p>
      </div>
    </ComingSoon>
  );
}
