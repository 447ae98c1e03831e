import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Long enough to be followed by the eye. */
const MOVE_MS = 280;

/**
 * Keeps the tool's data where it is when its lookup ends. A card that needs less room than before keeps the room it had. What
 * to do comes above the data only then: for a visitor who has not scrolled, the data is seen on its way down. Whatever
 * somebody has scrolled to stays where it is, by the scroll anchoring of the browser.
 */
export function useSettled(isRunning: boolean): RefObject<HTMLDivElement | null> {
  const data = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const first = useRef<Element | null | undefined>(null);
  const settledWidth = useRef(0);
  useLayoutEffect(() => {
    const { current } = data;
    if (current === null) return;
    const before = place.current;
    place.current = isRunning ? placeOf(current) : null;
    const panel = current.querySelector('.grid > *');
    // What comes only now is not on its way from anywhere.
    const isSeen = first.current === panel;
    first.current = panel;
    // The time of the answer comes with another render before the next picture.
    if (isRunning || before === null) return;
    queueMicrotask(() => {
      settle(current, placeOf(current) - before, isSeen);
      // Read here, where the layout is known: to read it of every answer as it appears would lay the page out once more.
      settledWidth.current = innerWidth;
    });
  });
  useEffect(() => {
    // Only of another width: a phone changes the height while it scrolls.
    const release = () => {
      if (innerWidth !== settledWidth.current) cardOf(data.current)?.style.removeProperty('--held');
    };
    addEventListener('resize', release);
    return () => removeEventListener('resize', release);
  }, []);
  return data;
}

/** How far below the beginning of the answer, which may be rising. */
function placeOf(data: HTMLElement): number {
  return data.getBoundingClientRect().top - (data.parentElement?.getBoundingClientRect().top ?? 0);
}

const cardOf = (data: HTMLElement | null) => data?.parentElement?.querySelector<HTMLElement>(':scope > .verdict');

function settle(data: HTMLElement, movedBy: number, isSeen: boolean): void {
  const card = cardOf(data);
  if (movedBy < 0) card?.style.setProperty('--held', `${card.getBoundingClientRect().height - movedBy}px`);
  if (!isSeen || movedBy <= 0 || scrollY > 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = { transform: `translateY(${-movedBy}px)` };
  for (let part: Element | null = data; part !== null; part = part.nextElementSibling)
    part.animate([from, { transform: 'none' }], { duration: MOVE_MS, easing: 'ease-in-out' });
}
