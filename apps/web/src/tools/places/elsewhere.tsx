// In this folder: the same lookup from other places. All but this file is loaded on servers that have places.
import { lazy, Suspense, useEffect, useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import type { ElsewhereProps } from './elsewhere-props.ts';

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
