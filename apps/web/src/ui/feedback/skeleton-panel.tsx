import { SkeletonRows } from './skeleton-rows.tsx';

/** The skeleton of a panel. Hidden from screen readers, which hear the status line. */
export function SkeletonPanel({ rows, span = 12 }: { readonly rows: number; readonly span?: 4 | 5 | 6 | 7 | 8 | 12 }) {
  return (
    <div className={`panel late c${span}`} aria-hidden>
      <header>
        <div className="sk" style={{ width: '9rem' }} />
      </header>
      <SkeletonRows rows={rows} />
    </div>
  );
}
