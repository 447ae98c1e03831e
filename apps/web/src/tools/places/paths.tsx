import type { MergedPaths } from '@sonde/contract/places/merged-paths';
import { counted } from '@sonde/contract/text/counted';
import { visibleText } from '../../ui/text/visible-text.ts';

interface PathsProps {
  readonly paths: readonly MergedPaths[];
  nameOf(id: string): string;
}

/** The last hops that the paths of several places share. */
export function Paths({ paths, nameOf }: PathsProps) {
  if (paths.length === 0) return null;
  return (
    <ul className="place-groups" aria-label="Paths at the side of the target">
      {paths.map(({ places, hops }) => (
        <li key={hops.at(-1)}>
          <h3>{visibleText(places.map(nameOf).join(', '))}</h3>
          <p>
            {places.length === 1
              ? 'Path: '
              : hops.length === 1
                ? 'Only the last hop is the same: '
                : `The last ${counted(hops.length, 'hop')} are the same: `}
            <span className="mono">{visibleText(hops.map((hop) => hop ?? '(silent)').join(' → '))}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
