import { useEffect, useRef, useState } from 'react';
import { usePrinting } from '../../../browser/page/use-printing.ts';

/** Cards shown at first, and added whenever the end comes into view; each takes about thirty elements. */
export const STEP = 60;

interface StepwiseProps<Item> {
  readonly items: readonly Item[];
  show(item: Item): React.ReactNode;
}

/** A list that grows as it is scrolled. */
export function Stepwise<Item>({ items, show }: StepwiseProps<Item>) {
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
