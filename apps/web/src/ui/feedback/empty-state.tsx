import type { ComponentType, ReactNode } from 'react';
import { visibleNode, visibleText } from '../text/visible-text.ts';

export interface EmptyStateProps {
  readonly icon: ComponentType<{ className?: string }>;
  readonly title: string;
  /** One sentence. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** True if it is the result of a search and must be read out. */
  readonly afterSearch?: boolean;
}

/** Says that there is nothing to show, with a next step. */
export function EmptyState({ icon: Icon, title, children, action, afterSearch = false }: EmptyStateProps) {
  return (
    <div className="panel empty" role={afterSearch ? 'status' : undefined}>
      <span className="ico">
        <Icon className="i" />
      </span>
      <strong>{visibleText(title)}</strong>
      {children && <p>{visibleNode(children)}</p>}
      {action}
    </div>
  );
}
