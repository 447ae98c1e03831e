import type { Page } from '@playwright/test';

/** WCAG 2.2, 2.5.8, without its exception for targets with enough space around them. */
const LEAST_PX = 24;

/** Pressable elements smaller than 24 by 24 px, except links within a sentence. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.locator('a[href], button, input, select, summary').evaluateAll((all, least) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((other) => other !== element && other.textContent?.trim());
    return all
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInSentence(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 120)}`,
      );
  }, LEAST_PX);
}
