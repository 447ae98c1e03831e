import { isOpenToTakeover } from '@sonde/contract/tools/subdomain/takeover';
import { useFirst } from '../../../ui/tables/use-first.ts';
import { shownText } from '../../../ui/text/shown-text.ts';
import type { ReadSubdomain } from '../query.ts';
import { TakeoverMark } from './takeover-mark.tsx';
import { type TreeRow, treeRows } from './tree-rows.ts';

/** The rest is shown on request. */
const SHOWN_AT_FIRST = 200;
const STEP = 18;
/** Deeper names stay at this depth, so that they are not pushed out of a small window. */
const DEEPEST = 6;

/** The names by their labels, from the domain down. */
export function TreeView({ names }: { readonly names: readonly ReadSubdomain[] }) {
  const { shown, hidden, showAll } = useFirst(treeRows(names), SHOWN_AT_FIRST);
  return (
    <div className="panel name-tree">
      <ul aria-label="Subdomains as a tree">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <Row key={index} row={row} />
        ))}
      </ul>
      {hidden > 0 && (
        <div className="rest">
          <button className="btn" type="button" onClick={showAll}>
            Show {hidden} more
          </button>
        </div>
      )}
    </div>
  );
}

function Row({ row: { label, depth, lines, isLast, name } }: { readonly row: TreeRow }) {
  const level = Math.min(depth, DEEPEST);
  const middle = (level - 0.5) * STEP;
  return (
    <li>
      <svg width={level * STEP} aria-hidden="true">
        {lines.slice(1, level).map((goesOn, at) => {
          const x = (at + 0.5) * STEP;
          // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
          return goesOn && <line key={at} x1={x} x2={x} y1="0" y2="100%" />;
        })}
        {level > 0 && <line x1={middle} x2={middle} y1="0" y2={isLast ? '50%' : '100%'} />}
        {level > 0 && <line x1={middle} x2={level * STEP - 3} y1="50%" y2="50%" />}
      </svg>
      <span className={name === null ? 'mute' : 'label'}>
        {depth > 0 && <span className="sr">level {depth}: </span>}
        {shownText(label)}
      </span>
      {name !== null && isOpenToTakeover(name) && <TakeoverMark />}
      {name !== null && <span className="at">{placeOf(name)}</span>}
    </li>
  );
}

/** Its addresses, or why there are none. */
function placeOf({ ipv4List, ipv6List, resolves, unknownFamilies }: ReadSubdomain): string {
  const all = [...ipv4List, ...ipv6List];
  if (all.length > 0) return all.slice(0, 2).join(', ') + (all.length > 2 ? ` and ${all.length - 2} more` : '');
  if (resolves === false) return 'does not resolve';
  return resolves === null || unknownFamilies.length > 0 ? 'no answer' : 'no public address';
}
