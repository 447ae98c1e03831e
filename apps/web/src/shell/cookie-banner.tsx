import { Link } from 'wouter';
import { acceptCookies, useConsent } from '../browser/storage/consent.ts';

/**
 * Placed below the footer, and stuck to the window's lower edge until the end of the page is in view. Every prerendered
 * page has it; `head.ts` hides it from visitors who have accepted, and hydration removes it.
 */
export function CookieBanner() {
  if (useConsent()) return null;

  function accept() {
    acceptCookies();
    // The button disappears, so the focus moves to the page's content.
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
