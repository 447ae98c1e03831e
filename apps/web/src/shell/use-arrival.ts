import { useEffect, useRef } from 'react';
import { announce } from '../ui/announce.ts';

/** On a new page: from the top, with the focus on its content and its title read out. Not on the first one. */
export function useArrival(pageTitle: string): void {
  const shown = useRef(pageTitle);
  useEffect(() => {
    if (shown.current === pageTitle) return;
    shown.current = pageTitle;
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
    announce(pageTitle);
  }, [pageTitle]);
}
