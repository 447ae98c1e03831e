import { startRegistryLab } from '@sonde/lab';
import { startCertificateLog } from './certificate-log.ts';
import { createAuthority } from './certificates.ts';
import { startNameServer } from './name-server.ts';
import { type Place, WORLD_NETWORK } from './place.ts';
import { startSilentHost } from './silent-hosts.ts';
import { startWebServer, type WebServerName, webServers } from './tls-servers.ts';
import { zonesOf } from './zones.ts';

/** A small internet on loopback: names, web servers, registries, a certificate log, and hosts that keep silent. */
export interface World {
  /** `ip:port` of the resolver. */
  readonly resolver: string;
  /** PEM of the authority that the world trusts. */
  readonly anchor: string;
  /** `ip:port` where registrations start. */
  readonly whois: string;
  readonly rdapBootstrap: string;
  /** Base address of the search of certificate logs. */
  readonly certificateLog: string;
  /** Where there is somebody to connect to, `ip:port`. */
  readonly endpoints: readonly string[];
  /** The web servers, each with an address of its own where the system has so many. */
  readonly webServers: Readonly<Record<WebServerName, Place>>;
  /** Null where the system cannot show it. */
  readonly quiet: Place | null;
  readonly lossy: Place | null;
  /** Networks that all of it is in. */
  readonly networks: readonly string[];
  stop(): Promise<void>;
}

interface Started {
  stop(): Promise<void>;
}

/** Numbers of hosts in the network of the world; web servers count from the last. */
const HOST = { nameServer: 1, quiet: 201, lossy: 202, firstWebServer: 10 } as const;

/** Starts all of it on free places of loopback. @throws when a server cannot be started; then none is left. */
export async function startWorld(): Promise<World> {
  const owned: Started[] = [];
  const stop = async () => {
    await Promise.all(owned.splice(0).map((one) => one.stop()));
  };
  try {
    return { ...(await startAll(owned)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One after the other: together they take less than a second. */
async function startAll(owned: Started[]): Promise<Omit<World, 'stop'>> {
  const own = <One extends Started | null>(one: One): One => {
    if (one !== null) owned.push(one);
    return one;
  };
  const authority = await createAuthority();
  const names = Object.keys(webServers) as WebServerName[];
  const served: [WebServerName, Place][] = [];
  for (const [index, name] of names.entries()) {
    served.push([name, own(await startWebServer(HOST.firstWebServer + index, name, authority))]);
  }
  const [quiet, lossy] = await Promise.all([startSilentHost(HOST.quiet), startSilentHost(HOST.lossy, true)]);
  for (const host of [quiet, lossy]) own(host);
  const silent = { ...(quiet && { 'quiet.test': quiet }), ...(lossy && { 'lossy.test': lossy }) };
  const hosts = new Map<string, Place>([...served, ...Object.entries(silent)]);
  const nameServer = own(await startNameServer(HOST.nameServer, (place) => zonesOf(place, hosts)));
  const registries = own(await startRegistryLab());
  const log = own(await startCertificateLog());
  return {
    ...{ quiet, lossy, anchor: authority.anchor, webServers: Object.fromEntries(served) as World['webServers'] },
    resolver: endpointOf(nameServer),
    whois: registries.whois,
    rdapBootstrap: registries.bootstrap,
    certificateLog: `http://127.0.0.1:${log.port}`,
    networks: [WORLD_NETWORK, '127.0.0.1/32'],
    endpoints: [
      ...[nameServer, ...served.map(([, place]) => place)].map(endpointOf),
      ...registries.endpoints,
      `127.0.0.1:${log.port}`,
    ],
  };
}

const endpointOf = ({ address, port }: Place): string => `${address}:${port}`;
