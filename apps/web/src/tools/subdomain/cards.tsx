import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { counted } from '../../ui/counted.ts';
import { useFirst } from '../../ui/use-first.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { type AddressGroup, byAddress, matching, type Order, ordered } from './arrange.ts';
import { Card } from './card.tsx';
import type { Subdomain } from './query.ts';

/** So many at first, and so many more whenever the end comes near: each card costs the page some thirty elements. */
const STEP = 60;

/** The names as cards, with what helps to find one among thousands. */
export function Cards({ names }: { readonly names: readonly Subdomain[] }) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const [isGrouped, setGrouped] = useState(false);
  const wanted = useDeferredValue(text);
  const chosen = ordered(matching(names, wanted), order);
  const groups = isGrouped ? byAddress(chosen) : null;
  return (
    <section aria-label="Subdomains" className="found">
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
        <span className="num" role="status">
          {chosen.length < names.length && `${chosen.length} of `}
          {counted(names.length, 'name')}
        </span>
      </div>
      {/* Another choice begins at its start. */}
      {groups === null ? (
        <Stepwise
          key={`${wanted} ${order}`}
          items={chosen}
          show={(name) => <Card key={name.subdomain} name={name} />}
        />
      ) : (
        <Stepwise key={wanted} items={groups} show={(group) => <Group key={group.address} group={group} />} />
      )}
    </section>
  );
}

function Group({ group: { address, names } }: { readonly group: AddressGroup }) {
  const { shown, hidden, showAll } = useFirst(names, STEP);
  return (
    <li>
      <h3>{visibleText(address)}</h3>
      <p className="from">{counted(names.length, 'name')}</p>
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

interface StepwiseProps<Item> {
  readonly items: readonly Item[];
  show(item: Item): React.ReactNode;
}

function Stepwise<Item>({ items, show }: StepwiseProps<Item>) {
  const [step, setCount] = useState(STEP);
  const count = usePrinting() ? items.length : step;
  const end = useRef<HTMLDivElement>(null);
  const isMore = items.length > count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer looks at once whether the end is still in sight
  useEffect(() => {
    if (!isMore || end.current === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCount((before) => before + STEP);
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, count]);
  return (
    <>
      <ul className="subs">{items.slice(0, count).map(show)}</ul>
      {isMore && (
        <div ref={end} className="more">
          <button className="btn" type="button" onClick={() => setCount(items.length)}>
            Show all {items.length}
          </button>
        </div>
      )}
    </>
  );
}
