import { Link } from 'wouter';
import { lookupLink } from '../../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../../tools/screens/screen-card.ts';
import { RotateCw } from '../../../ui/icons/lucide/rotate-cw.ts';
import type { ColumnFormat } from '../../../ui/tables/record-table.tsx';
import { breakable, LONG_NAME } from '../../../ui/text/breakable-text.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { formats } from './formats.tsx';

/**
 * Formats of a table in which each row is a lookup, its tool second: the target leads to the answer that was kept, and a
 * sign beside it to the page of that tool, which looks it up again; without a kept answer, the target itself does.
 * @param keptOf the address of the kept answer of a row; null if there is none.
 */
export function lookupFormats(
  screens: readonly ScreenCard[],
  keptOf: (row: readonly string[]) => string | null,
): ReadonlyMap<string, ColumnFormat> {
  const show: ColumnFormat['show'] = (target, row) => {
    const [, tool = ''] = row;
    const screen = screens.find(({ name }) => name === tool);
    const again = screen === undefined ? null : lookupLink(screen, target);
    const kept = keptOf(row);
    const href = kept ?? again;
    const visible = shownText(target);
    const name = visible.length > LONG_NAME ? breakable(visible) : visible;
    return (
      <span className="mono kept-lookup">
        <span>{href === null ? name : <Link href={href}>{name}</Link>}</span>
        {kept !== null && again !== null && (
          <Link className="copy" href={again} aria-label={`Look up ${visible} again with ${tool}`}>
            <RotateCw className="i" />
          </Link>
        )}
      </span>
    );
  };
  return new Map([...formats, ['Target', { show }]]);
}
