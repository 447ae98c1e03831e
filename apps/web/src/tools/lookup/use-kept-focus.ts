import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place when a press removes its own button: the focus goes to the button that replaces it, or to
 * the area that held it, or to the field if nothing is left there. Without this, it falls to the top of the document.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last: Element | null = null;
    let words = '';
    const remember = () => {
      const { activeElement: at } = document;
      last = at?.closest('.answer-area') ? at : null;
      words = last?.textContent ?? '';
    };
    const keep = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      const { current } = area;
      const again = [...(current?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === words);
      current?.setAttribute('tabindex', '-1');
      (again ?? current ?? document.getElementById('field'))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
  return area;
}
