import { useDeferredValue, useEffect, useState } from 'react';
import { usePrinting } from '../../browser/page/use-printing.ts';

/** Events that show that somebody is about to read or search what is below the window. */
const signs = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const;

/** The first screen is settled by then. */
const REST_MS = 2000;

/**
 * How many of `all` large parts below the window to render: none until somebody starts to read or the page has rested,
 * then one after another, so that the page stays scrollable meanwhile. When printing, all of them.
 */
export function useNeeded(all: number): number {
  const isPrinting = usePrinting();
  const [isRead, setRead] = useState(() => location.hash !== '' || scrollY > 0);
  const [count, setCount] = useState(0);
  const shown = useDeferredValue(count);
  useEffect(() => {
    if (isRead) return;
    const begin = () => setRead(true);
    // Nobody who searches the page, or takes a picture of it, finds bare headings.
    const rest = setTimeout(begin, REST_MS);
    for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true, capture: true });
    return () => {
      clearTimeout(rest);
      for (const sign of signs) removeEventListener(sign, begin, { capture: true });
    };
  }, [isRead]);
  useEffect(() => {
    if (isRead && shown === count && count < all) setCount(count + 1);
  }, [isRead, shown, count, all]);
  return isPrinting ? all : shown;
}
