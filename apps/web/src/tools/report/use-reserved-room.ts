import { type RefObject, useEffect, useRef, useState } from 'react';

/** Elsewhere a part stands beside another, which needs the room. */
const ONE_COLUMN = '(width < 768px)';

interface ReservedRoom {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly isReserved: boolean;
}

/**
 * Room for what a part may say, from when it is awaited on. It is given back where that moves nothing that a visitor sees:
 * if the part was there from the start, or has little to say and is below the window.
 */
export function useReservedRoom(isAwaited: boolean, isShort: boolean): ReservedRoom {
  const ref = useRef<HTMLDivElement>(null);
  const [isReserved, setReserved] = useState(isAwaited);
  // A report that is made anew in the same place.
  if (isAwaited && !isReserved) setReserved(true);
  const canEnd = isReserved && isShort;
  useEffect(() => {
    const part = ref.current;
    if (!canEnd || part === null || !('IntersectionObserver' in window) || !matchMedia(ONE_COLUMN).matches) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined && entry.boundingClientRect.top >= window.innerHeight) setReserved(false);
    });
    observer.observe(part);
    return () => observer.disconnect();
  }, [canEnd]);
  return { ref, isReserved };
}
