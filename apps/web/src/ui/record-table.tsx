import { Fragment, useRef } from 'react';
import { humaniseSeconds } from './humanise-seconds.ts';
import { shownText } from './shown-text.ts';
import { useFirst } from './use-first.ts';

export interface RecordTableProps {
  /** Names the table for those who cannot see its heading. */
  readonly label: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One answer holds up to four thousand records, which stop a browser for seconds: the rest comes when it is wanted. */
const SHOWN_AT_FIRST = 100;

/** More columns than fit beside each other without breaking every word. */
const MANY = 6;

/** Columns and cells as the server sends them; only a TTL is put into words. */
export function RecordTable({ label, titles, rows }: RecordTableProps) {
  const { shown, hidden, showAll } = useFirst(rows, SHOWN_AT_FIRST);
  const region = useRef<HTMLElement>(null);
  function showRest() {
    showAll();
    // The button goes, and the focus with it.
    region.current?.focus({ preventScroll: true });
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <section ref={region} className="tbl" tabIndex={0} aria-label={`${label}, table`}>
        <table className={titles.length > MANY ? 'many' : undefined}>
          <thead>
            <tr>
              {titles.map((title, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and never move
                <th key={column} scope="col" className={isTtl(title) ? 'r' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: equal records may stand in one answer
              <Row key={index} titles={titles} cells={row} />
            ))}
          </tbody>
        </table>
      </section>
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

function Row({ titles, cells }: { readonly titles: readonly string[]; readonly cells: readonly string[] }) {
  return (
    <tr>
      {cells.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as the columns
        <Cell key={column} title={titles[column] ?? ''} text={shownText(cell)} />
      ))}
    </tr>
  );
}

const isTtl = (title: string) => title.toUpperCase() === 'TTL';

/** A longer text may break anywhere; a shorter one only after its dots. */
const LONG = 24;

function Cell({ title, text }: { title: string; text: string }) {
  if (text.length > LONG) return <td className="mono long">{text}</td>;
  if (!isTtl(title)) return <td className="mono">{breakingAfterDots(text)}</td>;
  const isWholeNumber = /^\d+$/.test(text);
  return (
    <td className="mono r">
      {isWholeNumber ? <span title={`${text} seconds`}>{humaniseSeconds(Number(text))}</span> : text}
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
