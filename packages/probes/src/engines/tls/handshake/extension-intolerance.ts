import { extensions } from '../../../protocols/tls-records/hello/extensions.ts';
import type { Scan } from '../connection/dial.ts';
import { currentGroups } from './client-key.ts';
import { type CurrentSession, currentSuites, handshakeAsCurrentClient } from './current-client.ts';
import type { Accepted } from './send-hello.ts';
import { type Offer, sendOffer } from './send-hello.ts';

/** Extensions of our first hello that can be left out, with their names in the registry "TLS ExtensionType Values". */
const dispensable: ReadonlyMap<number, string> = new Map([
  [extensions.statusRequest, 'status_request'],
  [extensions.timestamps, 'signed_certificate_timestamp'],
  [extensions.alpn, 'application_layer_protocol_negotiation'],
  [extensions.extendedMasterSecret, 'extended_master_secret'],
  [extensions.heartbeat, 'heartbeat'],
  [extensions.serverName, 'server_name'],
]);

/** The extensions that make a hello one of TLS 1.3; reported as the first of them. */
const of13: readonly number[] = [extensions.supportedVersions, extensions.pskModes, extensions.keyShare];

export const dispensableExtensions: readonly number[] = [...dispensable.keys()];

export function extensionName(type: number): string {
  return dispensable.get(type) ?? 'supported_versions';
}

/** True for extensions that browsers send in every hello. */
export function isOfBrowsers(type: number): boolean {
  return type !== extensions.heartbeat;
}

/**
 * For a server that refuses an offer but accepts it without dispensable extensions: finds the extensions that it does not
 * tolerate, by sending each of them alone. Empty if it refuses only a combination.
 * @throws the reason of the budget's signal
 */
export async function findIntolerances(scan: Scan, offer: Offer): Promise<readonly number[]> {
  const intolerances: number[] = [];
  for (const type of dispensableExtensions) {
    if (!isOffered(scan, type)) continue;
    const without = dispensableExtensions.filter((one) => one !== type);
    if ((await sendOffer({ ...scan, without }, offer)).kind !== 'accepted') intolerances.push(type);
  }
  return intolerances;
}

/** A handshake with a browser's hello, without the extensions that the server does not tolerate. */
export interface ToleratedHandshake {
  readonly session: CurrentSession;
  /** The extensions that were left out, by number. */
  readonly intolerances: readonly number[];
}

/**
 * For a server that accepts the versions, suites and groups of browsers but still refuses their hello: finds the extensions
 * that it does not tolerate, and makes the handshake without them. Null if extensions are not the reason.
 * @throws the reason of the budget's signal
 */
export async function handshakeWithoutIntolerances(scan: Scan, accepted: Accepted): Promise<ToleratedHandshake | null> {
  if (!acceptsBrowserOffer(accepted)) return null;
  const offered = dispensableExtensions.filter(
    (type) => isOfBrowsers(type) && !scan.without.includes(type) && isOffered(scan, type),
  );
  const handshakeWithout = (without: readonly number[]) =>
    handshakeAsCurrentClient({ ...scan, without: [...scan.without, ...without] });
  const minimal = await handshakeWithout(offered);
  if (minimal === null) {
    const before13 = await handshakeWithout(of13);
    return before13 && { session: before13, intolerances: [extensions.supportedVersions] };
  }
  const intolerances: number[] = [];
  for (const type of offered) {
    if ((await handshakeWithout(offered.filter((one) => one !== type))) === null) intolerances.push(type);
  }
  return { session: (await handshakeWithout(intolerances)) ?? minimal, intolerances };
}

function acceptsBrowserOffer({ hello, flight }: Accepted): boolean {
  const group = flight.keyExchange?.kind === 'curve' ? flight.keyExchange.group : hello.group;
  return currentSuites.includes(hello.suite) && (group === null || currentGroups.includes(group));
}

function isOffered({ peer }: Scan, type: number): boolean {
  return type !== extensions.serverName || peer.serverName !== null;
}
