import type { ReactNode } from 'react';
import { CopyButton } from '../export/copy-button.tsx';
import { BreakableText, withBreaks } from '../text/breakable-text.tsx';
import { shownText } from '../text/shown-text.ts';
import { visibleText } from '../text/visible-text.ts';

export interface KeyValue {
  readonly label: string;
  /** Null if it was not measured, undefined while it is loading. */
  readonly value: string | null | undefined;
  /** Shown instead of the text, such as a badge. */
  readonly shown?: ReactNode;
  /** Monospace, for names, addresses, hashes, times. */
  readonly mono?: boolean;
  /** Reserves room for a long value, so that nothing moves when it arrives. */
  readonly roomy?: boolean;
  /** A sentence below the value: its source, or why it is missing. */
  readonly note?: string;
}

export interface KeyValueListProps {
  readonly rows: readonly KeyValue[];
  /** Shown for a value that is null. */
  readonly missing: string;
  /** Two columns if the panel is wide enough. */
  readonly wide?: boolean;
}

export function KeyValueList({ rows, missing, wide = false }: KeyValueListProps) {
  const list = (
    <dl className="kv">
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{labelled(visibleText(row.label))}</dt>
          <Value row={row} missing={missing} />
          {row.note !== undefined && <dd className="why">{row.note}</dd>}
        </div>
      ))}
    </dl>
  );
  return wide ? <div className="kv2">{list}</div> : list;
}

/** `clientTransferProhibited` may break between its words only. */
const labelled = (label: string): ReactNode => withBreaks(label.split(/(?<=[a-z])(?=[A-Z])/));

function Value({ row, missing }: { readonly row: KeyValue; readonly missing: string }) {
  const { label, value, shown, mono, roomy } = row;
  const names = [mono && value != null && 'mono', value === null && 'na', roomy && 'roomy'];
  const className = names.filter(Boolean).join(' ') || undefined;
  const isName = mono && value != null && !value.includes(' ');
  if (value === null) return <dd className={className}>{missing}</dd>;
  return (
    <dd className={className}>
      {value === undefined ? (
        <span className="sk" />
      ) : (
        <span>{shown ?? (isName ? <BreakableText text={value} /> : shownText(value))}</span>
      )}
      {value !== undefined && <CopyButton label={visibleText(label)} text={value} />}
    </dd>
  );
}
