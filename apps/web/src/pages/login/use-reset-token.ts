import { useLayoutEffect, useState } from 'react';

/** The token of a reset mail, which `head.ts` has removed from the address. */
export function useResetToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (!window.resetToken) return;
    setToken(window.resetToken);
    window.resetToken = '';
    delete document.documentElement.dataset['session'];
  }, []);
  return token;
}
