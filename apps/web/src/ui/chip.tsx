import type { MouseEvent, ReactNode } from 'react';
import { visibleNode } from './visible-text.ts';

export interface ChipProps {
  readonly children: ReactNode;
  readonly count?: number;
  /** Makes it a link. */
  readonly href?: string;
  /** Makes it a button that stays pressed, or does not. */
  readonly isPressed?: boolean;
  /** What a press does, or a plain click instead of following the link. */
  onChoose?(): void;
}

/** A pill with a name in it: an example, a recent lookup, a jump to a table, an alternative name. */
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
