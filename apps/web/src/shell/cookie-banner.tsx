import { Link } from 'wouter';
import { acceptCookies, useConsent } from './consent.ts';

/**
 * Rests below the footer, and at the window's lower edge until the page's end is reached. In every prerendered page;
 * who accepted before has it hidden by the script in the head, then removed.
 */
export function CookieBanner() {
  if (useConsent()) return null;

  function accept() {
    acceptCookies();
    // The button is gone; the keyboard goes on from the page's content.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
  return (
    <section className="cookie" aria-label="Cookies">
      <p>
        <span>We use cookies to improve your experience</span> <Link href="/privacy-policy">Privacy policy</Link>
      </p>
      <button className="btn btn-p" type="button" onClick={accept}>
        Accept
      </button>
    </section>
  );
}
