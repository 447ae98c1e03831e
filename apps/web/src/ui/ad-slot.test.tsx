// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true, "enableIframePageLoading": true } }
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteAds } from '../site-config.ts';

let width = 1280;
beforeEach(() => {
  width = 1280;
  vi.stubGlobal('matchMedia', () => ({
    matches: width >= 768,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.doUnmock('../site-config.ts');
  vi.resetModules();
  localStorage.clear();
  document.head.replaceChildren();
});

const set: SiteAds = {
  banner: { src: 'about:blank#banner' },
  native: { src: 'about:blank#native' },
  scripts: ['https://ads.example/1.js', 'https://ads.example/2.js'],
};

async function page(ads: SiteAds | null) {
  vi.doMock('../site-config.ts', () => ({ siteConfig: { brand: 'Sonde', contactEmail: '', ads } }));
  const { AdSlot } = await import('./ad-slot.tsx');
  const { AdScripts } = await import('./ad-scripts.tsx');
  const { acceptCookies } = await import('../shell/consent.ts');
  render(
    <>
      <AdSlot kind="banner" />
      <AdSlot kind="native" />
      <AdScripts />
    </>,
  );
  return { accept: () => act(acceptCookies) };
}
const frames = () => [...document.querySelectorAll('iframe')].map(({ src }) => src);
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

describe('ad slots', () => {
  it('R1.15 are labelled boxes where no ad is set', async () => {
    const { accept } = await page(null);
    accept();
    expect(screen.getAllByRole('complementary').map((slot) => slot.textContent)).toEqual(['Ad space', 'Ad space']);
    expect(frames()).toEqual([]);
  });

  it('ask nobody for anything before consent, then show the ads', async () => {
    const { accept } = await page(set);
    expect([frames(), scripts()]).toEqual([[], []]);
    accept();
    expect(frames()).toEqual(['about:blank#banner', 'about:blank#native']);
    expect(scripts()).toEqual(['https://ads.example/1.js', 'https://ads.example/2.js']);
  });

  it('have no banner in a small window', async () => {
    width = 390;
    const { accept } = await page(set);
    accept();
    expect(frames()).toEqual(['about:blank#native']);
  });

  it('R1.13 R9.12 give the banner its fixed size', async () => {
    const { accept } = await page(set);
    accept();
    const { width: wide, height } = screen.getByTitle<HTMLIFrameElement>('Advertisement');
    expect([String(wide), String(height)]).toEqual(['468', '60']);
  });
});
