import { lazy, Suspense, use } from 'react';
import { CheckedContext } from '../checked-context.ts';
import type { CameFromProps } from './exchange-filter.ts';

/** Loaded only by visitors who record a lookup. */
const PartExchanges = lazy(() =>
  import('./part-exchanges.tsx').then(({ PartExchanges: Loaded }) => ({ default: Loaded })),
);

/**
 * The exchanges that a part of the answer came from, folded; nothing if the lookup was not recorded or no exchange
 * fits.
 */
export function CameFrom(props: CameFromProps) {
  const checked = use(CheckedContext);
  const evidence = checked ? checked.evidence : undefined;
  if (evidence === undefined) return null;
  return (
    <Suspense>
      <PartExchanges evidence={evidence} {...props} />
    </Suspense>
  );
}
