import { extensions } from '../../protocols/tls-records/extensions.ts';
import type { Accepted } from './ask.ts';
import { ask, type Offer } from './ask.ts';
import { currentGroups } from './client-key.ts';
import { asCurrentClient, type CurrentSession, currentSuites } from './current-client.ts';
import type { Scan } from './dial.ts';

/** Extensions of our first hello that a server may do without, with their names in the registry "TLS ExtensionType Values". */
const dispensable: ReadonlyMap<number, string> = new Map([
  [extensions.statusRequest, 'status_request'],
  [extensions.timestamps, 'signed_certificate_timestamp'],
  [extensions.alpn, 'application_layer_protocol_negotiation'],
  [extensions.extendedMasterSecret, 'extended_master_secret'],
  [extensions.heartbeat, 'heartbeat'],
  [extensions.serverName, 'server_name'],
]);

/** What makes a hello one of TLS 1.3; named by the first. */
const of13: readonly number[] = [extensions.supportedVersions, extensions.pskModes, extensions.keyShare];

export const dispensableExtensions: readonly number[] = [...dispensable.keys()];

export function extensionName(type: number): string {
  return dispensable.get(type) ?? 'supported_versions';
}

/** True for what browsers send in every hello. */
export function isOfBrowsers(type: number): boolean {
  return type !== extensions.heartbeat;
}

/**
 * Which extensions a server hangs up on that refuses an offer, and takes it without all that are dispensable: each is
 * offered alone. None when it only minds two together.
 * @throws the reason of the budget's signal
 */
export async function findIntolerance(scan: Scan, offer: Offer): Promise<readonly number[]> {
  const blamed: number[] = [];
  for (const type of dispensableExtensions) {
    if (!isOffered(scan, type)) continue;
    const without = dispensableExtensions.filter((one) => one !== type);
    if ((await ask({ ...scan, without }, offer)).kind !== 'accepted') blamed.push(type);
  }
  return blamed;
}

/** What a browser would get if its hello had not what the server hangs up on. */
export interface ToleratedClient {
  readonly session: CurrentSession;
  /** What it hangs up on, by number. */
  readonly intolerances: readonly number[];
}

/**
 * Finds out why a server that takes all that is in a browser's hello hangs up on it, and asks without that. Null when there
 * is another reason.
 * @throws the reason of the budget's signal
 */
export async function asToleratedClient(scan: Scan, accepted: Accepted): Promise<ToleratedClient | null> {
  if (!isForBrowsers(accepted)) return null;
  const offered = dispensableExtensions.filter(
    (type) => isOfBrowsers(type) && !scan.without.includes(type) && isOffered(scan, type),
  );
  const as = (without: readonly number[]) => asCurrentClient({ ...scan, without: [...scan.without, ...without] });
  const bare = await as(offered);
  if (bare === null) {
    const before13 = await as(of13);
    return before13 && { session: before13, intolerances: [extensions.supportedVersions] };
  }
  const intolerances: number[] = [];
  for (const type of offered) {
    if ((await as(offered.filter((one) => one !== type))) === null) intolerances.push(type);
  }
  return { session: (await as(intolerances)) ?? bare, intolerances };
}

function isForBrowsers({ hello, flight }: Accepted): boolean {
  const group = flight.keyExchange?.kind === 'curve' ? flight.keyExchange.group : hello.group;
  return currentSuites.includes(hello.suite) && (group === null || currentGroups.includes(group));
}

function isOffered({ peer }: Scan, type: number): boolean {
  return type !== extensions.serverName || peer.serverName !== null;
}
