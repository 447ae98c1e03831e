import type { WebServerName } from './tls-servers.ts';
import type { World } from './world.ts';

/** A target to try: what to enter on which page, and what it shows. */
export interface Target {
  readonly page: string;
  readonly field: string;
  readonly target: string;
  readonly shows: string;
}

type Offer = readonly [target: string, shows: string];

const offers = (page: string, field: string, ...list: readonly Offer[]): Target[] =>
  list.map(([target, shows]) => ({ page, field, target, shows }));

const certificates: Readonly<Record<WebServerName, string>> = {
  'shop.test': 'a well-configured server',
  'expired.test': 'a certificate that has expired',
  'self-signed.test': 'a self-signed certificate',
  'wrong-name.test': 'a certificate for another name',
  'incomplete.test': 'a server that does not send the certificate of its issuer',
  'outdated.test': 'TLS 1.0 to 1.2 with the cipher suites of 2010',
  'no-tls.test': 'a server that speaks plain HTTP',
};

const HTTPS_PORT = 443;
const DNS_PORT = 53;

const delegations = offers(
  ...(['/delegation', 'domain'] as const),
  ['shop.test', 'a signed zone in good order'],
  ['wild.test', 'a zone that is not signed'],
  ['old-key.test', 'a DS record of a key that the zone no longer has'],
  ['bogus.test', 'a record that was changed after it was signed'],
  ['behind.test', 'a server with an old copy, whose signatures have expired'],
  ['lame.test', 'name servers that are not configured for the zone'],
  ['silent.test', 'name servers that never answer'],
);

const reports = offers(
  ...(['/report', 'target'] as const),
  ['shop.test', 'a domain in good order, seen by every tool'],
  ['careless.test', 'a domain with problems to fix'],
  ['8.8.8.8', 'an address: fewer tools have something to say'],
);

const mailTargets: readonly Offer[] = [
  ['renewed.test', 'a new key at the mail server, and the old one in DANE'],
  ['mixed.test', 'a mail server with an expired certificate, and one that is busy'],
];

/** The targets to try, page by page. */
export function targetsOf({ webServers, quiet, lossy, dnsRoot, hasMail }: World): readonly Target[] {
  const tls = (Object.keys(certificates) as WebServerName[]).map((name): Offer => {
    const { port } = webServers[name];
    return [port === HTTPS_PORT ? name : `${name}:${port}`, certificates[name]];
  });
  return [
    ...offers(
      ...(['/', 'q'] as const),
      ['8.8.8.8', 'a public address, from the databases on this machine'],
      ['2001:4860:4860::8888', 'an IPv6 address'],
      ['resolvers.test', 'a name with several public addresses'],
    ),
    ...offers('/ssl', 'domain', ...tls),
    ...offers(
      ...(['/whois', 'domain'] as const),
      ['shop.test', 'WHOIS: from the root to the registry and its registrar'],
      ['museum.rdap', 'a registry with RDAP'],
      ['undated.test', 'a registry that publishes little'],
      ['free.test', 'a name that is not registered'],
      ['limited.test', 'a registry whose query limit is exceeded'],
    ),
    ...offers(
      ...(['/dns', 'domain'] as const),
      ['shop.test', 'a zone in good order'],
      ['bogus.test', 'data that do not match their DNSSEC signatures'],
      ['lame.test', 'name servers that are not configured for the zone'],
      ['silent.test', 'name servers that never answer'],
      ['loop.test', 'an alias loop'],
      ['large.test', 'an answer too large for UDP'],
      ['gone.test', 'a name that does not exist'],
    ),
    ...(dnsRoot === null ? [] : delegations),
    ...offers(
      ...(['/subdomain', 'domain'] as const),
      ['shop.test', 'names from a certificate log, records and words'],
      ['wild.test', 'a wildcard, distinguished from real names'],
    ),
    ...offers(
      ...(['/ping', 'host'] as const),
      ['shop.test', 'a host that answers'],
      ...(lossy === null ? [] : [['lossy.test', 'a host that loses packets'] as const]),
      ...(quiet === null ? [] : [['quiet.test', 'a host that does not answer'] as const]),
    ),
    ...offers(...(['/traceroute', 'host'] as const), ['shop.test', 'a path of one hop: loopback has no routers']),
    ...offers(
      ...(['/mail', 'domain'] as const),
      ['shop.test', hasMail ? 'MX, SPF, DMARC, and mail servers with TLS and DANE' : 'a domain with MX, SPF and DMARC'],
      ...(hasMail ? mailTargets : []),
      ['parked.test', 'a domain that takes and sends no mail, as it should be'],
      ['careless.test', 'SPF beyond its limits, and DMARC that only watches'],
    ),
    ...reports,
    ...offers(
      ...(['/mac', 'mac'] as const),
      ['70:b3:d5:f2:f1:23', 'a small block, taken from a larger one'],
      ['00:00:5e:00:01:07', 'a virtual router'],
      ['52:54:00:12:34:56', 'a local address of a virtual machine'],
    ),
  ];
}

/** What the demo cannot show, or shows differently. */
export function notesOf({ quiet, webServers, dnsRoot, hasMail }: World): Readonly<Record<string, string>> {
  const hasUsualPorts = webServers['shop.test'].port === HTTPS_PORT;
  return {
    ...(hasUsualPorts ? {} : { '/subdomain': 'Ports 53 and 443 are not available here: two of the sources are gaps.' }),
    ...(hasUsualPorts ? {} : { '/report': 'Port 443 is not available here: the certificate is missing.' }),
    '/dns': 'The hosts of the demo have loopback addresses; a warning says so.',
    '/': 'Public addresses are only looked up in the databases of this machine.',
    ...(dnsRoot === null || dnsRoot.port === DNS_PORT
      ? {}
      : { '/delegation': `Port 53 is not available here: the name servers listen at port ${dnsRoot.port}.` }),
    ...(hasMail ? {} : { '/mail': 'Port 25 is not available here, so what mail servers say there is missing.' }),
    '/traceroute': 'Everything here is on loopback, one hop away: routers of its own would need privileges.',
    '/ping':
      quiet === null
        ? 'Hosts that lose packets cannot be shown on this system: loopback answers every ping.'
        : 'Loopback answers every ping; the other two are measured by TCP handshakes.',
  };
}
