import { counted } from '@sonde/contract/text/counted';
import type { GeoAnswer } from './query.ts';

const DAY_MS = 86_400_000;

/** The attribution that the licences of the databases require, and the age of the data. */
export function Credits({ data }: { readonly data: GeoAnswer }) {
  if (data.attribution.length === 0) return null;
  return (
    <p className="credits">
      {data.attribution.map(({ text, url }, index) => (
        <span key={url}>
          {index > 0 && ' · '}
          <a href={url} rel="noopener">
            {text}
          </a>
        </span>
      ))}
      {data.databaseDate !== null && ` · Data from ${data.databaseDate}${ageAt(data.checkedAt, data.databaseDate)}`}
    </p>
  );
}

/** `, 177 days old` when it was looked up. Not judged: nobody but the operator can replace a database. */
function ageAt(checkedAt: string | null | undefined, date: string): string {
  const days = Math.floor((Date.parse(checkedAt ?? '') - Date.parse(date)) / DAY_MS);
  return days >= 0 ? `, ${counted(days, 'day')} old` : '';
}
