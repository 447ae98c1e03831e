import { type RefObject, useCallback, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fromTheTop } from '../../browser/page/entry-scroll.ts';

export interface LinkedTarget {
  /** The target in the page's address, unchanged. */
  readonly linked: string | null;
  /** The value that the form has already handled; other changes of the address come from links, Back and Forward. */
  readonly known: RefObject<string | null>;
  /**
   * Puts a target into the address, as a new history entry unless it is there already. `isBusy`: the running lookup is
   * replaced and leaves no entry. The page is shown from its top, where the answer begins.
   */
  begin(target: string, isBusy: boolean): void;
  /** Undoes the last `begin`: the address returns to what it was. */
  undo(before: string | null): void;
  /** Changes or removes the target in the address without a new history entry. */
  correct(target: string | null): void;
}

const nothing: Readonly<Record<string, string>> = {};

/**
 * The target in the page's address, with the further parameters `more`: every lookup can be shared, and Back leads to
 * it.
 */
export function useLinkedTarget(param: string, more = nothing): LinkedTarget {
  const [path, navigate] = useLocation();
  const linked = new URLSearchParams(useOwnSearch(path)).get(param);
  const known = useRef<string | null>(null);
  /** Whether the running lookup has its own history entry. */
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
  return { linked, known, begin, undo, correct: write };

  function begin(target: string, isBusy: boolean): void {
    fromTheTop(() => write(target, isBusy));
  }

  function undo(before: string | null): void {
    if (hasEntry.current) {
      hasEntry.current = false;
      known.current = before;
      history.back();
    } else write(before);
  }
}

/** The query of this page's address: the router may already be at another page's address before that page is shown. */
export function useOwnSearch(path: string): string {
  const search = useSearch();
  const [own] = useState(path);
  const [last, setLast] = useState(search);
  if (path !== own) return last;
  if (last !== search) setLast(search);
  return search;
}
