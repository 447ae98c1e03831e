import type { Table } from '@sonde/contract/table/table';
import { readBits } from '@sonde/contract/tools/mac/data/bits';
import { conventionsOf } from '@sonde/contract/tools/mac/data/blocks';
import { type Compared, sharedAddresses } from './compare.ts';
import type { Owners } from './owners.ts';
import type { Device } from './read-paste.ts';

const TITLES = ['Address', 'Owner', 'Kind', 'IP addresses', 'Name', 'Port', 'Remarks'] as const;
const scopes = { universal: 'Universal', local: 'Local' } as const;
const kinds = { multicast: 'Group', broadcast: 'Broadcast', none: 'Nobody' } as const;
const changeWords = { new: 'New', gone: 'Gone', moved: 'Moved', same: 'Same' } as const;

/** A list as a table; if compared with an earlier list, with the changes. */
export function inventoryTable(devices: readonly (Device | Compared)[], owners: Owners | null): Table {
  const isCompared = devices.some((device) => 'change' in device);
  const shared = sharedAddresses(devices.filter((device) => !('change' in device) || device.change !== 'gone'));
  return {
    title: 'Devices',
    columns: [...(isCompared ? ['Change'] : []), ...TITLES],
    rows: devices.map((device) => [
      ...('change' in device ? [changeWords[device.change]] : []),
      device.mac,
      ownerText(device.mac, owners),
      kindText(device.mac),
      device.addresses.join(', '),
      device.name ?? '',
      device.port ?? '',
      remarks(device, shared),
    ]),
  };
}

/** Only some lists have them. The owners are not among them: they come later, and nothing may move then. */
const OPTIONAL = new Set<string>(['IP addresses', 'Name', 'Port', 'Remarks'] satisfies (typeof TITLES)[number][]);

/** The table as a page shows it: without the columns of which no row has a value. */
export function withoutEmptyColumns({ title, columns, rows }: Table): Table {
  const isKept = columns.map((name, at) => !OPTIONAL.has(name) || rows.some((row) => row[at] !== ''));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, at) => isKept[at]);
  return { title, columns: keep(columns), rows: rows.map(keep) };
}

const digitsOf = (mac: string) => mac.replaceAll(':', '');

/** A locally administered address has no owner, whatever block it falls into. */
function ownerText(mac: string, owners: Owners | null): string {
  const { kind, scope } = readBits(digitsOf(mac));
  const owner = owners?.byMac.get(mac);
  if (owner !== undefined) return owner;
  if (kind !== 'unicast' || owners === null) return '';
  return scope === 'local' ? 'Local address' : owners.registryDate === null ? 'Not available' : 'Not registered';
}

function kindText(mac: string): string {
  const { kind, scope } = readBits(digitsOf(mac));
  return kind === 'unicast' ? scopes[scope] : kinds[kind];
}

function remarks(device: Device | Compared, shared: ReadonlySet<string>): string {
  const { mac, addresses, count } = device;
  const [use] = conventionsOf(digitsOf(mac));
  const twice = addresses.filter((address) => shared.has(address));
  return [
    ...('before' in device && device.before !== null ? [`before: ${device.before}`] : []),
    ...(twice.length > 0 ? [`${twice.join(', ')} is also the address of another device`] : []),
    ...(count > 1 ? [`${count} times in the list`] : []),
    ...(use === undefined ? localRemark(mac) : [[use.what, use.value].filter(Boolean).join(': ')]),
  ].join('; ');
}

function localRemark(mac: string): string[] {
  const { kind, scope } = readBits(digitsOf(mac));
  return kind === 'unicast' && scope === 'local'
    ? ['set locally: by an administrator, by software, or at random, as phones do']
    : [];
}
