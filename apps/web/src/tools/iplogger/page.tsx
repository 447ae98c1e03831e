import { Link } from 'wouter';
import { ComingSoon } from '../screens/coming-soon.tsx';
import type { PageProps } from '../screens/screen-card.ts';

type Explained = readonly { readonly name: string; readonly text: string }[];

const reasons: Explained = [
  {
    name: 'It takes data from people who did not agree',
    text: 'In the European Union, an IP address can be personal data (Court of Justice, case C‑582/14). Recording it needs a legal basis, and curiosity is not one.',
  },
  {
    name: 'It would record much that is wrong',
    text: 'Chat programs, mail scanners and search engines also open links. In a logger, each of them looks like a visitor.',
  },
  {
    name: 'It would harm the other tools',
    text: 'Ad blockers and mail filters block the hosts of such links, with everything else on these hosts.',
  },
];

const knowledge: Explained = [
  {
    name: 'The address',
    text: 'Shows the provider’s network, and usually the country. It does not identify a person, a street or a device: households, offices and whole mobile networks share one address, and with a VPN, a proxy or Tor it is that service’s address.',
  },
  {
    name: 'The time',
    text: 'Shows when the link was fetched, but not whether a person did it: previews and scanners fetch links before anybody reads the message.',
  },
  {
    name: 'The browser and the system',
    text: 'What the program reports about itself, which may be anything. Millions of devices report the same.',
  },
  {
    name: 'The languages',
    text: 'The languages that the browser prefers. They show neither where somebody is nor where somebody comes from.',
  },
  {
    name: 'The page with the link',
    text: 'The site with the link, if the browser sends it. Most chat and mail programs send nothing.',
  },
];

export function Page({ screen }: PageProps) {
  return (
    <ComingSoon screen={screen}>
      <div className="prose">
        <h2 className="heading">Why it is not available yet</h2>
        <p>
          Most IP loggers are links or invisible images that secretly record everyone who opens them. Sonde will not do
          that, for three reasons.
        </p>
        <Explanations of={reasons} />
        <h2 className="heading">What a logger can know, and what it cannot</h2>
        <p>A link shows what every website sees of a connection. Each part of it reveals less than it seems to.</p>
        <Explanations of={knowledge} />
        <h2 className="heading">How it could be done honestly</h2>
        <p>
          Sonde will ask first. You choose a purpose, such as support, and send an invitation. The page that it leads to
          says who asks, why and for how long, and lists exactly the values that would be stored. Two buttons of the
          same size follow: one shares the values, the other does not.
        </p>
        <p>
          Opening that page stores nothing, and you do not learn that it was opened. A person who shares the values gets
          a copy and a link that deletes everything at once. After seven days at most, everything is deleted anyway. All
          of this stays off until the operator of the server turns it on and takes responsibility for it.
        </p>
        <h2 className="heading">What works today</h2>
        <p>
          To help somebody with a connection, ask them to open <Link href="/">IP Tracker</Link>, to press “Use my
          address”, and to send you what they see. They know what they send, and no link records them.{' '}
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
