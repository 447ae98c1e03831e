import { type RefObject, useCallback, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

export interface LinkedTarget {
  /** What the page's address asks for, as it stands there. */
  readonly linked: string | null;
  /** What the field already answers to: the rest of the address's changes come from links. */
  readonly known: RefObject<string | null>;
  /** Has the address ask for something, or for nothing. */
  goTo(target: string | null): void;
}

/** The target in the page's address: every lookup can be shared. */
export function useLinkedTarget(param: string): LinkedTarget {
  const [path, navigate] = useLocation();
  const linked = new URLSearchParams(useSearch()).get(param);
  const known = useRef<string | null>(null);
  const goTo = useCallback(
    (target: string | null) => {
      known.current = target;
      navigate(target === null ? path : `${path}?${new URLSearchParams({ [param]: target })}`, { replace: true });
    },
    [navigate, path, param],
  );
  return { linked, known, goTo };
}
