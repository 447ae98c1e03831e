import { useEffect, useState } from 'react';

const IDN = /xn--|[^\0-\x7f]/i;
const none: ReadonlyMap<string, string> = new Map();

/** The other spellings of the IDNs among some targets. What finds them is fetched only where there is an IDN. */
export function useOtherSpellings(targets: readonly string[]): ReadonlyMap<string, string> {
  const [found, setFound] = useState(none);
  const idns = targets.filter((target) => IDN.test(target)).join('\n');
  useEffect(() => {
    if (idns === '') return;
    let isOver = false;
    import('./other-spelling.ts').then(
      ({ otherSpelling }) => {
        if (isOver) return;
        setFound(
          new Map(
            idns.split('\n').flatMap((idn) => {
              const other = otherSpelling(idn);
              return other === null ? [] : [[idn, other] as const];
            }),
          ),
        );
      },
      // Without it the chips show what was typed.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [idns]);
  return found;
}
