declare global {
  interface Window {
    /** The token of a password-reset mail, removed from the address. */
    resetToken?: string;
  }
}

const PAGE = '/login';

/**
 * Removes the token of a password-reset mail from the address before the page fetches anything: requests for fonts send
 * the address as their referrer, whatever the referrer policy says.
 */
export function takeResetToken(): void {
  if (location.pathname !== PAGE) return;
  window.resetToken = new URLSearchParams(location.search).get('reset') ?? '';
  if (window.resetToken === '') return;
  document.documentElement.dataset['session'] = '';
  history.replaceState(null, '', PAGE);
}
