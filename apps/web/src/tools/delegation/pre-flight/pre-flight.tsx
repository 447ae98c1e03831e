import { useEffect, useRef, useState } from 'react';
import { lazyResult } from '../../lookup/lazy-result.tsx';
import { texts as pageTexts } from '../texts.ts';
import type { FieldsProps } from './fields.tsx';

const fields = lazyResult<FieldsProps>(
  () => import('./fields.tsx').then(({ Fields }) => ({ Result: Fields })),
  pageTexts.failed,
);

interface PreFlightFieldsProps extends FieldsProps {
  /** Open initially if a link has something to test. */
  readonly isOpen: boolean;
}

/** Collapsed, for visitors about to change a delegation. The code of the fields is loaded when it is opened. */
export function PreFlightFields({ isOpen, ...props }: PreFlightFieldsProps) {
  const [wasOpened, setOpened] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // The element can be opened before the script runs.
  useEffect(() => setOpened(fold.current?.open === true), []);
  return (
    <details ref={fold} className="options pre-flight" open={isOpen} onToggle={() => setOpened(true)}>
      <summary>Before publishing</summary>
      {(isOpen || wasOpened) && <fields.Result {...props} fallback={null} />}
    </details>
  );
}
