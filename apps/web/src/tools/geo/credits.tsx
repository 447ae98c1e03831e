import type { GeoAnswer } from './query.ts';

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
      {data.databaseDate !== null && ` · Data from ${data.databaseDate}`}
    </p>
  );
}
