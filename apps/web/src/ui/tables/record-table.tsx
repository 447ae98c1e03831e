// In this folder: tables and lists of values.
import { Fragment, type ReactNode, useRef } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { useRegionNames } from '../layout/region-names.ts';
import { breakable } from '../text/breakable-text.tsx';
import { shownText } from '../text/shown-text.ts';
import stackedSheet from './stacked.css?inline';
import { useFirst } from './use-first.ts';
import { useOverflow } from './use-overflow.ts';

/** How the cells of a column are shown. */
export interface ColumnFormat {
  /** For numbers: aligned right, in one line. */
  readonly isRight?: boolean;
  /** For a column with the same text in every row, which is shown above the table: visible to screen readers only. */
  readonly isUnseen?: boolean;
  /** The content of a cell, which may depend on the others of its row; null for the plain text. */
  show?(text: string, row: readonly string[]): ReactNode;
}

export interface RecordTableProps {
  /** The table's label for screen readers. */
  readonly label: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Formats of columns, by their titles. */
  readonly formats?: ReadonlyMap<string, ColumnFormat>;
  /** In small windows each row becomes a list, so that no column is out of sight. */
  readonly isStacked?: boolean;
}

/** An answer may have four thousand records, which would block the browser for seconds: the rest is shown on demand. */
const SHOWN_AT_FIRST = 100;

/** With more columns, almost every word would have to be broken. */
const MANY = 5;

const plainColumns: ReadonlyMap<string, ColumnFormat> = new Map();

/** Shows columns and cells as the server sends them, unless their column has a format. */
export function RecordTable({ label, titles, rows, formats = plainColumns, isStacked = false }: RecordTableProps) {
  const { shown, hidden, showAll } = useFirst(rows, SHOWN_AT_FIRST);
  const region = useRef<HTMLElement>(null);
  const overflow = useOverflow(region);
  const named = useRegionNames();
  if (isStacked) adoptSheet(stackedSheet);
  function showRest() {
    showAll();
    // The button disappears and would take the focus with it.
    region.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <div className="tbl-edge" data-overflow={overflow}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <section ref={region} className="tbl" tabIndex={0} aria-label={named(`${label}, table`)}>
          <table className={lookOfTable(titles.length, isStacked)}>
            <thead>
              <tr>
                {titles.map((title, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and never move
                  <Heading key={column} title={title} format={formats.get(title)} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one answer may contain equal records
                <Row key={index} titles={titles} cells={row} formats={formats} />
              ))}
            </tbody>
          </table>
        </section>
      </div>
      {hidden > 0 && (
        <div className="rest">
          <button className="btn" type="button" onClick={showRest}>
            Show {hidden} more
          </button>
        </div>
      )}
    </>
  );
}

function lookOfTable(columns: number, isStacked: boolean): string | undefined {
  const looks = [...(columns > MANY ? ['many'] : []), ...(isStacked ? ['stacked'] : [])];
  return looks.length === 0 ? undefined : looks.join(' ');
}

type Look = ColumnFormat | undefined;

function Heading({ title, format }: { readonly title: string; readonly format: Look }) {
  return (
    <th scope="col" className={format?.isUnseen ? 'unseen' : format?.isRight ? 'r' : undefined}>
      {format?.isUnseen ? <span className="sr">{title}</span> : title}
    </th>
  );
}

interface RowProps extends Required<Pick<RecordTableProps, 'titles' | 'formats'>> {
  readonly cells: readonly string[];
}

function Row({ titles, cells, formats }: RowProps) {
  return (
    <tr>
      {cells.map((cell, column) => {
        const title = titles[column] ?? '';
        // biome-ignore lint/suspicious/noArrayIndexKey: as the columns
        return <Cell key={column} title={title} text={cell} row={cells} format={formats.get(title)} />;
      })}
    </tr>
  );
}

/** Longer words may break anywhere; shorter ones only after dots. */
const LONG = 24;
/** Numbers, times and IPv4 addresses, which stay in one line. */
const FIGURES = /^[\d.:+-]+(?: [\d.:+-]+)?(?: UTC)?$/;

interface CellProps {
  readonly title: string;
  readonly text: string;
  readonly row: readonly string[];
  readonly format: Look;
}

function Cell({ title, text, row, format }: CellProps) {
  const visible = shownText(text);
  if (format?.isUnseen) {
    return (
      <td className="unseen">
        <span className="sr">{visible}</span>
      </td>
    );
  }
  const shown = format?.show?.(text, row) ?? null;
  const isLong = visible.split(' ').some((word) => word.length > LONG);
  const look = format?.isRight ? 'r' : lookOf(visible, isLong);
  return (
    // In print a row with many columns, and in small windows a stacked row, is a list in which each cell has its title.
    <td className={`mono ${look}`} data-title={title}>
      {shown ?? (isLong ? breakable(visible) : visible === '' ? null : breakingAfterDots(visible))}
    </td>
  );
}

function lookOf(visible: string, isLong: boolean): string {
  if (isLong) return 'long';
  if (FIGURES.test(visible)) return 'figures';
  return visible.length > LONG ? 'phrase' : 'short';
}

function breakingAfterDots(text: string) {
  return text.split(/(?<=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
