import { type ComponentType, lazy, useEffect } from 'react';
import { ErrorBox } from '../ui/error-box.tsx';

/**
 * A tool's result panels, with everything that only a lookup needs, in a chunk of their own: fetched at the visitor's
 * first key or press, so that it is there before the first answer.
 */
export function lazyResult<Props>(load: () => Promise<{ readonly Result: ComponentType<Props> }>, failedText: string) {
  const loadOnce = () => load().then(({ Result }) => ({ default: Result }));
  const Failed = () => <ErrorBox message={failedText} onRetry={() => location.reload()} />;
  const Result = lazy(() => loadOnce().catch(() => ({ default: Failed as ComponentType<Props> })));

  function usePrefetch(): void {
    useEffect(() => {
      const prefetch = () => void loadOnce().catch(() => undefined);
      const once = { once: true, passive: true } as const;
      addEventListener('pointerdown', prefetch, once);
      addEventListener('keydown', prefetch, once);
      return () => {
        removeEventListener('pointerdown', prefetch);
        removeEventListener('keydown', prefetch);
      };
    }, []);
  }
  return { Result, usePrefetch };
}
