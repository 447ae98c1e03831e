import type { MouseEvent, ReactNode } from 'react';
import { visibleNode } from '../text/visible-text.ts';

export interface ChipProps {
  readonly children: ReactNode;
  readonly count?: number;
  /** Makes it a link. */
  readonly href?: string;
  /** Makes it a toggle button. */
  readonly isPressed?: boolean;
  /** Called on a press, or on a plain click in place of following the link. */
  onChoose?(): void;
}

/** A pill: an example, a recent lookup, a link to a table, an alternative name. */
export function Chip({ children, count, href, isPressed, onChoose }: ChipProps) {
  const content = (
    <>
      {visibleNode(children)}
      {count !== undefined && <b>{count}</b>}
    </>
  );
  if (isPressed !== undefined) {
    return (
      <button className="chip" type="button" aria-pressed={isPressed} onClick={onChoose}>
        {content}
      </button>
    );
  }
  if (href === undefined) return <span className="chip">{content}</span>;

  function onClick(event: MouseEvent) {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (onChoose === undefined || elsewhere) return;
    event.preventDefault();
    onChoose();
  }
  return (
    <a className="chip" href={href} onClick={onClick}>
      {content}
    </a>
  );
}
