import { useContext, useId } from 'react';
import { AnswerScopeContext } from './answer-scope.ts';
import type { PanelProps } from './panel.tsx';
import { panelAnchor, useAnchor } from './region-names.ts';

export interface FoldedPanelProps extends Pick<PanelProps, 'title' | 'icon' | 'count' | 'note' | 'children'> {
  /** Whether it is open from the start. */
  readonly isOpen?: boolean;
}

/** A panel of details that few readers need: its title, and the content on request. */
export function FoldedPanel({ title, icon: Icon, count, note, isOpen = false, children }: FoldedPanelProps) {
  const headingId = useId();
  const scope = useContext(AnswerScopeContext);
  return (
    <section
      className="panel c12"
      id={useAnchor(panelAnchor(title))}
      aria-labelledby={scope === null ? headingId : `${headingId} ${scope.id}`}
    >
      <details className="folded" open={isOpen}>
        <summary>
          {Icon && <Icon className="i" />}
          <h2 id={headingId}>{title}</h2>
          {count !== undefined && <span className="count">{count}</span>}
          {note !== undefined && <span className="note">{note}</span>}
        </summary>
        {children}
      </details>
    </section>
  );
}
