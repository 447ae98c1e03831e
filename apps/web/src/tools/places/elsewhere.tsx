// In this folder: the same lookup from other places. All but this file is loaded on servers that have places.
import { lazy, Suspense, useEffect, useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import type { ElsewhereProps } from './elsewhere-props.ts';

const From = lazy(() => import('./from.tsx').then((loaded) => ({ default: loaded.From })));

/** The choice of places beside the field; it is part of the prerendered page, so that nothing moves. */
export function Elsewhere(props: Omit<ElsewhereProps, 'onChoose'>) {
  const [isRunning, setRunning] = useState(false);
  const [chosen, choose] = useState('this server');
  useEffect(() => setRunning(true), []);
  return (
    siteConfig.places && (
      // Servers without places find it by this name, and remove it.
      <details className="options from" data-places>
        <summary>{`From: ${chosen}`}</summary>
        {isRunning && (
          <Suspense fallback={null}>
            <From {...props} onChoose={choose} />
          </Suspense>
        )}
      </details>
    )
  );
}
