import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { OFFLINE } from './offline.ts';

/** A tool's result panels, in a chunk with everything that only a lookup needs. */
export interface LazyResult<Props> {
  /** Loads the chunk when it is rendered; `fallback` is shown meanwhile. */
  readonly Result: ComponentType<Props & { readonly fallback: ReactNode }>;
  /** Starts to load the chunk before it is needed. */
  prefetch(): void;
}

/** Creates one; `failedText` is shown if the chunk cannot be loaded. */
export function lazyResult<Props extends object>(
  load: () => Promise<{ readonly Result: ComponentType<Props> }>,
  failedText: string,
): LazyResult<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded ??= (await load()).Result;
  };

  function Result({ fallback, ...props }: Props & { readonly fallback: ReactNode }) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded === null ? 'loading' : 'loaded');
    useLayoutEffect(() => {
      if (state !== 'loading') return;
      let isShown = true;
      loadOnce().then(
        () => isShown && setState('loaded'),
        () => isShown && setState('failed'),
      );
      return () => {
        isShown = false;
      };
    }, [state]);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...(props as unknown as Props)} />;
    }
    if (state !== 'failed') return fallback;
    // Retries in place: offline, a reload would leave an empty page.
    const tryAgain = () => loadOnce().then(() => setState('loaded'), reloadOnline);
    return (
      <ErrorBox message={failedText} onRetry={tryAgain}>
        {!navigator.onLine && OFFLINE}
      </ErrorBox>
    );
  }
  return { Result, prefetch: () => void loadOnce().catch(() => undefined) };
}

/** A chunk that was replaced by a newer version of the site is not found until the page is loaded again. */
function reloadOnline(): void {
  if (navigator.onLine) location.reload();
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
