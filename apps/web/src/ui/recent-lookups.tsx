import { Chip } from './chip.tsx';
import { forgetLookups, useRecentLookups, withNewest } from './recent-store.ts';

export interface RecentLookupsProps {
  readonly tool: string;
  /** What is being looked up: it stands first before it is remembered, which it is when it has ended, so that no chip moves then. */
  readonly current?: string | null;
  /** What to offer a first visitor, if anything, and the word before it. */
  readonly examples: readonly string[];
  readonly exampleWord?: string;
  hrefOf(target: string): string;
  onChoose(target: string): void;
}

/** The row under a field: what was looked up before, else examples. */
export function RecentLookups(props: RecentLookupsProps) {
  const { tool, current = null, examples, exampleWord = 'Try', hrefOf, onChoose } = props;
  const known = useRecentLookups().filter((lookup) => lookup.tool === tool);
  const hasRecent = known.length > 0 || current !== null;
  const recent = (current === null ? known : withNewest({ tool, target: current }, known)).map(({ target }) => target);
  return (
    <>
      {(hasRecent || examples.length > 0) && <span>{hasRecent ? 'Recent' : exampleWord}</span>}
      {/* Before them: they may be more than the window is wide, and a mouse does not scroll sideways. */}
      {hasRecent && (
        <button type="button" onClick={() => forgetLookups(tool)}>
          Clear
        </button>
      )}
      {(hasRecent ? recent : examples).map((target) => (
        // A key of its own for each row: an example that becomes a recent lookup is a new chip and does not "move".
        <Chip key={`${hasRecent} ${target}`} href={hrefOf(target)} onChoose={() => onChoose(target)}>
          {target}
        </Chip>
      ))}
    </>
  );
}
