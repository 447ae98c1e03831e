import { useEffect } from 'react';

/**
 * Keeps the keyboard's place when a press removes its own button: the focus goes to the button that replaces it, to the
 * area that held it, or to the field if nothing is left there. Without this, it falls to the top of the document.
 */
export function useKeptFocus(): void {
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
      const area = document.querySelector<HTMLElement>('.answer-area');
      const again = [...(area?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === words);
      area?.setAttribute('tabindex', '-1');
      (again ?? area ?? document.getElementById('field'))?.focus({ preventScroll: true });
    };
    remember();
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      // Cancelling may remove the whole answer.
      keep();
    };
  }, []);
}
