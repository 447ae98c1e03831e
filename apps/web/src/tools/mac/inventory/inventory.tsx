import { useEffect, useRef, useState } from 'react';
import { lazyResult } from '../../lookup/lazy-result.tsx';

const list = lazyResult<object>(
  () => import('./list.tsx').then(({ List }) => ({ Result: List })),
  'This part could not be loaded.',
);

/** Collapsed input for a whole list of devices. Its code is loaded when it is opened. */
export function Inventory() {
  const [wasOpened, setOpened] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // The element can be opened before the script runs.
  useEffect(() => setOpened(fold.current?.open === true), []);
  return (
    <details ref={fold} id="list" className="inventory" onToggle={() => setOpened(true)}>
      <summary>A whole list of devices</summary>
      {wasOpened && <list.Result fallback={null} />}
    </details>
  );
}
