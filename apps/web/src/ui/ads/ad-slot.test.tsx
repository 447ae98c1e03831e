// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true, "enableIframePageLoading": true } }
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdSlotName, SiteAds } from '../../browser/site-config.ts';

/** Replaces a style sheet: a slot that does not fit has no width. */
let roomFor: readonly string[] = [];
beforeEach(() => {
  roomFor = ['banner', 'native', 'placeholder'];
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return roomFor.includes(this.dataset['ad'] ?? '') ? 468 : 0;
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void;
      constructor(tell: () => void) {
        this.tell = tell;
      }
      observe() {
        this.tell();
      }
      disconnect() {}
    },
  );
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock('../../browser/site-config.ts');
  vi.resetModules();
  localStorage.clear();
  document.head.replaceChildren();
});

const set: SiteAds = {
  banner: { src: 'about:blank#banner' },
  native: { src: 'about:blank#native' },
  scripts: ['https://ads.example/1.js', 'https://ads.example/2.js'],
};

async function page(ads: SiteAds | null, adSlots: readonly AdSlotName[]) {
  vi.doMock('../../browser/site-config.ts', () => ({ siteConfig: { brand: 'Sonde', contactEmail: '', ads, adSlots } }));
  const { AdSlots } = await import('./ad-slot.tsx');
  const { AdScripts } = await import('./ad-scripts.tsx');
  const { acceptCookies } = await import('../../browser/storage/consent.ts');
  render(
    <>
      <AdSlots />
      <AdScripts />
    </>,
  );
  return { accept: () => act(acceptCookies) };
}
const frames = () => [...document.querySelectorAll('iframe')].map(({ src }) => src);
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

describe('ad slots', () => {
  it('R1.15 are one labelled box if no ad is configured', async () => {
    const { accept } = await page(null, ['placeholder']);
    accept();
    expect(screen.getAllByRole('complementary').map((slot) => slot.textContent)).toEqual(['Ad space']);
    expect(frames()).toEqual([]);
  });

  it('are absent if the operator has turned them off', async () => {
    await page(null, []);
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByText('Ad space')).toBeNull();
  });

  it('send no request before consent, then show the ads', async () => {
    const { accept } = await page(set, ['banner', 'native']);
    expect([frames(), scripts()]).toEqual([[], []]);
    accept();
    expect(frames()).toEqual(['about:blank#banner', 'about:blank#native']);
    expect(scripts()).toEqual(['https://ads.example/1.js', 'https://ads.example/2.js']);
  });

  it('load no banner if it does not fit', async () => {
    roomFor = ['native'];
    const { accept } = await page(set, ['banner', 'native']);
    accept();
    expect(frames()).toEqual(['about:blank#native']);
  });

  it('R1.13 R9.12 give the banner its fixed size', async () => {
    const { accept } = await page(set, ['banner', 'native']);
    accept();
    const { width: wide, height } = screen.getByTitle<HTMLIFrameElement>('Advertisement');
    expect([String(wide), String(height)]).toEqual(['468', '60']);
  });
});
