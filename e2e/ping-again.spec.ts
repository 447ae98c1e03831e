import { expect } from './fixtures.ts';
import { lostFocus, watchFocus } from './lost-focus.ts';
import { test } from './network-site.ts';
import { open } from './site.ts';
import { long } from './test-set.ts';

/** Longer than a ping of five packets takes. */
const WHOLE_PING_MS = 40_000;

test('«Ping again» keeps the focus, while the new run replaces the answer and after it', long, async ({ page }) => {
  await open(page, '/ping');
  const field = page.getByRole('textbox', { name: 'Host name or IP address' });
  await field.fill('fast.lab.test');
  await field.press('Enter');
  const again = page.getByRole('button', { name: 'Ping again' });
  await expect(again).toHaveAttribute('aria-disabled', 'false', { timeout: WHOLE_PING_MS });
  await again.focus();
  await watchFocus(page);
  const asked = page.waitForRequest('**/api/v2/ping?**');
  await page.keyboard.press('Enter');
  await asked;
  await expect(again).toHaveAttribute('aria-disabled', 'false', { timeout: WHOLE_PING_MS });
  await expect(again).toBeFocused();
  expect(await lostFocus(page)).toEqual({ lost: 0 });
});
