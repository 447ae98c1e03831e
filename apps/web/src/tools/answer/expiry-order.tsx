import { Badge } from '../../ui/tables/badge.tsx';
import type { ColumnFormat } from '../../ui/tables/record-table.tsx';
import { EXPIRED, expirySummary } from './expiry-cells.ts';

export interface ExpiryOrderProps {
  /** The cells of «Days left». */
  readonly left: readonly string[];
  readonly isBySoonest: boolean;
  onChange(isBySoonest: boolean): void;
}

/** How many have ended or end soon, and the order of a list whose lookups have an expiry. */
export function ExpiryOrder({ left, isBySoonest, onChange }: ExpiryOrderProps) {
  return (
    <>
      <span>{expirySummary(left)}</span>
      <label>
        Order{' '}
        <select
          value={isBySoonest ? 'soonest' : 'list'}
          onChange={({ target }) => onChange(target.value === 'soonest')}
        >
          <option value="list">As in the list</option>
          <option value="soonest">Expires soonest first</option>
        </select>
      </label>
    </>
  );
}

/** The format of «Days left». */
export const expiryFormats: readonly (readonly [string, ColumnFormat])[] = [
  ['Days left', { show: (left) => (left === EXPIRED ? <Badge tone="bad">{left}</Badge> : null) }],
];
