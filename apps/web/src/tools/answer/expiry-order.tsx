import { Badge } from '../../ui/tables/badge.tsx';
import type { ColumnFormat } from '../../ui/tables/record-table.tsx';
import { EXPIRED } from './expiry-cells.ts';

export interface ExpiryOrderProps {
  readonly isBySoonest: boolean;
  onChange(isBySoonest: boolean): void;
}

/** The order of a list whose lookups have an expiry. */
export function ExpiryOrder({ isBySoonest, onChange }: ExpiryOrderProps) {
  return (
    <label>
      Order{' '}
      <select value={isBySoonest ? 'soonest' : 'list'} onChange={({ target }) => onChange(target.value === 'soonest')}>
        <option value="list">As in the list</option>
        <option value="soonest">Expires soonest first</option>
      </select>
    </label>
  );
}

/** The format of «Days left». */
export const expiryFormats: readonly (readonly [string, ColumnFormat])[] = [
  ['Days left', { show: (left) => (left === EXPIRED ? <Badge tone="bad">{left}</Badge> : null) }],
];
