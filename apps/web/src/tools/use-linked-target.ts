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

const nothing: Readonly<Record<string, string>> = {};

/** The target in the page's address, and `more` that belongs to it: every lookup can be shared. */
export function useLinkedTarget(param: string, more = nothing): LinkedTarget {
  const [path, navigate] = useLocation();
  const linked = new URLSearchParams(useSearch()).get(param);
  const known = useRef<string | null>(null);
  const goTo = useCallback(
    (target: string | null) => {
      known.current = target;
      const query = new URLSearchParams({ [param]: target ?? '', ...more });
      navigate(target === null ? path : `${path}?${query}`, { replace: true });
    },
    [navigate, path, param, more],
  );
  return { linked, known, goTo };
}
