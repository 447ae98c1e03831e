/*
 * What an installation does with the data of its visitors: the list from which the privacy page is made. The texts are the
 * same everywhere; `Installation` holds what only the configuration of a server can tell, and is filled in when it starts.
 */

/** A service that an installation may contact. */
export interface OutgoingService {
  readonly title: string;
  /**
   * `server`: this server sends the request in place of the visitor. `browser`: the visitor's own address is visible to the
   * service.
   */
  readonly asker: 'server' | 'browser';
  /** What is sent to the service, and when. */
  readonly sent: string;
}

/** Every service that the code may contact. A service missing from this list must not be contacted. */
export const outgoingServices = {
  targets: {
    title: 'What you look up',
    asker: 'server',
    sent: 'TLS connections, pings, packets that trace the route, DNS questions to a server that you name, connections to its mail servers, requests for what it publishes about its mail, and requests for a transfer of the zone, as the tool needs them.',
  },
  resolvers: {
    title: 'DNS resolvers',
    asker: 'server',
    sent: 'the names that you look up, and those that a lookup leads to.',
  },
  publicResolvers: {
    title: 'Public DNS resolvers',
    asker: 'server',
    sent: 'a name and a record type, when you ask public resolvers for them.',
  },
  nameServers: {
    title: 'Name servers',
    asker: 'server',
    sent: 'the domain whose delegation you check: every name server on the way from the DNS root to it is asked.',
  },
  whois: {
    title: 'WHOIS',
    asker: 'server',
    sent: 'the domain, address or AS number whose registration you look up.',
  },
  rdap: {
    title: 'RDAP',
    asker: 'server',
    sent: 'the same, to the registry. The lists are fetched once a day, whatever is looked up.',
  },
  certificateAuthorities: {
    title: 'Certificate authorities',
    asker: 'server',
    sent: 'the serial numbers of certificates that you check, to learn whether they are revoked, unless you switch that off.',
  },
  blocklists: {
    title: 'Blocklists',
    asker: 'server',
    sent: 'the domain whose mail you check and the addresses of its mail servers, through the resolvers.',
  },
  certificateLogs: {
    title: 'Certificate logs',
    asker: 'server',
    sent: 'the domain below which you search for names.',
  },
  geolocation: {
    title: 'Geolocation service',
    asker: 'server',
    sent: 'the address that you look up. Databases on this server need nobody.',
  },
  connectionTest: {
    title: 'Test of the connection',
    asker: 'server',
    sent: 'nothing of yours: a few pings and a connection after the start, and again as long as they fail.',
  },
  mail: {
    title: 'Mail server',
    asker: 'server',
    sent: 'your email address and a link, when you ask for a new password.',
  },
  identityKeys: {
    title: 'Keys of the sign-in provider',
    asker: 'server',
    sent: 'nothing of yours: public keys are fetched, to check who has signed in.',
  },
  signIn: {
    title: 'Sign-in provider',
    asker: 'browser',
    sent: 'your email address and password, when you sign in.',
  },
  googleMaps: {
    title: 'Google Maps',
    asker: 'browser',
    sent: 'the part of the map that you look at, after you have accepted cookies.',
  },
  mapTiles: {
    title: 'Map tiles',
    asker: 'browser',
    sent: 'the part of the map that you look at and the name of this site, after you have accepted cookies.',
  },
  advertisements: {
    title: 'Advertisements',
    asker: 'browser',
    sent: 'what their own pages and scripts collect, after you have accepted cookies.',
  },
} as const satisfies Readonly<Record<string, OutgoingService>>;

export type OutgoingServiceId = keyof typeof outgoingServices;

/** What is stored, by the settings that affect it. */
export const keptFacts = [
  'answersIn',
  'allowancesIn',
  'allowancesFor',
  'logged',
  'accountsIn',
  'historyIn',
  'historyFor',
  'snapshotsFor',
  'sessionFor',
  'resetLink',
] as const;
export type KeptFact = (typeof keptFacts)[number];

/** Plain texts, as inserted into the sentences of the page. */
export interface Installation {
  /** The hosts or addresses contacted, or a statement that there are none. */
  readonly asked: Readonly<Record<OutgoingServiceId, string>>;
  readonly kept: Readonly<Record<KeptFact, string>>;
}

/**
 * Builds an installation whose texts come from `textOf`, called with the name of each place: `asked-whois`,
 * `kept-answersIn` …
 */
export function installationOf(textOf: (place: string) => string): Installation {
  const texts = (group: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, textOf(`${group}-${name}`)]));
  return {
    asked: texts('asked', Object.keys(outgoingServices)),
    kept: texts('kept', keptFacts),
  } as unknown as Installation;
}
