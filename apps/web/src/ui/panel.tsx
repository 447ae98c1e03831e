import { type ComponentType, type ReactNode, useId } from 'react';

export interface PanelProps {
  readonly title: string;
  readonly icon?: ComponentType<{ className?: string }>;
  readonly count?: number;
  /** What it is about, for those who do not know its title. */
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  /** Columns of the twelve. */
  readonly span?: 4 | 5 | 6 | 7 | 8 | 12;
  /** An anchor to jump to. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A card of the result grid, named by its heading. */
export function Panel({ title, icon: Icon, count, note, actions, span = 12, id, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={`panel c${span}`} id={id} aria-labelledby={headingId}>
      <header>
        {Icon && <Icon className="i" />}
        <h2 id={headingId}>{title}</h2>
        {count !== undefined && <span className="count">{count}</span>}
        {note !== undefined && <p className="note">{note}</p>}
        {actions && <div className="acts">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
