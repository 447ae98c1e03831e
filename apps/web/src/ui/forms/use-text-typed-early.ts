import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Makes text typed into the prerendered field before hydration win over the state: hydration leaves it in the field
 * without notice.
 */
export function useTextTypedEarly(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  value: string,
  take: (value: string) => void,
): void {
  const [, setFollowed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the commit that hydrates
  useLayoutEffect(() => {
    const typed = field.current?.value ?? value;
    if (typed === value) return;
    // `boot.ts` has put the target of the address into the field: nobody has typed it.
    const isLinked = typed === new URLSearchParams(location.search).get(field.current?.name ?? '');
    // The lookup of a link must begin before the page without one is painted: a change of state now makes all effects run first.
    if (isLinked) setFollowed(true);
    else take(typed);
  }, []);
}
