import type { Zone, ZoneRecord } from '../zone.ts';
import { apex } from '../zones.ts';
import { PATH_NAME, type PathState, pathHops } from './route.ts';

const REVERSE_ZONE = '100.51.198.in-addr.arpa';

/** The name of the target and those of the routers, in both directions; none without the path. */
export function pathZones(path: PathState): readonly Zone[] {
  if (!('address' in path)) return [];
  const routers = pathHops.filter(({ address }) => address !== path.address);
  const names = routers.map(({ name, address }): ZoneRecord => [name, 'A', address]);
  const reverse = routers.map(({ name, address }): ZoneRecord => [lastOctet(address), 'PTR', `${name}.${PATH_NAME}`]);
  return [
    { name: PATH_NAME, records: [...apex(PATH_NAME), ['@', 'A', path.address], ...names] },
    { name: REVERSE_ZONE, records: [...apex(REVERSE_ZONE), [lastOctet(path.address), 'PTR', PATH_NAME], ...reverse] },
  ];
}

const lastOctet = (address: string): string => address.split('.').at(-1) ?? '';
