import { useEffect, useState } from 'react';

/** Longer than a frame at 60 Hz. */
const PAINTED_MS = 20;

/**
 * The value, one paint late: a change shows first in what is cheap to render, such as the field that somebody types
 * into, and then in what takes longer. Changes that follow each other faster are skipped.
 */
export function useDeferred<Value>(value: Value): Value {
  const [deferred, setDeferred] = useState(() => value);
  useEffect(() => {
    if (Object.is(value, deferred)) return;
    const timer = setTimeout(() => setDeferred(() => value), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [value, deferred]);
  return deferred;
}
