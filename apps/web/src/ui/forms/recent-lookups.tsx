import { forgetLookups, useRecentLookups, withNewest } from '../../browser/storage/recent-lookups.ts';
import { useBothSpellings } from '../use-both-spellings.ts';
import { Chip } from './chip.tsx';

export interface RecentLookupsProps {
  readonly tool: string;
  /** The running lookup: shown first even before it is remembered, so that no chip moves when it is. */
  readonly current?: string | null;
  /** Examples for a first visit, if any, and the text before them. */
  readonly examples: readonly string[];
  readonly exampleWord?: string;
  hrefOf(target: string): string;
  onChoose(target: string): void;
}

/** The row below a field: recent lookups, otherwise examples. */
export function RecentLookups(props: RecentLookupsProps) {
  const { tool, current = null, examples, exampleWord = 'Try', hrefOf, onChoose } = props;
  const known = useRecentLookups().filter((lookup) => lookup.tool === tool);
  const hasRecent = known.length > 0 || current !== null;
  const recent = (current === null ? known : withNewest({ tool, target: current }, known)).map(({ target }) => target);
  const chips = useBothSpellings(hasRecent ? recent : examples);
  return (
    <div className="recent">
      {(hasRecent || examples.length > 0) && <span>{hasRecent ? 'Recent' : exampleWord}</span>}
      {/* Before the chips, which may be wider than the window: a mouse does not scroll sideways. */}
      {hasRecent && (
        <button type="button" onClick={() => forgetLookups(tool)}>
          Clear
        </button>
      )}
      {chips.map(({ target, shown }) => (
        // Keys differ between rows: an example that becomes a recent lookup is a new chip and does not «move».
        <Chip key={`${hasRecent} ${target}`} href={hrefOf(target)} onChoose={() => onChoose(target)}>
          {shown}
        </Chip>
      ))}
    </div>
  );
}
