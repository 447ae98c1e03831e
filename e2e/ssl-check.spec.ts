import { expect, expectAccessible } from './fixtures.ts';
import { NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { holdScripts, open } from './site.ts';
import { answerOf, button, calls, check, field, isDone, panel, rowsOf, textOf } from './ssl-screen.ts';
import { both, isLong, long } from './test-set.ts';
import { test } from './tls-site.ts';

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

test.describe('a check', () => {
  test(
    'R2.60 shows the certificate before the rest is measured, and adds that without layout shifts',
    long,
    async ({ page, tls }) => {
      await watchShifts(page);
      await open(page, `${tls.url}/ssl`);
      await check(page, tls.far('nginx-legacy'));
      await expect(button(page)).toHaveText('Loading...');
      await expect(button(page)).toBeDisabled();
      // Waits for the frame in which it appears: an expectation polls once a second, while the check continues.
      await panel(page, 'Certificate Details')
        .getByText(/CN=(rsa|ecdsa)\.tls\.test/)
        .first()
        .waitFor();
      await expect(button(page)).toHaveText('Loading...');
      expect((await rowsOf(page, 'Security Information'))[1]).toEqual(['Known Vulnerabilities', '']);
      const before = await shiftsOf(page);
      if (isLong) await expectAccessible(page);
      const details = await panel(page, 'Certificate Details').elementHandle();
      await isDone(page);
      expect(await details?.evaluate((element) => element.isConnected)).toBe(true);
      const after = await shiftsOf(page);
      expect(after.strict - before.strict, after.moved.join('\n')).toBeLessThan(NOTHING);
      await expect(button(page)).toHaveText('Check SSL');
    },
  );

  test('is cancelled by Escape, on the server as well', long, async ({ page, tls }) => {
    await open(page, `${tls.url}/ssl`);
    const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v2/sslInfo'));
    const begun = page.waitForRequest(/\/api\/v2\/sslInfo/);
    await check(page, tls.far('nginx-modern'));
    await begun;
    await expect(button(page)).toBeDisabled();
    await page.keyboard.press('Escape');
    await gone;
    await expect(button(page)).toHaveText('Check SSL');
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL(/\/ssl$/);
  });

  test('R4.16 R4.17 never runs while the visitor types, and again at every press', long, async ({ page, tls }) => {
    const target = tls.target('ecdsa');
    await open(page, `${tls.url}/ssl`);
    const asked = calls(page);
    await field(page).pressSequentially(target);
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await isDone(page);
    // Submitted text is selected.
    await field(page).press('End');
    await field(page).pressSequentially('x');
    await field(page).press('Backspace');
    expect(asked).toEqual([target]);
    await isDone(page);
    await button(page).click();
    await expect.poll(() => asked).toEqual([target, target]);
  });

  test('waits for a press if opened by a shared link', long, async ({ page, tls }) => {
    const target = tls.target('ecdsa');
    const asked = calls(page);
    await open(page, `${tls.url}/ssl?domain=${target}`);
    await expect(page.getByText(`Ready to check ${target}`)).toBeVisible();
    await expect(field(page)).toHaveValue(target);
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: `Check ${target}` }).click();
    await isDone(page);
    expect(asked).toEqual([target]);
  });

  test('runs for a press before the script is loaded', long, async ({ page, tls }) => {
    const target = tls.target('ecdsa');
    const asked = calls(page);
    const release = await holdScripts(page);
    await page.goto(`${tls.url}/ssl`);
    await check(page, target);
    await page.waitForURL(/\?domain=/);
    release();
    await isDone(page);
    expect(asked).toEqual([target]);
    await page.reload();
    await expect(page.getByText(`Ready to check ${target}`)).toBeVisible();
    expect(asked).toEqual([target]);
  });

  test('can be saved as a file, and its expiry as a calendar event', long, async ({ page, tls }) => {
    const target = tls.target('ecdsa');
    await open(page, `${tls.url}/ssl`);
    await check(page, target);
    await isDone(page);
    const data = await answerOf(page, tls, target);
    const event = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const calendar = await event;
    expect(calendar.suggestedFilename()).toBe('certificate-ecdsa.tls.test.ics');
    const end = data.validUntil.replaceAll(/[-:]|\.\d+/g, '');
    expect(await textOf(calendar)).toContain(`\r\nDTSTART:${end}\r\n`);
    await page.getByRole('button', { name: 'Export' }).click();
    const json = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download JSON' }).click();
    expect(JSON.parse(await textOf(await json))).toEqual(data);
  });
});

test.describe('bad input and failures', () => {
  test('R5.8 an empty field', long, async ({ page, tls }) => {
    await open(page, `${tls.url}/ssl`);
    await check(page, '  ');
    await expect(page.getByRole('alert')).toHaveText('Please enter a domain');
    await expectAccessible(page);
  });

  test('R5.9 R8.14 any other text is sent to the server', long, async ({ page, tls }) => {
    const asked = calls(page);
    await open(page, `${tls.url}/ssl`);
    await check(page, 'not a domain');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Please enter a domain (e.g., example.com), host:port, an IP address');
    await expect(field(page)).toHaveValue('not a domain');
    expect(asked).toEqual(['not a domain']);
  });

  test(
    'R2.71 R4.18 R8.14 an unreachable server: what happened, after one request, and a retry',
    both,
    async ({ page, tls }) => {
      const asked = calls(page);
      await open(page, `${tls.url}/ssl`);
      await check(page, tls.closed);
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert.locator('strong')).toHaveText('Failed to fetch SSL information');
      await expect(alert).toContainText('The port is closed.');
      if (isLong) await expectAccessible(page);
      // Longer than the pause of the tools that retry.
      await page.clock.install();
      await page.clock.fastForward(5000);
      expect(asked).toEqual([tls.closed]);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => asked).toHaveLength(2);
    },
  );

  test('R8.14 a success without data', long, async ({ page }) => {
    await page.route('**/api/v2/sslInfo?*', (route) =>
      route.fulfill({ json: { success: true, message: 'OK', _data: null } }),
    );
    await open(page, '/ssl');
    await check(page, 'example.com');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to fetch SSL information');
  });
});
