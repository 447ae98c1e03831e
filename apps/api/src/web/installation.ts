import { HISTORY_DAYS, MAX_HISTORY } from '@sonde/contract/account';
import { type Installation, installationOf, type KeptFact, type OutgoingServiceId } from '@sonde/contract/installation';
import { bundledResolvers } from '@sonde/probes';
import { RESET_MINUTES } from '../accounts/sign-in/members.ts';
import { SESSION_DAYS } from '../accounts/sign-in/sessions.ts';
import type { Config } from '../config.ts';
import { ROOT_SERVER_NAME } from '../reachability/check-reachability.ts';
import { FIREBASE_KEYS_URL } from '../stores/firebase-keys.ts';
import { adSources, googleMaps, identitySources, tileSource } from './site-sources.ts';

const NOBODY = 'not used here';

/** What the privacy page says about this installation. Names hosts only, since URLs may contain passwords and keys. */
export function describeInstallation(config: Config): Installation {
  const [asked, kept] = [whoIsAsked(config), whatIsKept(config)];
  const texts = new Map<string, string>([
    ...Object.entries(asked).map(([id, who]) => [`asked-${id}`, who.join(', ') || NOBODY] as const),
    ...Object.entries(kept).map(([fact, text]) => [`kept-${fact}`, text] as const),
  ]);
  return installationOf((place) => texts.get(place) ?? NOBODY);
}

function whoIsAsked(config: Config): Readonly<Record<OutgoingServiceId, readonly string[]>> {
  const { net, data, accounts, googleMapsKey, tileUrl } = config;
  const { firebase, smtpUrl } = accounts;
  return {
    targets: ['the host itself', 'and the name servers of the domain'],
    resolvers: net.resolvers.map(({ address }) => address),
    publicResolvers: (data.publicResolvers ?? bundledResolvers()).map(({ server }) => server.host),
    nameServers: [rootServers(data.rootHints), 'and every name server on the way to the domain'],
    whois: [data.whoisServer.host, 'and the registries and registrars that it refers to'],
    rdap: [hostOf(data.rdapBootstrapUrl), 'and the registries that its lists name'],
    certificateAuthorities: ['the responders and revocation lists that the certificates name'],
    blocklists: data.blocklists.map(({ zone }) => zone),
    certificateLogs: data.certificateSearches.map(({ url }) => hostOf(url)),
    geolocation: data.geoSources.includes('query') ? [hostOf(data.geoQueryUrl)] : [],
    connectionTest: config.hasSelfTest ? [ROOT_SERVER_NAME, hostOf(data.rdapBootstrapUrl)] : [],
    dataSources: config.updatesData ? [...new Set(Object.values(data.sourceUrls).map(hostOf))] : [],
    mail: firebase === null && smtpUrl !== null ? [hostOf(smtpUrl)] : [],
    identityKeys: firebase === null ? [] : [hostOf(FIREBASE_KEYS_URL)],
    signIn: identitySources(config).map(hostOf),
    googleMaps: googleMapsKey === null ? [] : hostsOf(Object.values(googleMaps).flat()),
    mapTiles: tileUrl === null ? [] : hostsOf([tileSource(tileUrl)]),
    advertisements: hostsOf(adSources(config)),
  };
}

function rootServers(own: Config['data']['rootHints']): string {
  return own === null ? 'the servers of the DNS root' : own.servers.map(({ name }) => name).join(', ');
}

function whatIsKept(config: Config): Readonly<Record<KeptFact, string>> {
  const { rateLimit, redisUrl, logLevel, accounts } = config;
  const memory = redisUrl === null ? 'the memory of this server' : 'the memory of this server and in Redis';
  const store = accounts.databaseUrl === null ? 'a database on this server' : 'PostgreSQL';
  const isVerbose = logLevel === 'debug' || logLevel === 'trace';
  return {
    answersIn: memory,
    allowancesIn: memory,
    allowancesFor: rateLimit === null ? 'no time, since nothing is limited here' : secondsText(rateLimit.windowMs),
    logged: isVerbose
      ? 'At the log level of this server, failed lookups are written with their target.'
      : 'What was looked up is not in it.',
    accountsIn: accounts.firebase === null ? store : 'Firebase',
    historyIn: store,
    snapshotsFor: snapshotsFor(config.snapshotDays),
    historyFor: `${HISTORY_DAYS} days and ${MAX_HISTORY.toLocaleString('en')} at most`,
    sessionFor: accounts.firebase === null ? `${SESSION_DAYS} days` : 'as long as Firebase sets',
    resetLink: resetLink(accounts),
  };
}

function snapshotsFor(days: number): string {
  if (days === 0) return 'cannot be kept here.';
  const time = days === 1 ? 'one day' : `${days} days`;
  return `are kept for ${time} without an account, and in an account until you delete them; everybody with the link can read them.`;
}

function resetLink({ firebase, smtpUrl }: Config['accounts']): string {
  if (firebase !== null) return 'Links to set a new password are sent by Firebase.';
  const link = `A link to set a new password works once, for ${RESET_MINUTES} minutes`;
  return smtpUrl === null ? `${link}; without a mail server, it is written to the log of this server.` : `${link}.`;
}

function secondsText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** The hosts among the sources of a content security policy, without `'unsafe-eval'`, `blob:` and the like. */
function hostsOf(sources: readonly string[]): string[] {
  const hosts = sources.filter((source) => !/^'|:$/.test(source)).map(hostOf);
  return [...new Set(hosts)];
}

/** The host of a URL, or of a CSP source such as `https://*.example.com` or `*.example.com:8080`. */
function hostOf(address: string): string {
  const plain = address.replace(/^([a-z]+:\/\/)?\*\./, '$1');
  return new URL(plain.includes('://') ? plain : `https://${plain}`).hostname;
}
