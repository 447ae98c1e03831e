import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
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
  let loading: Promise<ComponentType<Props>> | null = null;
  const loadOnce = () => {
    loading ??= load().then(
      ({ Result }) => {
        loaded = Result;
        return Result;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const prefetch = () => void loadOnce().catch(ignore);
  // The address, or the one that a link was pressed on, asks for a lookup.
  if (!import.meta.env.SSR && location.search !== '') prefetch();

  /** Retries in place: offline, a reload would leave an empty page. */
  function Failed(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    if (Loaded !== null) return <Loaded {...props} />;
    const tryAgain = () => loadOnce().then((Result) => setLoaded(() => Result), reloadOnline);
    return (
      <ErrorBox message={failedText} onRetry={tryAgain}>
        {!navigator.onLine && OFFLINE}
      </ErrorBox>
    );
  }
  const component = () => loadOnce().catch((): ComponentType<Props> => Failed);

  function Result({ fallback, ...rest }: Props & { readonly fallback: ReactNode }) {
    const [Shown, show] = useState(() => loaded ?? lazy(async () => ({ default: await component() })));
    // The lookup starts with this code, and React holds back what replaces a fallback for up to 300 ms. It does not hold
    // back a change of state.
    useEffect(() => {
      if (loaded === null) loadOnce().then((Result) => show(() => Result), ignore);
    }, []);
    const props = rest as unknown as Props;
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    );
  }
  return { Result, prefetch };
}

/** For a failure that is shown elsewhere, or will be. */
const ignore = () => undefined;

/** A chunk that was replaced by a newer version of the site is not found until the page is loaded again. */
export function reloadOnline(): void {
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
