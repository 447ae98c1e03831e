const widths = ['82%', '64%', '74%', '58%', '70%'];

/** A panel's shape while its content is on the way. Hidden from readers: the status line speaks. */
export function SkeletonPanel({ rows, span = 12 }: { readonly rows: number; readonly span?: 4 | 5 | 6 | 7 | 8 | 12 }) {
  return (
    <div className={`panel late c${span}`} aria-hidden>
      <header>
        <div className="sk" style={{ width: '9rem' }} />
      </header>
      <div className="sk-rows">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          <div key={row} className="sk" style={{ width: widths[row % widths.length] }} />
        ))}
      </div>
    </div>
  );
}
