import { type RefObject, useLayoutEffect } from 'react';

/**
 * Makes text typed into the prerendered field before hydration win over the state: hydration leaves it in the field
 * without notice.
 */
export function useTextTypedEarly(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  take: (value: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the commit that hydrates
  useLayoutEffect(() => {
    const typed = field.current?.value ?? value;
    // `boot.ts` has put the target of the address into the field: nobody has typed it.
    const isLinked = typed === new URLSearchParams(location.search).get(field.current?.name ?? '');
    if (typed !== value && !isLinked) take(typed);
  }, []);
}
