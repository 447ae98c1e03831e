import { installationOf, type OutgoingService, outgoingServices } from '@sonde/contract/installation';
import { Link } from 'wouter';
import { siteConfig } from '../../browser/site-config.ts';

/** Placeholders in the prerendered page, which the server fills in. */
const installation =
  siteConfig.installation ??
  installationOf((place) =>
    import.meta.env.SSR && import.meta.env.PROD ? `%SONDE_${place}%` : 'unknown: the server has not sent it',
  );

/**
 * What this installation does, derived from its configuration: which services it contacts, what it stores, and what it
 * does not collect.
 */
export function PrivacyInstallation() {
  return (
    <section aria-labelledby="installation">
      <h3 id="installation">What this installation does</h3>
      <p>The server generates this part from its configuration when it starts.</p>
      <p>
        <Link href="/data">The data on this server</Link>: where it comes from, and how old it is.
      </p>
      <h4>Services that the server contacts for you</h4>
      <p>They see the address of this server and the query, not your address.</p>
      <Services asker="server" />
      <h4>Services that your browser contacts</h4>
      <p>Only this server, unless one of these is in use. They see your address.</p>
      <Services asker="browser" />
      <h4>What is kept, and for how long</h4>
      <Kept />
      <h4>What is not collected</h4>
      <NotCollected />
    </section>
  );
}

/** Texts with values are one piece each: between two pieces, React writes a comment into the page. */
function Services({ asker }: Pick<OutgoingService, 'asker'>) {
  const { asked } = installation;
  const ids = (Object.keys(outgoingServices) as (keyof typeof outgoingServices)[]).filter(
    (id) => outgoingServices[id].asker === asker,
  );
  return (
    <ul className="facts">
      {ids.map((id) => (
        <li key={id}>
          <strong>{outgoingServices[id].title}</strong>
          {` (${asked[id]}): ${outgoingServices[id].sent}`}
        </li>
      ))}
    </ul>
  );
}

function Kept() {
  const { kept } = installation;
  return (
    <ul className="facts">
      <li>
        <strong>Answers</strong>
        {`, without your identity: in ${kept.answersIn}, for an hour at most, so that the same lookup need not run twice.`}
      </li>
      <li>
        <strong>Recently contacted targets</strong>
        {`, without your identity: in ${kept.answersIn}, searched domains for about ten minutes and addresses of checked servers for half a minute, so that nobody can use this server to overload them.`}
      </li>
      <li>
        <strong>Your network</strong>
        {`, an IPv4 address or the first half of an IPv6 address: in ${kept.allowancesIn}, to count requests, for ${kept.allowancesFor}; attempts to sign in, to sign up or to set a password, for an hour at most.`}
      </li>
      <li>
        <strong>The log</strong>
        {`: for every request its time, page or tool, status and duration, and your address cut to a network (IPv4 to /24, IPv6 to /48), for as long as the operator keeps it. ${kept.logged}`}
      </li>
      <li>
        <strong>Your account</strong>
        {`, when you have one: your email address and a hash of your password, in ${kept.accountsIn}, until you delete it. You stay signed in for ${kept.sessionFor}. ${kept.resetLink}`}
      </li>
      <li>
        <strong>Your history and saved targets</strong>
        {`, when you are signed in: in ${kept.historyIn}, lookups for ${kept.historyFor}, targets until you delete them.`}
      </li>
      <li>
        <strong>Results that you keep</strong>
        {` ${kept.snapshotsFor} They are in ${kept.historyIn}; your network is counted for a day, to limit how many one visitor keeps.`}
      </li>
      <li>
        <strong>In your browser</strong>: your theme, that you accepted cookies, and recent lookups, until you clear
        them. Until you accept cookies, recent lookups last only as long as the tab is open. When you sign in, a session
        cookie, and a cookie that lasts for 400 days: it shows this server that somebody has signed in with this browser
        before, so that nobody can lock you out by guessing your password.
      </li>
    </ul>
  );
}

function NotCollected() {
  return (
    <ul className="facts">
      <li>no visitor statistics, no profile, no browser fingerprint;</li>
      <li>no cookies until you sign in;</li>
      <li>no script, font or image from another host, except those named above;</li>
      <li>no record of who looked up what, unless you are signed in.</li>
    </ul>
  );
}
