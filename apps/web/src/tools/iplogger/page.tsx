import { Link } from 'wouter';
import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

type Explained = readonly { readonly name: string; readonly text: string }[];

const reasons: Explained = [
  {
    name: 'It takes data from people who did not agree',
    text: 'In the European Union an IP address can be personal data (Court of Justice, case C‑582/14). Recording it needs a reason that the law accepts, and curiosity is none.',
  },
  {
    name: 'It would record much that is wrong',
    text: 'Chat programs, mail scanners and search engines open links too. In a logger each of them looks like a visitor.',
  },
  {
    name: 'It would harm the other tools',
    text: 'Ad blockers and mail filters list the hosts of such links. Whatever else is on a listed host is blocked with them.',
  },
];

const knowledge: Explained = [
  {
    name: 'The address',
    text: 'Tells the provider’s network, and mostly the country. It does not tell a person, a street or a device: households, offices and whole mobile networks share one address, and behind a VPN, a proxy or Tor it is that service’s address.',
  },
  {
    name: 'The time',
    text: 'Tells when the link was fetched. It does not tell that a person did it: previews and scanners fetch links before anybody reads the message.',
  },
  {
    name: 'The browser and the system',
    text: 'What the program says of itself, which may be anything. Millions of devices say the same.',
  },
  {
    name: 'The languages',
    text: 'Those that the browser prefers. They tell neither where somebody is nor where somebody comes from.',
  },
  {
    name: 'The page with the link',
    text: 'Its site, where the browser passes that on. Most chat and mail programs pass nothing.',
  },
];

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <div className="prose">
        <h2 className="heading">Why it is not there yet</h2>
        <p>
          Most IP loggers are links or invisible pictures that record whoever opens them, without telling. Sonde will
          not do that, for three reasons.
        </p>
        <Explanations of={reasons} />
        <h2 className="heading">What a logger can know, and what it cannot</h2>
        <p>A link sees what every website sees of a connection. Each part of it tells less than it seems to.</p>
        <Explanations of={knowledge} />
        <h2 className="heading">How it could be done honestly</h2>
        <p>
          Sonde will ask first. You choose a purpose, such as support, and send an invitation. The page that it leads to
          says who asks, for what and until when, and lists exactly the values that would be stored. Two buttons of the
          same size follow: one shares them, one does not.
        </p>
        <p>
          Opening that page stores nothing, and you do not learn that it was opened. Whoever shares gets a copy and a
          link that deletes everything at once; after seven days at most it is deleted anyway. All of it stays off until
          the operator of the server turns it on, who answers for it.
        </p>
        <h2 className="heading">What works today</h2>
        <p>
          To help somebody with a connection, ask them to open <Link href="/">IP Tracker</Link>, to press «Use my
          address», and to send you what they see. They know what they send, and no link records them.{' '}
          <Link href="/ping">Ping</Link> shows whether their address can be reached from this server.
        </p>
      </div>
    </ComingSoon>
  );
}

/** Not a list: on this page only the planned features are one. */
function Explanations({ of }: { readonly of: Explained }) {
  return (
    <dl>
      {of.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
