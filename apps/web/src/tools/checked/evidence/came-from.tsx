import { type ComponentType, useContext, useEffect, useState } from 'react';
import { CheckedContext } from '../checked-context.ts';
import type { CameFromProps } from './exchange-filter.ts';

type Recorded = CameFromProps & { readonly evidence: unknown };

let known: ComponentType<Recorded> | null = null;

/** Only who has a lookup recorded loads it; before the answer comes, so that nothing is inserted into it later. */
export async function loadPartExchanges(): Promise<ComponentType<Recorded>> {
  known ??= (await import('./part-exchanges.tsx')).PartExchanges;
  return known;
}

/**
 * The exchanges that a part of the answer came from, folded; nothing if the lookup was not recorded or no exchange
 * fits.
 */
export function CameFrom(props: CameFromProps) {
  const checked = useContext(CheckedContext);
  const evidence = checked ? checked.evidence : undefined;
  return evidence === undefined ? null : <Loaded evidence={evidence} {...props} />;
}

function Loaded(props: Recorded) {
  const [PartExchanges, setLoaded] = useState(() => known);
  useEffect(() => {
    if (PartExchanges !== null) return;
    // Without it the list below the answer has them all.
    loadPartExchanges().then(
      (loaded) => setLoaded(() => loaded),
      () => {},
    );
  }, [PartExchanges]);
  return PartExchanges && <PartExchanges {...props} />;
}
