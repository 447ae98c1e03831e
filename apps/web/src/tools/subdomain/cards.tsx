import { useDeferredValue, useEffect, useRef, useState } from 'react';
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
          {names.length} name{names.length === 1 ? '' : 's'}
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
  return (
    <li>
      <h3>{address}</h3>
      <p className="from">
        {names.length} name{names.length === 1 ? '' : 's'}
      </p>
      <ul className="ips" aria-label={`Names at ${address}`}>
        {names.slice(0, STEP).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {names.length > STEP && <p className="from">and {names.length - STEP} more</p>}
    </li>
  );
}

interface StepwiseProps<Item> {
  readonly items: readonly Item[];
  show(item: Item): React.ReactNode;
}

function Stepwise<Item>({ items, show }: StepwiseProps<Item>) {
  const [count, setCount] = useState(STEP);
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
