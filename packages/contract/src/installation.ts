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
    sent: 'TLS connections, requests for web pages, pings, packets that trace the route, DNS queries to a server that you name, connections to its mail servers, requests for its published mail policies, and zone transfer requests, depending on the tool.',
  },
  resolvers: {
    title: 'DNS resolvers',
    asker: 'server',
    sent: 'the names that you look up, and those that a lookup leads to.',
  },
  publicResolvers: {
    title: 'Public DNS resolvers',
    asker: 'server',
    sent: 'a name and a record type, when you query public resolvers.',
  },
  nameServers: {
    title: 'Name servers',
    asker: 'server',
    sent: 'the domain whose delegation you check. Every name server from the DNS root down to the domain is queried.',
  },
  whois: {
    title: 'WHOIS',
    asker: 'server',
    sent: 'the domain, address or AS number whose registration you look up.',
  },
  rdap: {
    title: 'RDAP',
    asker: 'server',
    sent: 'the same, to the registry. The lists of registries are fetched once a day, regardless of lookups.',
  },
  certificateAuthorities: {
    title: 'Certificate authorities',
    asker: 'server',
    sent: 'the serial numbers of certificates that you check, to find out whether they are revoked, unless you turn this off.',
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
    sent: 'the address that you look up. Databases on this server send nothing.',
  },
  connectionTest: {
    title: 'Test of the connection',
    asker: 'server',
    sent: 'none of your data: a few pings and a connection when the server starts, repeated while they fail.',
  },
  dataSources: {
    title: 'Publishers of data',
    asker: 'server',
    sent: 'none of your data: lists of certificate logs, MAC addresses and places of networks are fetched regularly, regardless of lookups.',
  },
  mail: {
    title: 'Mail server',
    asker: 'server',
    sent: 'your email address and a link, when you ask for a new password.',
  },
  identityKeys: {
    title: 'Keys of the sign-in provider',
    asker: 'server',
    sent: 'none of your data: public keys are fetched to verify sign-ins.',
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
