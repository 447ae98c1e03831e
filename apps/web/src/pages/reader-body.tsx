import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { lazyResult } from '../tools/lookup/lazy-result.tsx';

const NOT_LOADED = 'This page could not be loaded completely. Please check the connection.';

/** The body of a page, with its code in a chunk of its own. */
export const lazyReader = (load: () => Promise<ComponentType>): ReaderBodyProps['Reader'] =>
  lazyResult<object>(async () => ({ Result: await load() }), NOT_LOADED).Result;

export interface ReaderBodyProps {
  /** Loads its code when it is rendered, which only a browser can do. */
  readonly Reader: ComponentType<{ readonly fallback: ReactNode }>;
}

/** The body of a page that only a script can fill. The footer stays below the window before and after. */
export function ReaderBody({ Reader }: ReaderBodyProps) {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <div className="reader-body">
      {isInBrowser ? (
        <Reader fallback={null} />
      ) : (
        <noscript>
          <p className="status">This page needs JavaScript.</p>
        </noscript>
      )}
    </div>
  );
}
