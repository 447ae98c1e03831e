import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How high a list of findings may be before the visitor expands it. */
export const ROOM_REM = 28;
/** Height of the rows below the findings: «Show more», and the good findings. */
const ROWS_REM = 5;

export interface Room {
  /** The list; its findings are `li.finding`. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** How many findings are shown, at least one. */
  readonly shown: number;
  /** The remaining height below them. */
  readonly leftRem: number;
  showAll(): void;
}

/**
 * Measures before the first paint how many findings fit, so that what is below the list starts in the same place,
 * however many there are. Without layout, as in tests, all of them fit.
 */
export function useRoom(roomRem = ROOM_REM): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [{ shown, leftRem }, setRoom] = useState({ shown: Number.POSITIVE_INFINITY, leftRem: 0 });
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const top = list.getBoundingClientRect().top;
    const bottoms = [...list.querySelectorAll('li.finding')].map((item) => item.getBoundingClientRect().bottom - top);
    const fitting = bottoms.filter((bottom) => bottom <= (roomRem - ROWS_REM) * rem).length;
    const last = bottoms[fitting - 1] ?? 0;
    setRoom({
      shown: fitting === bottoms.length ? Number.POSITIVE_INFINITY : Math.max(1, fitting),
      leftRem: fitting === bottoms.length ? roomRem - last / rem : 0,
    });
  }, [roomRem]);
  return { ref, shown, leftRem, showAll: () => setRoom({ shown: Number.POSITIVE_INFINITY, leftRem: 0 }) };
}
