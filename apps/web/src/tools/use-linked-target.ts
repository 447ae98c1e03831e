import { type RefObject, useCallback, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

export interface LinkedTarget {
  /** What the page's address asks for, as it stands there. */
  readonly linked: string | null;
  /** What the field already answers to: the rest of the address's changes come from links, Back and Forward. */
  readonly known: RefObject<string | null>;
  /**
   * Has the address ask for something, as a new entry of the history unless it asks for just that already. `isBusy`:
   * the lookup that runs makes way and leaves no entry behind.
   */
  begin(target: string, isBusy: boolean): void;
  /** Takes the last `begin` back: the address asks for what it asked for before. */
  undo(before: string | null): void;
  /** Has the address ask for something, or for nothing, without a new entry. */
  correct(target: string | null): void;
}

const nothing: Readonly<Record<string, string>> = {};

/** The target in the page's address, and `more` that belongs to it: every lookup can be shared, and Back leads to it. */
export function useLinkedTarget(param: string, more = nothing): LinkedTarget {
  const [path, navigate] = useLocation();
  const linked = new URLSearchParams(useOwnSearch(path)).get(param);
  const known = useRef<string | null>(null);
  /** Whether the lookup that runs has an entry of its own. */
  const hasEntry = useRef(false);
  const write = useCallback(
    (target: string | null, isBusy?: boolean) => {
      known.current = target;
      const query = String(new URLSearchParams(target === null ? '' : { [param]: target, ...more }));
      const isNew = query !== String(new URLSearchParams(location.search));
      if (isBusy === false) hasEntry.current = isNew;
      navigate(query === '' ? path : `${path}?${query}`, { replace: isBusy !== false || !isNew });
    },
    [navigate, path, param, more],
  );
  return { linked, known, begin: write, undo, correct: write };

  function undo(before: string | null): void {
    if (hasEntry.current) {
      hasEntry.current = false;
      known.current = before;
      history.back();
    } else write(before);
  }
}

/** The query of this page's address: the address of another page may be there before that page is. */
export function useOwnSearch(path: string): string {
  const search = useSearch();
  const [own] = useState(path);
  const [last, setLast] = useState(search);
  if (path !== own) return last;
  if (last !== search) setLast(search);
  return search;
}
