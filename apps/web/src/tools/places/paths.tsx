import { hopsText, type MergedPaths, sharedWords } from '@sonde/contract/places/merged-paths';
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
      {paths.map((path) => (
        <li key={path.hops.at(-1)}>
          <h3>{visibleText(path.places.map(nameOf).join(', '))}</h3>
          <p>
            {sharedWords(path)}: <span className="mono">{visibleText(hopsText(path))}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
