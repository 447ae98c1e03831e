import { Link } from 'wouter';
import { lookupLink } from '../../../tools/screens/lookup-link.ts';
import type { ScreenCard } from '../../../tools/screens/screen-card.ts';
import type { ColumnFormat } from '../../../ui/tables/record-table.tsx';
import { breakable, LONG_NAME } from '../../../ui/text/breakable-text.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { formats } from './formats.tsx';

/** Formats of a table in which each row is a lookup, its tool second: the target leads to the page of that tool. */
export function lookupFormats(screens: readonly ScreenCard[]): ReadonlyMap<string, ColumnFormat> {
  const show: ColumnFormat['show'] = (target, [, tool]) => {
    const screen = screens.find(({ name }) => name === tool);
    const href = screen === undefined ? null : lookupLink(screen, target);
    const visible = shownText(target);
    const name = visible.length > LONG_NAME ? breakable(visible) : visible;
    return <span className="mono">{href === null ? name : <Link href={href}>{name}</Link>}</span>;
  };
  return new Map([...formats, ['Target', { show }]]);
}
