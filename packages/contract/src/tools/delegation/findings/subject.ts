import type { Finding, FindingState } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { delegation } from '../contract.ts';
import type { allDelegationExplanations } from '../explanations.ts';

export type UnjudgedDelegation = Unjudged<typeof delegation>;
export type UnjudgedZone = UnjudgedDelegation['zones'][number];
export type UnjudgedServer = UnjudgedDelegation['servers'][number];

export interface DelegationFinding extends Finding {
  readonly code: keyof typeof allDelegationExplanations;
}

export function finding(
  code: DelegationFinding['code'],
  state: FindingState,
  about: string,
  evidence: string,
  fix: string | null,
): DelegationFinding {
  return { code, state, about, evidence, fix };
}

/** The zone that was looked up: the last one on the way. */
export function targetZone({ zones }: UnjudgedDelegation): UnjudgedZone | null {
  return zones.at(-1) ?? null;
}

/** The servers of the zone that was looked up. */
export function targetServers({ servers, zone }: UnjudgedDelegation): UnjudgedServer[] {
  return servers.filter((server) => server.zone === zone);
}

/** `ns1.example.com (192.0.2.1)` */
export function shown({ name, address }: Pick<UnjudgedServer, 'name' | 'address'>): string {
  return `${name} (${address})`;
}

/** The servers with these addresses, by name where it is known. */
export function shownAddresses(addresses: readonly string[], servers: readonly UnjudgedServer[]): string {
  return addresses
    .map((address) => {
      const server = servers.find((one) => one.address === address);
      return server === undefined ? address : shown(server);
    })
    .join(', ');
}

/** Whether the DS records of the zone are those of the query, to be tested before they are published. */
export function hasGivenDs({ isPreFlight, details, zone }: UnjudgedDelegation, { name, ds }: UnjudgedZone): boolean {
  return isPreFlight && name === zone && ds.length > 0 && details.dsTtlSeconds === null;
}

/**
 * Whether every server that was asked for the keys of the zone said which it has. Only then may a DS record be called
 * superfluous: a server that is silent, or whose answer was cut off, may have the missing key.
 */
export function areKeysKnown({ servers }: UnjudgedDelegation, { name }: UnjudgedZone): boolean {
  const replies = servers.filter(({ zone, keysReply }) => zone === name && keysReply !== null);
  return replies.length > 0 && replies.every(({ keysReply }) => keysReply === 'keys' || keysReply === 'none');
}

/** The DS record to publish: for a key that signs the key set, preferably one with the SEP flag. */
export function dsToPublish({ keys }: UnjudgedZone): string | null {
  const signing = keys.filter((key) => key.signsKeys && key.ds !== null);
  return (signing.find(({ isSep }) => isSep) ?? signing[0])?.ds ?? null;
}

export function publishText(zone: UnjudgedZone): string | null {
  const ds = dsToPublish(zone);
  if (ds === null) return null;
  return zone.name === '.' ? trustText(ds) : `Publish at the registrar: ${ds}`;
}

/** The root has no registrar: the server has a list of its keys, which may be out of date, or be those of another root. */
function trustText(ds: string): string {
  return `The operator of the Sonde server should renew the trusted keys of the root (sonde update root-anchors) or, for a root of their own, name a file with its DS record in SONDE_ROOT_ANCHORS: ${ds}`;
}
