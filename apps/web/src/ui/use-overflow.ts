import { type RefObject, useEffect, useState } from 'react';

/** Where the content of a box goes on beyond what is seen of it. */
export type Overflow = 'none' | 'start' | 'end' | 'both';

/** Watches how far a box is scrolled sideways; `none` where the browser cannot tell. */
export function useOverflow(ref: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>('none');
  useEffect(() => {
    const box = ref.current;
    if (box === null || !('ResizeObserver' in globalThis)) return;
    const look = () => setOverflow(overflowOf(box));
    const observer = new ResizeObserver(look);
    observer.observe(box);
    // The content may grow while the box does not.
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [ref]);
  return overflow;
}

/** Widths are whole numbers and positions are not: a pixel is nothing. */
const NOTHING_PX = 1;

function overflowOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Overflow {
  const isBefore = scrollLeft > NOTHING_PX;
  const isAfter = scrollWidth - clientWidth - scrollLeft > NOTHING_PX;
  if (isBefore) return isAfter ? 'both' : 'start';
  return isAfter ? 'end' : 'none';
}
