import type { WebServerName } from './tls-servers.ts';
import type { World } from './world.ts';

/** Something to try: what is typed into which field of which page, and what that shows. */
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
  'shop.test': 'a good server of today',
  'expired.test': 'a certificate that has expired',
  'self-signed.test': 'a certificate that nobody vouches for',
  'wrong-name.test': 'a certificate for another name',
  'incomplete.test': 'a server that does not send the certificate of its issuer',
  'outdated.test': 'TLS 1.0 to 1.2 with the cipher suites of 2010',
  'no-tls.test': 'a server that speaks plain HTTP',
};

const HTTPS_PORT = 443;

/** What there is to try in a world, page by page. */
export function targetsOf({ webServers, quiet, lossy }: World): readonly Target[] {
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
      ['free.test', 'a name that nobody has registered'],
      ['limited.test', 'a registry that answers no more questions for now'],
    ),
    ...offers(
      ...(['/dns', 'domain'] as const),
      ['shop.test', 'a zone in good order'],
      ['bogus.test', 'data that does not fit its DNSSEC signatures'],
      ['lame.test', 'name servers that do not know their zone'],
      ['silent.test', 'name servers that never answer'],
      ['loop.test', 'aliases that lead in a circle'],
      ['large.test', 'an answer too large for UDP'],
      ['gone.test', 'a name that does not exist'],
    ),
    ...offers(
      ...(['/subdomain', 'domain'] as const),
      ['shop.test', 'names from a certificate log, records and words'],
      ['wild.test', 'a wildcard, told apart from real names'],
    ),
    ...offers(
      ...(['/ping', 'host'] as const),
      ['shop.test', 'a host that answers'],
      ...(lossy === null ? [] : [['lossy.test', 'a host that loses packets'] as const]),
      ...(quiet === null ? [] : [['quiet.test', 'a host that keeps silent'] as const]),
    ),
  ];
}

/** What a page cannot show in this world, or shows in another way. */
export function notesOf({ quiet, webServers }: World): Readonly<Record<string, string>> {
  const hasUsualPorts = webServers['shop.test'].port === HTTPS_PORT;
  return {
    ...(hasUsualPorts ? {} : { '/subdomain': 'Ports 53 and 443 are not ours here: two of the sources are gaps.' }),
    '/': 'Public addresses are only looked up in the databases of this machine.',
    '/ping':
      quiet === null
        ? 'Hosts that lose packets cannot be shown on this system: loopback answers every ping.'
        : 'Loopback answers every ping; the other two are measured by TCP handshakes.',
  };
}
