import type { ComponentType, ReactNode } from 'react';
import { visibleNode, visibleText } from './visible-text.ts';

export interface EmptyStateProps {
  readonly icon: ComponentType<{ className?: string }>;
  readonly title: string;
  /** One sentence. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** True when it follows a search and must be read out. */
  readonly afterSearch?: boolean;
}

/** Nothing to show, said plainly, with the next thing to do. */
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
