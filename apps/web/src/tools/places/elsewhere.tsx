// In this folder: the same lookup from other places. All but this file is loaded on servers that have places.
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

export interface ElsewhereProps {
  readonly screen: ScreenCard;
  /** The lookup that has been started; null if none has. */
  readonly asked: { readonly target: string; readonly submitCount?: number } | null;
  /** Receives what the places see; null if none is asked. */
  onShow(shown: ReactNode): void;
}

const From = lazy(() => import('./from.tsx').then((loaded) => ({ default: loaded.From })));

/** The choice of places beside the field. */
export function Elsewhere(props: ElsewhereProps) {
  return (
    useHasPlaces() && (
      <Suspense fallback={null}>
        <From {...props} />
      </Suspense>
    )
  );
}

/** Whether this server may have places; false until the page runs, as it was rendered. */
function useHasPlaces(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(siteConfig.places === true), []);
  return has;
}

const listeners = new Set<() => void>();
let isTraced = false;

/** Tells the page whether there is a place that can trace. */
export function tellTraced(is: boolean): void {
  isTraced = is;
  for (const one of listeners) one();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether there is a place that can trace; false until the places are known. */
export const useTracedElsewhere = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isTraced,
    () => false,
  );
