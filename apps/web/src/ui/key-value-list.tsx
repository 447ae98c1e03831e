import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

export interface KeyValue {
  readonly label: string;
  /** Null when it was not measured. */
  readonly value: string | null;
  /** What is shown instead of the text: a badge. */
  readonly shown?: ReactNode;
  /** For names, addresses, hashes, times. */
  readonly mono?: boolean;
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
          <dt>{row.label}</dt>
          {row.value === null ? (
            <dd className="na">{missing}</dd>
          ) : (
            <dd className={row.mono ? 'mono' : undefined}>
              <span>{row.shown ?? row.value}</span>
              <CopyButton label={row.label} text={row.value} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
  return wide ? <div className="kv2">{list}</div> : list;
}
