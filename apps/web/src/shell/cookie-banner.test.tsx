import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  vi.resetModules();
});

/** A fresh module each time, because the module remembers consent for the page. */
async function freshBanner() {
  const { CookieBanner } = await import('./cookie-banner.tsx');
  return <CookieBanner />;
}

describe('the cookie banner', () => {
  it('R2.16 has the text, the link to the privacy policy and Accept', async () => {
    render(await freshBanner());
    expect(screen.getByText('We use cookies to improve your experience')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacy-policy');
    expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('R2.18 R4.5 R9.4 stores the consent and disappears when accepted', async () => {
    render(await freshBanner());
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(localStorage.getItem('cookieConsent')).toBe('true');
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  });

  it('R2.17 R9.4 is not shown to visitors who have accepted before', async () => {
    localStorage.setItem('cookieConsent', 'true');
    render(await freshBanner());
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  });

  it('R2.17 R9.4 is shown again if another value is stored', async () => {
    localStorage.setItem('cookieConsent', 'false');
    render(await freshBanner());
    expect(screen.getByRole('region', { name: 'Cookies' })).toBeTruthy();
  });

  it('is part of the prerendered page whatever is stored', async () => {
    localStorage.setItem('cookieConsent', 'true');
    expect(renderToString(await freshBanner())).toContain('We use cookies to improve your experience');
  });

  it('disappears even if nothing can be stored', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    render(await freshBanner());
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  });
});
