// In this folder: the text of the privacy policy.
import { lazy, type ReactNode, Suspense } from 'react';

/**
 * The prerendered page contains the text, and React leaves it alone until the chunk is loaded at the visitor's first
 * press; after that the page may be left and visited again. Outside of that page the chunk is loaded at once.
 */
const PrivacyInstallation = lazy(async () => {
  if (!import.meta.env.SSR && document.getElementById('installation') !== null) await firstPress();
  return import('./privacy-installation.tsx').then(
    (chunk) => ({ default: chunk.PrivacyInstallation }),
    () => ({ default: NotLoaded }),
  );
});

function firstPress(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['pointerdown', 'keydown', 'click', 'popstate']) {
      addEventListener(type, () => resolve(), { once: true, passive: true });
    }
  });
}

function NotLoaded() {
  return (
    <p>
      What this installation does could not be loaded. <a href="/privacy-policy">Load the page again</a>
    </p>
  );
}

export interface PolicySection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/**
 * The sections of the policy. Titles and facts come from the specification, the wording is ours. The operator's
 * settings are described under the use of data.
 */
export function privacySections(brand: string, email: string): readonly PolicySection[] {
  return [
    {
      id: 'introduction',
      title: 'Introduction',
      body: (
        <p>
          {brand} offers tools that look up domains, addresses and networks. This page explains in plain words what is
          collected when you use them, what it is used for, and whom to ask about it. By using the site you agree to it.
        </p>
      ),
    },
    { id: 'collection', title: 'Information Collection And Use', body: <Collection /> },
    { id: 'use', title: 'Use of Data', body: <Use /> },
    { id: 'security', title: 'Security Of Data', body: <Security /> },
    {
      id: 'children',
      title: "Children's Privacy",
      body: (
        <p>
          The site is not meant for anyone under the age of 18. We do not knowingly collect anything from children. If
          you are a parent or guardian and know that your child has given us data, write to us: we will delete them.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes To This Privacy Policy',
      body: (
        <p>
          When this policy changes, the new text appears on this page and the date at its top changes with it. A change
          applies from the moment it is published here, so please check this page from time to time.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact Us',
      body: (
        <p>
          Questions about this policy, or about the data we hold on you, are answered by email:{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </p>
      ),
    },
  ];
}

function Collection() {
  return (
    <>
      <p>Most tools need only the name or address you type. Depending on what you use, we collect:</p>
      <ul>
        <li>your email address, when you create an account or write to us;</li>
        <li>your IP address, which reaches us with every request;</li>
        <li>your browser type, which your browser sends along;</li>
        <li>links created with the IP logger, and what they record;</li>
        <li>usage data: which pages are opened, when, and how long they take.</li>
      </ul>
      <p>
        Your browser keeps a few things for itself: that you accepted cookies, your choice of theme, and your recent
        lookups. You can clear them at any time.
      </p>
    </>
  );
}

function Use() {
  return (
    <>
      <p>The data are used to:</p>
      <ul>
        <li>answer your lookups and keep the service running;</li>
        <li>find faults, and see which parts are worth improving;</li>
        <li>stop abuse, such as floods of requests;</li>
        <li>sign you in and send you the mails you ask for, when you have an account;</li>
        <li>show advertisements, where the operator of this site has them, and only after you have accepted.</li>
      </ul>
      <p>
        While you are signed in, your lookups are kept in your account for 90 days so that you find them again; you can
        delete them, the targets you save and the account itself at any time. Without an account no lookup is kept,
        unless you ask for a link to it.
      </p>
      <p>A lookup contacts other servers on your behalf: name servers, registries, the host you enter.</p>
      <Suspense>
        <PrivacyInstallation />
      </Suspense>
    </>
  );
}

function Security() {
  return (
    <p>
      We protect the data we hold: connections are encrypted where the site is served over HTTPS, passwords are never
      stored as they are typed, and little is kept in the first place. Still, no way of sending or storing data is
      perfectly safe, and we cannot promise that ours is.
    </p>
  );
}
