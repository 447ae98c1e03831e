import { useEffect, useRef } from 'react';
import { announce } from '../ui/announce.ts';
import { rememberScroll, restoreScroll } from './entry-scroll.ts';

/** On a new page: from the top, or where it was left, with the focus on its content and its title read out. Not on the first one. */
export function useArrival(pageTitle: string): void {
  const shown = useRef(pageTitle);
  useEffect(rememberScroll, []);
  useEffect(() => {
    if (shown.current === pageTitle) return;
    shown.current = pageTitle;
    document.getElementById('main')?.focus({ preventScroll: true });
    restoreScroll();
    announce(pageTitle);
  }, [pageTitle]);
}
