import { type ComponentType, lazy, useEffect, useState } from 'react';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { OFFLINE } from './offline.ts';

/** A tool's result panels, in a chunk with everything that only a lookup needs. */
export interface LazyResult<Props> {
  readonly Result: ComponentType<Props>;
  /** Starts to load the chunk before it is needed. */
  prefetch(): void;
}

/** Creates one; `failedText` is shown if the chunk cannot be loaded. */
export function lazyResult<Props>(
  load: () => Promise<{ readonly Result: ComponentType<Props> }>,
  failedText: string,
): LazyResult<Props> {
  /** Retries in place: offline, a reload would leave an empty page. */
  function Failed(props: Props & object) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    if (Loaded !== null) return <Loaded {...props} />;
    const tryAgain = () =>
      load().then(
        ({ Result }) => setLoaded(() => Result),
        () => navigator.onLine && location.reload(),
      );
    return (
      <ErrorBox message={failedText} onRetry={tryAgain}>
        {!navigator.onLine && OFFLINE}
      </ErrorBox>
    );
  }
  const Result = lazy(() =>
    load().then(
      (chunk) => ({ default: chunk.Result }),
      () => ({ default: Failed as ComponentType<Props> }),
    ),
  );
  return { Result: Result as ComponentType<Props>, prefetch: () => void load().catch(() => undefined) };
}

/** Loads the chunk at the visitor's first key or press, so that it is ready before the first answer. */
export function usePrefetch({ prefetch }: Pick<LazyResult<never>, 'prefetch'>): void {
  useEffect(() => {
    const once = { once: true, passive: true } as const;
    addEventListener('pointerdown', prefetch, once);
    addEventListener('keydown', prefetch, once);
    return () => {
      removeEventListener('pointerdown', prefetch);
      removeEventListener('keydown', prefetch);
    };
  }, [prefetch]);
}
