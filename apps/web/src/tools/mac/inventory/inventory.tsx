import { lazyResult } from '../../lookup/lazy-result.tsx';
import { useReaderFold } from '../../paste/use-reader-fold.ts';

const list = lazyResult<object>(
  () => import('./list.tsx').then(({ List }) => ({ Result: List })),
  'This part could not be loaded.',
);

/** Collapsed input for a whole list of devices. Its code is loaded when it is opened. */
export function Inventory() {
  const { fold, wasOpened, onToggle } = useReaderFold('devices');
  return (
    <details ref={fold} id="list" className="inventory" onToggle={onToggle}>
      <summary>A whole list of devices</summary>
      {wasOpened && <list.Result fallback={null} />}
    </details>
  );
}
