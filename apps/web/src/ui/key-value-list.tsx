import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { shownText } from './shown-text.ts';
import { visibleText } from './visible-text.ts';

export interface KeyValue {
  readonly label: string;
  /** Null when it was not measured, undefined while it is on the way. */
  readonly value: string | null | undefined;
  /** What is shown instead of the text: a badge. */
  readonly shown?: ReactNode;
  /** For names, addresses, hashes, times. */
  readonly mono?: boolean;
  /** Keeps room for a long value from the start, so that nothing moves when it comes. */
  readonly roomy?: boolean;
  /** A sentence under the value: where it comes from, or why there is none. */
  readonly note?: string;
}

export interface KeyValueListProps {
  readonly rows: readonly KeyValue[];
  /** What stands where a value is null. */
  readonly missing: string;
  /** Two columns where the panel is wide enough. */
  readonly wide?: boolean;
}

export function KeyValueList({ rows, missing, wide = false }: KeyValueListProps) {
  const list = (
    <dl className="kv">
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{visibleText(row.label)}</dt>
          <Value row={row} missing={missing} />
          {row.note !== undefined && <dd className="why">{row.note}</dd>}
        </div>
      ))}
    </dl>
  );
  return wide ? <div className="kv2">{list}</div> : list;
}

function Value({ row, missing }: { readonly row: KeyValue; readonly missing: string }) {
  const { label, value, shown, mono, roomy } = row;
  const names = [mono && value != null && 'mono', value === null && 'na', roomy && 'roomy'];
  const className = names.filter(Boolean).join(' ') || undefined;
  if (value === null) return <dd className={className}>{missing}</dd>;
  return (
    <dd className={className}>
      {value === undefined ? <span className="sk" /> : <span>{shown ?? shownText(value)}</span>}
      {value !== undefined && <CopyButton label={visibleText(label)} text={value} />}
    </dd>
  );
}
