import { useLayoutEffect } from 'react';

/**
 * Makes the header of the page one bar while something is looked up. `boot.ts` does the same before the script is
 * loaded, so that nothing moves later.
 */
export function useBar(isAsked: boolean): void {
  useLayoutEffect(() => {
    const { documentElement: page } = document;
    page.toggleAttribute('data-asked', isAsked);
    return () => page.removeAttribute('data-asked');
  }, [isAsked]);
}
