import { useEffect, useState } from 'react';

const IDN = /xn--|[^\0-\x7f]/i;

type Spell = (target: string) => string;
const asTyped: Spell = (target) => target;
/** Set once the code is loaded, for all rows of targets. */
let loaded: Spell | null = null;

/**
 * Targets as they are shown: an IDN in both spellings. The code for that is loaded only if there is an IDN; until then
 * the targets from the first IDN on are left out, because its chip grows and would move those after it.
 */
export function useBothSpellings(
  targets: readonly string[],
): readonly { readonly target: string; readonly shown: string }[] {
  const [spell, setSpell] = useState<Spell | null>(() => loaded);
  const firstIdn = targets.findIndex((target) => IDN.test(target));
  const isNeeded = firstIdn >= 0 && spell === null;
  useEffect(() => {
    if (!isNeeded) return;
    import('./other-spelling.ts').then(
      ({ bothSpellings }) => {
        loaded = bothSpellings;
        setSpell(() => bothSpellings);
      },
      () => setSpell(() => asTyped),
    );
  }, [isNeeded]);
  const ready = isNeeded ? targets.slice(0, firstIdn) : targets;
  return ready.map((target) => ({ target, shown: (spell ?? asTyped)(target) }));
}
