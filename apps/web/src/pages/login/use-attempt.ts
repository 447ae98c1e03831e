import { useState } from 'react';
import type { AuthCardProps } from '../../ui/forms/auth-card.tsx';

const UNKNOWN = 'Something went wrong. Please try again.';

/** Runs one attempt at a time and holds its message. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<AuthCardProps['message']>(null);

  async function attempt<T>(work: () => Promise<T>, success?: (done: T) => string): Promise<void> {
    setBusy(true);
    setMessage(null);
    try {
      const done = await work();
      setMessage(success === undefined ? null : { text: success(done), isError: false });
    } catch (error) {
      setMessage({ text: error instanceof Error ? error.message : UNKNOWN, isError: true });
    } finally {
      setBusy(false);
    }
  }
  return { busy, message, attempt, say: setMessage };
}
