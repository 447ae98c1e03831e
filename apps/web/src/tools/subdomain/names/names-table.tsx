import { knownWord } from '@sonde/contract/text/known-word';
import { subdomainColumns, subdomainRow } from '@sonde/contract/tools/subdomain/tables';
import { isOpenToTakeover } from '@sonde/contract/tools/subdomain/takeover';
import { Fragment, useMemo } from 'react';
import { type ColumnFormat, RecordTable } from '../../../ui/tables/record-table.tsx';
import { BreakableText, LONG_NAME } from '../../../ui/text/breakable-text.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { sourceNames } from '../messages.ts';
import type { ReadSubdomain } from '../query.ts';
import type { AddressGroup } from './arrange.ts';
import { LookUp } from './look-up.tsx';
import { TakeoverMark } from './takeover-mark.tsx';

const SEPARATOR = ', ';

/** A name with its button for the other tools, and a mark on those that others could take over. */
const namesFormat = (open: ReadonlySet<string>): ColumnFormat => ({
  show: (name) => (
    <div className="copied">
      {name.length > LONG_NAME ? (
        <span>
          <BreakableText text={name} />
        </span>
      ) : (
        <span className="whole">{shownText(name)}</span>
      )}
      {open.has(name) && <TakeoverMark />}
      <LookUp key={name} target={name} />
    </div>
  ),
});
/** Addresses, each without a line break. */
const addresses: ColumnFormat = {
  show: (list) =>
    list === ''
      ? null
      : list.split(SEPARATOR).map((address, index) => (
          <Fragment key={address}>
            {index > 0 && SEPARATOR}
            <span className="whole">{shownText(address)}</span>
          </Fragment>
        )),
};
const addressFormats = new Map(['IPv4', 'IPv6', 'Address'].map((title) => [title, addresses]));

/** One line per name, for an overview. */
export function NamesTable({ names }: { readonly names: readonly ReadSubdomain[] }) {
  const formats = useMemo(() => {
    const open = new Set(names.filter(isOpenToTakeover).map(({ subdomain }) => subdomain));
    return new Map([...addressFormats, ['Subdomain', namesFormat(open)]]);
  }, [names]);
  return (
    <div className="panel records">
      <RecordTable
        label="Subdomains"
        titles={subdomainColumns}
        rows={names.map(shownRow)}
        formats={formats}
        isStacked
      />
    </div>
  );
}

/** One line per address, with its names. */
export function AddressesTable({ groups }: { readonly groups: readonly AddressGroup[] }) {
  const rows = groups.map(({ address, names }) => [address, String(names.length), names.join(SEPARATOR)]);
  return (
    <div className="panel records">
      <RecordTable
        label="Addresses"
        titles={['Address', 'Names', 'Subdomains']}
        rows={rows}
        formats={addressFormats}
        isStacked
      />
    </div>
  );
}

const shownRow = (name: ReadSubdomain) =>
  subdomainRow(name, SEPARATOR, name.sources.map((source) => knownWord(sourceNames, source, source)).join(SEPARATOR));
