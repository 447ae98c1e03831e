import { type RefObject, useEffect, useState } from 'react';

/** On which sides the content of a box overflows. */
export type Overflow = 'none' | 'start' | 'end' | 'both';

/** Watches the horizontal overflow of a box; `none` if the browser cannot tell. */
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

/** Widths are rounded and positions are not, so one pixel is ignored. */
const NOTHING_PX = 1;

function overflowOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Overflow {
  const isBefore = scrollLeft > NOTHING_PX;
  const isAfter = scrollWidth - clientWidth - scrollLeft > NOTHING_PX;
  if (isBefore) return isAfter ? 'both' : 'start';
  return isAfter ? 'end' : 'none';
}
