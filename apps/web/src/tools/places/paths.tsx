import { hopsText, type PathTree, sharedWords } from '@sonde/contract/places/merged-paths';
import { counted } from '@sonde/contract/text/counted';
import { visibleText } from '../../ui/text/visible-text.ts';

interface PathsProps {
  readonly trees: readonly PathTree[];
  nameOf(id: string): string;
}

/** The paths of the places, merged from the target on: what all of them share, and before that what some do. */
export function Paths({ trees, nameOf }: PathsProps) {
  if (trees.length === 0) return null;
  return (
    <ul className="place-groups path-trees" aria-label="Paths at the side of the target">
      {trees.map((tree) => (
        <li key={tree.hops.at(-1)}>
          <h3>{visibleText(tree.places.map(nameOf).join(', '))}</h3>
          <p>
            {sharedWords(tree)}: <span className="mono">{visibleText(hopsText(tree))}</span>
          </p>
          <Branches branches={tree.branches} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  );
}

interface BranchesProps {
  readonly branches: readonly PathTree[];
  nameOf(id: string): string;
}

/** What comes before the hops that are shared. */
function Branches({ branches, nameOf }: BranchesProps) {
  // Everything of these paths is shared already.
  if (branches.every(({ hops }) => hops.length === 0)) return null;
  return (
    <ul>
      {branches.map((branch) => (
        <li key={branch.places.join(',')}>
          <p>
            <b>{visibleText(branch.places.map(nameOf).join(', '))}</b>: {beforeWords(branch)}
            {branch.hops.length > 0 && (
              <>
                : <span className="mono">{visibleText(hopsText(branch))}</span>
              </>
            )}
          </p>
          <Branches branches={branch.branches} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  );
}

function beforeWords({ places, hops }: PathTree): string {
  if (places.length > 1) return `${counted(hops.length, 'more hop')} shared`;
  return hops.length === 0 ? 'nothing before' : `${counted(hops.length, 'hop')} before`;
}
