import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useChangedEarly } from './use-changed-early.ts';

export interface OptionsFoldProps {
  /** Whether an option differs from its default: the fold then opens. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** The options of a lookup, collapsed. It never closes by itself, since somebody may be typing into it. */
export function OptionsFold({ isUsed, children }: OptionsFoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  useChangedEarly(fold);
  useLayoutEffect(() => {
    if (isUsed && fold.current !== null) fold.current.open = true;
  }, [isUsed]);
  return (
    <details ref={fold} className="options">
      <summary>Options</summary>
      {children}
    </details>
  );
}
