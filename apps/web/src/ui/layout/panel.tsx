// In this folder: the frames of a page: header, answer card, panels.
import { type ComponentType, type ReactNode, useContext, useId } from 'react';
import { AnswerScopeContext } from './answer-scope.ts';
import { panelAnchor, useAnchor } from './region-names.ts';

export interface PanelProps {
  readonly title: string;
  readonly icon?: ComponentType<{ className?: string }>;
  readonly count?: number;
  /** An explanation for readers who do not know the title. */
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  /** How many of the grid's twelve columns it takes. */
  readonly span?: 4 | 5 | 6 | 7 | 8 | 12;
  /** An id for links to the panel; by default its title, in lower case. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A card of the result grid, labelled by its heading. */
export function Panel(props: PanelProps) {
  const { title, icon: Icon, count, note, actions, span = 12, children } = props;
  const headingId = useId();
  const scope = useContext(AnswerScopeContext);
  const id = useAnchor(props.id ?? panelAnchor(title));
  return (
    <section
      className={`panel c${span}`}
      id={id}
      aria-labelledby={scope === null ? headingId : `${headingId} ${scope.id}`}
    >
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
