// In this folder: the found names as cards and tables.

import { counted } from '@sonde/contract/text/counted';
import { useDeferredValue, useState } from 'react';
import { useAnchor } from '../../../ui/layout/region-names.ts';
import { useFirst } from '../../../ui/tables/use-first.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { ReadSubdomain } from '../query.ts';
import { type AddressGroup, byAddress, matching, type NameOrder, ordered } from './arrange.ts';
import { Card } from './card.tsx';
import { AddressesTable, NamesTable } from './names-table.tsx';
import { STEP, Stepwise } from './stepwise.tsx';
import { TreeView } from './tree-view.tsx';
import { type NamesView, useView } from './view-choice.ts';

/** The names as cards or as a table, with a filter and a sort order. */
export function Cards({ names }: { readonly names: readonly ReadSubdomain[] }) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<NameOrder>('name');
  const [isGrouped, setGrouped] = useState(false);
  const [view, setView] = useView(names.length);
  const wanted = useDeferredValue(text);
  const chosen = ordered(matching(names, wanted), order);
  return (
    <section aria-label="Subdomains" className="found" id={useAnchor('names')}>
      <div className="tools">
        <input
          type="search"
          aria-label="Filter by name or address"
          placeholder="Filter by name or address"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <label>
          Sort by
          <select value={order} onChange={(event) => setOrder(event.target.value === 'address' ? 'address' : 'name')}>
            <option value="name">name</option>
            <option value="address">address</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={isGrouped} onChange={(event) => setGrouped(event.target.checked)} />
          Group by address
        </label>
        <ViewChoice view={view} onChoose={setView} />
        <span className="num" role="status">
          {chosen.length < names.length && `${chosen.length} of `}
          {counted(names.length, 'name')}
        </span>
      </div>
      {/* After a change, the list starts at its top. */}
      <Shown key={`${wanted} ${order}`} names={chosen} isGrouped={isGrouped} view={view} />
    </section>
  );
}

const views: readonly (readonly [NamesView, string])[] = [
  ['cards', 'Cards'],
  ['table', 'Table'],
  ['tree', 'Tree'],
];

function ViewChoice({ view, onChoose }: { readonly view: NamesView; onChoose(view: NamesView): void }) {
  return (
    <fieldset className="jump">
      <legend className="sr">Show the names as</legend>
      {views.map(([one, label]) => (
        <button key={one} className="btn" type="button" aria-pressed={one === view} onClick={() => onChoose(one)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface ShownProps {
  readonly names: readonly ReadSubdomain[];
  readonly isGrouped: boolean;
  readonly view: NamesView;
}

function Shown({ names, isGrouped, view }: ShownProps) {
  if (isGrouped) {
    const groups = byAddress(names);
    if (view !== 'cards') return <AddressesTable groups={groups} />;
    return <Stepwise key="groups" items={groups} show={(group) => <Group key={group.address} group={group} />} />;
  }
  if (view === 'table') return <NamesTable names={names} />;
  if (view === 'tree') return <TreeView names={names} />;
  return <Stepwise key="names" items={names} show={(name) => <Card key={name.subdomain} name={name} />} />;
}

function Group({ group: { address, names } }: { readonly group: AddressGroup }) {
  const { shown, hidden, showAll } = useFirst(names, STEP);
  return (
    <li>
      <h3>{visibleText(address)}</h3>
      <p className="found-from">{counted(names.length, 'name')}</p>
      <ul className="ips" aria-label={`Names at ${address}`}>
        {shown.map((name) => (
          <li key={name}>{visibleText(name)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button className="btn" type="button" onClick={showAll}>
          Show {hidden} more
        </button>
      )}
    </li>
  );
}
