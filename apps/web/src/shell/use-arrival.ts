import { useEffect, useRef } from 'react';
import { rememberScroll, restoreScroll } from '../browser/page/entry-scroll.ts';
import { announce } from '../ui/feedback/announce.ts';

/** On every page after the first: restores the scroll position, focuses the content and announces the title. */
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
