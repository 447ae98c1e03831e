import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When a lookup ends, its verdict and what to do come above the data, which thereby begins lower. It is not seen on its
 * way: what is below is drawn again in its new place. What the visitor is using stays visible.
 */
export function useSettled(isRunning: boolean): RefObject<HTMLDivElement | null> {
  const data = useRef<HTMLDivElement>(null);
  const wasRunning = useRef(isRunning);
  useLayoutEffect(() => {
    const hasEnded = wasRunning.current && !isRunning;
    wasRunning.current = isRunning;
    if (!hasEnded) return;
    const below = [...(data.current?.closest('.results')?.children ?? [])].filter(
      (part): part is HTMLElement =>
        part instanceof HTMLElement && !part.matches('.verdict, .todo') && !part.contains(document.activeElement),
    );
    const show = (visibility: string) => {
      for (const part of below) part.style.visibility = visibility;
    };
    show('hidden');
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => show(''));
    });
    return () => {
      cancelAnimationFrame(frame);
      show('');
    };
  }, [isRunning]);
  return data;
}
