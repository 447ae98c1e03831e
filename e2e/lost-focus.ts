import type { Page } from '@playwright/test';

/** Notes every change of the page after which nothing has the focus. */
export const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const seen = { lost: 0 };
    const look = () => {
      if (document.activeElement === document.body) seen.lost += 1;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    Object.assign(window, { focusSeen: seen });
  });
/** How often nothing had the focus since `watchFocus`. */
export const lostFocus = (page: Page) =>
  page.evaluate(() => (window as unknown as { focusSeen: { lost: number } }).focusSeen);
