const widths = ['82%', '64%', '74%', '58%', '70%'];

/** The skeleton of some lines; hidden from screen readers. */
export function SkeletonRows({ rows, className = '' }: { readonly rows: number; readonly className?: string }) {
  return (
    <div className={`sk-rows ${className}`} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <div key={row} className="sk" style={{ width: widths[row % widths.length] }} />
      ))}
    </div>
  );
}
