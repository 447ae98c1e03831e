import { Fragment } from 'react';
import { type ColumnLook, RecordTable } from '../../ui/record-table.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { knownWord } from '../known-word.ts';
import type { AddressGroup } from './arrange.ts';
import { LookUp } from './look-up.tsx';
import { sourceNames } from './messages.ts';
import type { Subdomain } from './query.ts';

const SEPARATOR = ', ';

/** A name with the button that leads on with it. */
const names: ColumnLook = {
  show: (name) => (
    <div className="copied">
      <span>{shownText(name)}</span>
      <LookUp key={name} target={name} />
    </div>
  ),
};
/** Addresses, each of them in one piece. */
const addresses: ColumnLook = {
  show: (list) =>
    list.split(SEPARATOR).map((address, index) => (
      <Fragment key={address}>
        {index > 0 && SEPARATOR}
        <span className="whole">{shownText(address)}</span>
      </Fragment>
    )),
};
const looks = new Map([
  ['Subdomain', names],
  ['IPv4', addresses],
  ['IPv6', addresses],
  ['Address', addresses],
]);

/** A line for every name, for those who want to see many at once. */
export function NamesTable({ names }: { readonly names: readonly Subdomain[] }) {
  return (
    <div className="panel records">
      <RecordTable label="Subdomains" titles={titles} rows={names.map(shownRow)} looks={looks} />
    </div>
  );
}

/** A line for every address, and the names behind it. */
export function AddressesTable({ groups }: { readonly groups: readonly AddressGroup[] }) {
  const rows = groups.map(({ address, names }) => [address, String(names.length), names.join(SEPARATOR)]);
  return (
    <div className="panel records">
      <RecordTable label="Addresses" titles={['Address', 'Names', 'Subdomains']} rows={rows} looks={looks} />
    </div>
  );
}

const titles = ['Subdomain', 'IPv4', 'IPv6', 'Resolves', 'Sources'];

const shownRow = (name: Subdomain) =>
  rowOf(name, SEPARATOR, name.sources.map((source) => knownWord(sourceNames, source, source)).join(SEPARATOR));

/** For CSV and Markdown. */
export function exportTable(names: readonly Subdomain[]) {
  return { title: 'Subdomains', titles, rows: names.map((name) => rowOf(name, ' ', name.sources.join(' '))) };
}

function rowOf(name: Subdomain, separator: string, sources: string): string[] {
  const { subdomain, ipv4List, ipv6List, unknownFamilies, resolves } = name;
  return [
    subdomain,
    cellOf(ipv4List.join(separator), unknownFamilies.includes('ipv4')),
    cellOf(ipv6List.join(separator), unknownFamilies.includes('ipv6')),
    resolves === null ? 'unknown' : resolves ? 'yes' : 'no',
    sources,
  ];
}

/** An empty cell says that there is no address. */
function cellOf(addresses: string, isUnknown: boolean): string {
  if (!isUnknown) return addresses;
  return addresses === '' ? 'unknown' : `${addresses} (incomplete)`;
}
