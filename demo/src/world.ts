import { startRegistryLab } from '@sonde/lab';
import { startCertificateLog } from './certificate-log.ts';
import { createAuthority } from './certificates.ts';
import { listenAsNameServers, nameServers } from './delegation/name-servers.ts';
import { type Tree, treeOf } from './delegation/tree.ts';
import { type ElsewhereResolver, startElsewhere } from './elsewhere.ts';
import { startIssuerServer } from './issuer-server.ts';
import { type MailServer, type MailServerName, mailServers, startMailServer } from './mail-servers.ts';
import { startNameServer } from './name-server.ts';
import { PATH_NETWORK, type PathState } from './path/route.ts';
import { pathZones } from './path/zones.ts';
import { type Place, WORLD_NETWORK } from './place.ts';
import { startSilentHost } from './silent-hosts.ts';
import { startWebServer, type WebServer, type WebServerName, webServers } from './tls-servers.ts';
import { changing, zonesOf } from './zones.ts';

/** A small internet on loopback: name servers, web servers, registries, a certificate log, and hosts that do not answer. */
export interface World {
  /** `ip:port` of the resolver. */
  readonly resolver: string;
  /** The resolvers of its places. */
  readonly elsewhere: readonly ElsewhereResolver[];
  /** The certificate of the trusted authority, PEM. */
  readonly anchor: string;
  /** `ip:port` of the root WHOIS server. */
  readonly whois: string;
  readonly rdapBootstrap: string;
  /** Base URL of the certificate log search. */
  readonly certificateLog: string;
  /** All servers, `ip:port`. */
  readonly endpoints: readonly string[];
  /** The web servers, each with its own address if the system has enough. */
  readonly webServers: Readonly<Record<WebServerName, Place>>;
  /** Whether the mail servers run: they need port 25, and an address each. */
  readonly hasMail: boolean;
  /**
   * The DNS from its root down: the port of its servers, their hints and anchors. Null if the system has too few
   * addresses.
   */
  readonly dnsRoot: (Pick<Tree, 'hints' | 'anchors'> & { readonly port: number }) | null;
  /** Null if the system does not support it. */
  readonly quiet: Place | null;
  readonly lossy: Place | null;
  /** The path with routers, outside of loopback. */
  readonly path: PathState;
  /** The networks that contain all servers, and the path. */
  readonly networks: readonly string[];
  stop(): Promise<void>;
}

interface Started {
  stop(): Promise<void>;
}

/** Host numbers in the network of the demo; web servers are numbered upwards from the last one. */
const HOST = {
  nameServer: 1,
  quiet: 201,
  lossy: 202,
  firstElsewhere: 210,
  firstWebServer: 10,
  firstMailServer: 30,
} as const;

const NO_PATH: PathState = { missing: 'this world has only loopback' };

/**
 * Starts all servers on free ports of loopback; `path` is what was made of routers before.
 * @throws if a server cannot be started; all are then stopped.
 */
export async function startWorld(path = NO_PATH): Promise<World> {
  const owned: Started[] = [];
  const stop = async () => {
    await Promise.all(owned.splice(0).map((one) => one.stop()));
  };
  try {
    return { ...(await startAll(owned, path)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts them one after the other, which takes less than a second. */
async function startAll(owned: Started[], path: PathState): Promise<Omit<World, 'stop'>> {
  const own = <One extends Started | null>(one: One): One => {
    if (one !== null) owned.push(one);
    return one;
  };
  const issuer = own(await startIssuerServer());
  const authority = await createAuthority(issuer.rootListUrl);
  issuer.publish(authority);
  const names = Object.keys(webServers) as WebServerName[];
  const served = new Map<WebServerName, WebServer>();
  for (const [index, name] of names.entries()) {
    served.set(name, own(await startWebServer(HOST.firstWebServer + index, name, authority, issuer, served)));
  }
  const mail = new Map<string, MailServer>();
  for (const [index, name] of (Object.keys(mailServers) as MailServerName[]).entries()) {
    const server = own(await startMailServer(HOST.firstMailServer + index, name, authority));
    if (server !== null) mail.set(name, server);
  }
  const [quiet, lossy] = await Promise.all([startSilentHost(HOST.quiet), startSilentHost(HOST.lossy, true)]);
  for (const host of [quiet, lossy]) own(host);
  const silent = { ...(quiet && { 'quiet.test': quiet }), ...(lossy && { 'lossy.test': lossy }) };
  const hosts = new Map<string, Place>([...served, ...Object.entries(silent)]);
  const listening = own(await listenAsNameServers());
  const addresses = listening === null ? null : nameServers;
  let zones: ReturnType<typeof zonesOf> = [];
  const resolver = own(
    await startNameServer(HOST.nameServer, (place) => {
      const { address } = place;
      const servers = addresses ?? { root: address, top: address, ns1: address, ns2: address };
      zones = [...zonesOf(place, hosts, servers, mail), ...pathZones(path)];
      return zones;
    }),
  );
  const [shop, former] = [addressOf(hosts, 'shop.test'), addressOf(hosts, 'outdated.test')];
  const old = { formerShop: former, formerChanging: changing(shop, OLD_MS) };
  const places = own(await startElsewhere(HOST.firstElsewhere, zones, old));
  const tree = addresses && treeOf(zones, addresses, Date.now() / 1000);
  if (tree !== null && listening !== null) listening.serve(tree.authorities);
  const registries = own(await startRegistryLab(registrationsIn((name) => zones.find((zone) => zone.name === name))));
  const log = own(await startCertificateLog(authority));
  return {
    path,
    hasMail: mail.size > 0,
    ...{
      quiet,
      lossy,
      anchor: authority.anchor,
      webServers: Object.fromEntries(served) as Record<WebServerName, WebServer>,
    },
    resolver: endpointOf(resolver),
    elsewhere: places.resolvers,
    dnsRoot: listening && tree && { port: listening.port, hints: tree.hints, anchors: tree.anchors },
    whois: registries.whois,
    rdapBootstrap: registries.bootstrap,
    certificateLog: `http://127.0.0.1:${log.port}`,
    networks: [WORLD_NETWORK, '127.0.0.1/32', ...('address' in path ? [PATH_NETWORK] : [])],
    endpoints: [
      ...[resolver, ...served.values(), ...mail.values()].map(endpointOf),
      ...[...served.values()].flatMap(({ plain }) => (plain === null ? [] : endpointOf(plain))),
      ...(listening === null ? [] : Object.values(nameServers).map((address) => `${address}:${listening.port}`)),
      ...registries.endpoints,
      `127.0.0.1:${log.port}`,
      `127.0.0.1:${issuer.port}`,
    ],
  };
}

/** A name with a typing error exists neither in the DNS nor at its registry. */
const registrationsIn = (zoneOf: (name: string) => ReturnType<typeof zonesOf>[number] | undefined) => ({
  isSigned: (name: string) => zoneOf(name)?.dnssec !== undefined,
  isRegistered: (name: string) => !name.endsWith('.test') || zoneOf(name) !== undefined,
});

/** How old the records are that one place still has. */
const OLD_MS = 4 * 60_000;

const addressOf = (hosts: ReadonlyMap<string, Place>, name: string): string => hosts.get(name)?.address ?? '';

const endpointOf = ({ address, port }: Place): string => `${address}:${port}`;
