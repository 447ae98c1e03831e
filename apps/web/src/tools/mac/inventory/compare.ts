import type { Device } from './read-paste.ts';

export const changes = ['new', 'gone', 'moved', 'same'] as const;
export type Change = (typeof changes)[number];

export interface Compared extends Device {
  readonly change: Change;
  /** Former addresses and port of a device that moved. */
  readonly before: string | null;
}

/** Compares two lists: new and missing devices, and those with another IP address or on another port. */
export function compareLists(earlier: readonly Device[], later: readonly Device[]): Compared[] {
  const before = new Map(earlier.map((device) => [device.mac, device]));
  const after = new Set(later.map(({ mac }) => mac));
  const present = later.map((device): Compared => {
    const known = before.get(device.mac);
    if (known === undefined) return { ...device, change: 'new', before: null };
    const hasMoved = isOther(known, device);
    return { ...device, change: hasMoved ? 'moved' : 'same', before: hasMoved ? placeOf(known) : null };
  });
  const gone = earlier.filter(({ mac }) => !after.has(mac));
  return [...present, ...gone.map((device): Compared => ({ ...device, change: 'gone', before: null }))];
}

/** Compares only what both lists contain: the list of a switch has no IP addresses. */
function isOther(known: Device, device: Device): boolean {
  const isMoved = known.port !== null && device.port !== null && known.port !== device.port;
  if (known.addresses.length === 0 || device.addresses.length === 0) return isMoved;
  return isMoved || [...known.addresses].sort().join() !== [...device.addresses].sort().join();
}

const placeOf = ({ addresses, port }: Device) => [...addresses, ...(port === null ? [] : [port])].join(', ');

/** The IP addresses that more than one device of a list has. */
export function sharedAddresses(devices: readonly Device[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { addresses } of devices) {
    for (const address of addresses) (seen.has(address) ? shared : seen).add(address);
  }
  return shared;
}
