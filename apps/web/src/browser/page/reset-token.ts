declare global {
  interface Window {
    /** The token of a password-reset mail, taken out of the address. */
    resetToken?: string;
  }
}

const PAGE = '/login';

/**
 * Takes the token of a password-reset mail out of the address before the page fetches anything: the requests for fonts
 * carry the address as their referrer, whatever the referrer policy says.
 */
export function takeResetToken(): void {
  if (location.pathname !== PAGE) return;
  window.resetToken = new URLSearchParams(location.search).get('reset') ?? '';
  if (window.resetToken === '') return;
  document.documentElement.dataset['session'] = '';
  history.replaceState(null, '', PAGE);
}
