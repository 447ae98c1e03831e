import { Fragment, type ReactNode, useRef } from 'react';
import { shownText } from './shown-text.ts';
import { useFirst } from './use-first.ts';
import { useOverflow } from './use-overflow.ts';

/** How the cells of a column are shown. */
export interface ColumnLook {
  /** For numbers: to the right, in one line. */
  readonly isRight?: boolean;
  /** For what says the same in every row and is told above the table: read aloud, not seen. */
  readonly isUnseen?: boolean;
  /** What stands in a cell; null for the text as it is. */
  show?(text: string): ReactNode;
}

export interface RecordTableProps {
  /** Names the table for those who cannot see its heading. */
  readonly label: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns that are more than text, by their titles. */
  readonly looks?: ReadonlyMap<string, ColumnLook>;
}

/** One answer holds up to four thousand records, which stop a browser for seconds: the rest comes when it is wanted. */
const SHOWN_AT_FIRST = 100;

/** More columns than fit beside each other without breaking every word. */
const MANY = 6;

const plainColumns: ReadonlyMap<string, ColumnLook> = new Map();

/** Columns and cells as the server sends them, unless their column has a look of its own. */
export function RecordTable({ label, titles, rows, looks = plainColumns }: RecordTableProps) {
  const { shown, hidden, showAll } = useFirst(rows, SHOWN_AT_FIRST);
  const region = useRef<HTMLElement>(null);
  const overflow = useOverflow(region);
  function showRest() {
    showAll();
    // The button goes, and the focus with it.
    region.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <div className="tbl-edge" data-overflow={overflow}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <section ref={region} className="tbl" tabIndex={0} aria-label={`${label}, table`}>
          <table className={titles.length > MANY ? 'many' : undefined}>
            <thead>
              <tr>
                {titles.map((title, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and never move
                  <Heading key={column} title={title} look={looks.get(title)} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: equal records may stand in one answer
                <Row key={index} titles={titles} cells={row} looks={looks} />
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

type Look = ColumnLook | undefined;

function Heading({ title, look }: { readonly title: string; readonly look: Look }) {
  return (
    <th scope="col" className={look?.isUnseen ? 'unseen' : look?.isRight ? 'r' : undefined}>
      {look?.isUnseen ? <span className="sr">{title}</span> : title}
    </th>
  );
}

interface RowProps extends Required<Pick<RecordTableProps, 'titles' | 'looks'>> {
  readonly cells: readonly string[];
}

function Row({ titles, cells, looks }: RowProps) {
  return (
    <tr>
      {cells.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as the columns
        <Cell key={column} title={titles[column] ?? ''} text={cell} look={looks.get(titles[column] ?? '')} />
      ))}
    </tr>
  );
}

/** A longer text may break anywhere; a shorter one only after its dots. */
const LONG = 24;

function Cell({ title, text, look }: { readonly title: string; readonly text: string; readonly look: Look }) {
  const visible = shownText(text);
  if (look?.isUnseen) {
    return (
      <td className="unseen">
        <span className="sr">{visible}</span>
      </td>
    );
  }
  const shown = look?.show?.(text) ?? null;
  const isLong = visible.length > LONG;
  const className = look?.isRight ? 'mono r' : isLong ? 'mono long' : 'mono';
  return (
    // On paper a row of many columns is a list, and each cell says by itself what it is.
    <td className={className} data-title={title}>
      {shown ?? (isLong ? visible : breakingAfterDots(visible))}
    </td>
  );
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
