import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, expectFitsInBothThemes } from './fixtures.ts';
import { NOTHING, shiftsOf, watchShifts } from './layout-shifts.ts';
import { test } from './network-site.ts';
import { formats, missingOnPaper, print, rowsOnScreen } from './paper.ts';
import { holdScripts, open, windows } from './site.ts';
import { both, isLong, long } from './test-set.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Host name or IP address' });
const button = (page: Page) => page.getByRole('button', { name: 'Ping', exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const loading = (page: Page) => heading(page, 'Pinging host...');
const HOST_LINE = /^Host is /;

/** Longer than a ping of five packets takes. */
const WHOLE_PING_MS = 40_000;

// Sequential in one worker, so that servers are started once.
test.describe.configure({ mode: 'default' });

async function ping(page: Page, host: string) {
  await field(page).fill(host);
  await button(page).click();
}

function calls(page: Page) {
  const asked: { url: string; request: Request }[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push({ url: pathname + search, request });
  });
  return asked;
}

/** Label and value of each row of a panel. */
async function rowsOf(page: Page, name: string): Promise<Record<string, string>> {
  const rows = await panel(page, name)
    .locator('.kv > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );
  return Object.fromEntries(rows);
}

test('R1.8 R2.24 R2.82 a visitor finds one field and a submit icon button at /ping', async ({ page }) => {
  await open(page, '/ping');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ping');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
  await expect(button(page)).toHaveAttribute('type', 'submit');
  await expect(button(page)).toHaveText('');
  await expect(button(page).locator('svg')).toHaveCount(1);
});

test(
  'R2.83 R2.85 R2.87 R2.88 R3.20 R3.21 R4.25 R5.14 R7.7 R9.16 sees packet by packet how far a host is',
  both,
  async ({ page }) => {
    const asked = calls(page);
    await open(page, '/ping');
    await ping(page, '  far.lab.test ');
    await expect(loading(page)).toBeVisible();
    await expect(page.locator('.spin').first()).toBeVisible();
    await expect(button(page)).toBeDisabled();
    await expect(page.getByText('1 of 5')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Round trip time per packet' }).getByText('waiting')).toHaveCount(4);
    await expect(heading(page, HOST_LINE)).toHaveCount(0);
    await expect(page.getByText('3 of 5')).toBeVisible();
    expect(await rowsOf(page, 'Statistics')).toMatchObject({ 'Packets Received': '3' });
    await expect(heading(page, 'Host is reachable')).toBeVisible({ timeout: WHOLE_PING_MS });
    await expect(button(page)).toBeEnabled();
    await expect(page.getByRole('list', { name: 'Round trip time per packet' }).getByText(/^3\d\.\d ms$/)).toHaveCount(
      5,
    );
    expect(await rowsOf(page, 'Connection Details')).toEqual({
      Host: 'far.lab.test',
      'IP Address': '45.90.11.2',
      'Round Trip Time': expect.stringMatching(/^3\d\.\d ms$/),
      TTL: '62',
      'Packet Size': '56 bytes',
      'Measured By': 'ICMP echo',
    });
    expect(await rowsOf(page, 'Statistics')).toEqual({
      'Packets Transmitted': '5',
      'Packets Received': '5',
      'Packet Loss': '0%',
      'Min Time': expect.stringMatching(/^3\d\.\d ms$/),
      'Max Time': expect.stringMatching(/^3\d\.\d ms$/),
      'Avg Time': expect.stringMatching(/^3\d\.\d ms$/),
      Jitter: expect.stringMatching(/^\d+\.\d+ ms$/),
    });
    await expect(page.getByText('ping -c 5 -i 2 far.lab.test')).toBeVisible();
    expect(asked.map(({ url }) => url)).toEqual(['/api/v2/ping?host=far.lab.test&count=5&interval=2']);
    await expectFitsInBothThemes(page);
  },
);

const lossy =
  'R2.86 a path that loses packets: how many, no motion for visitors who prefer that, and every row on paper';
test(lossy, long, async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/ping');
  await ping(page, 'lossy.lab.test');
  await expect(page.getByText(/^[1-4] of 5 packets\.$/)).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('.bars .b')].map((bar) => parseFloat(getComputedStyle(bar).animationDuration)),
    ),
  );
  expect(longest).toBeLessThan(0.01);
  await expect(heading(page, HOST_LINE)).toBeVisible({ timeout: WHOLE_PING_MS });
  const { 'Packet Loss': loss = '' } = await rowsOf(page, 'Statistics');
  // The lab's random numbers are the same in every run.
  expect(['20%', '40%', '60%', '80%']).toContain(loss);
  await expect(heading(page, `Host is partially reachable (${loss} packet loss)`)).toBeVisible();
  await expect(page.getByText('✕ lost').first()).toBeVisible();

  const packets = await page
    .getByRole('list', { name: 'Round trip time per packet' })
    .getByRole('listitem')
    .evaluateAll((all) => all.map((packet) => [...packet.children].map(({ textContent }) => textContent ?? '')));
  expect(packets).toHaveLength(5);
  const rows = [...(await rowsOnScreen(page)), ['5', 'packets received'], ['ping -c 5 -i 2 lossy.lab.test']];
  expect(rows.length).toBeGreaterThan(14);
  for (const format of formats) {
    const { text } = await print(page, info, format);
    expect(missingOnPaper(rows, text)).toEqual([]);
    for (const [time = '', , number = ''] of packets) {
      expect(text).toContain(time.replace(/\s/g, ''));
      expect(text).toContain(number);
    }
  }
});

for (const [name, size] of windows) {
  test(
    `an unreachable host on ${name}: who reported it, and nothing moves from the idle page to the answer`,
    long,
    async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      // Browsers do not count shifts within half a second after an input, so the code is delayed longer.
      await page.route('**/assets/result-*.js', (route) => setTimeout(() => route.continue(), 700));
      await open(page, '/ping');
      await ping(page, 'prohibited.lab.test');
      await expect(page.getByText('Pinging host...')).toBeVisible();
      const title = heading(page, 'Host is partially reachable (100% packet loss)');
      await expect(title).toBeVisible({ timeout: WHOLE_PING_MS });
      const { score, moved } = await shiftsOf(page);
      expect(score, moved.join('\n')).toBeLessThan(NOTHING);
      await expect(page.getByText('Every packet: Administratively prohibited (reported by 45.90.4.2)')).toBeVisible();
      expect(await rowsOf(page, 'Statistics')).toMatchObject({ 'Packets Received': '0', 'Avg Time': 'Not available' });
      await expectAccessible(page);
    },
  );
}

test('R2.89 a shared link waits for a press; a cancelled lookup has no result', long, async ({ page }) => {
  const asked = calls(page);
  await open(page, '/ping?host=silent.lab.test');
  await expect(field(page)).toHaveValue('silent.lab.test');
  await expect(page.getByText('Ready to ping')).toBeVisible();
  if (isLong) await expectAccessible(page);
  expect(asked).toEqual([]);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(loading(page)).toBeVisible();
  // The first packet is lost after two seconds, so that packets and the waiting state can be inspected.
  await expect(page.getByText('1 of 5')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No ping results available', { exact: true })).toBeVisible();
  await expect(field(page)).toBeFocused();
  expect(asked).toHaveLength(1);
  if (isLong) await expectAccessible(page);
});

test('a cancelled ping keeps its measurements; one cancelled at once has no result', long, async ({ page }) => {
  await open(page, '/ping');
  await ping(page, 'far.lab.test');
  await expect(page.getByText('2 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'Host is reachable')).toBeVisible();
  await expect(page.getByText(/^Cancelled after [23] of 5 packets\.$/)).toBeVisible();
  expect(await rowsOf(page, 'Statistics')).toMatchObject({ 'Packet Loss': '0%' });
  await expect(field(page)).toHaveValue('far.lab.test');
  await expectAccessible(page);
  await ping(page, 'silent.lab.test');
  await expect(loading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No ping results available', { exact: true })).toBeVisible();
});

test(
  'R2.89 a ping that is cancelled while its code is loading never starts, and has no result',
  long,
  async ({ page }) => {
    const asked = calls(page);
    const release = await holdScripts(page, '**/assets/result-*.js');
    await open(page, '/ping');
    await ping(page, 'fast.lab.test');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const nothing = page.getByText('No ping results available', { exact: true });
    await expect(nothing).toBeVisible();
    await expect(field(page)).toHaveValue('fast.lab.test');
    const loaded = page.waitForResponse('**/assets/result-*.js');
    release();
    await (await loaded).finished();
    await expect(page.getByRole('status').filter({ has: nothing })).toBeVisible();
    expect(asked).toEqual([]);
    await button(page).click();
    await expect(page.getByText('1 of 5')).toBeVisible();
    expect(asked).toHaveLength(1);
  },
);

test.describe('bad input', () => {
  test('R5.12 R5.13 blank, and a text that is neither a name nor an address', long, async ({ page }) => {
    const asked = calls(page);
    await open(page, '/ping');
    await ping(page, '   ');
    await expect(page.getByRole('alert')).toHaveText('Please enter a host name or IP address');
    for (const text of ['nodots', 'exa mple.com', '-a.com', '256.1.1.1', '1.2.3', '2001:db8::1::2', 'http://a.com/']) {
      await ping(page, text);
      await expect(page.getByRole('alert')).toHaveText(
        'Please enter a valid host name (e.g. example.com) or IP address',
      );
    }
    await expectAccessible(page);
    expect(asked).toEqual([]);
  });

  test('R4.23 R4.24 typing clears the message and marks the field red until it is a host', long, async ({ page }) => {
    await open(page, '/ping');
    await ping(page, 'nodots');
    await expect(page.getByRole('alert')).toBeVisible();
    await field(page).press('End');
    await field(page).pressSequentially('.t');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    for (const good of ['nodots.test', '192.0.2.1', '2001:db8:0:0:0:0:0:1', '2001:db8::1']) {
      await field(page).fill(good);
      await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
    }
  });
});

test.describe('failures', () => {
  test(
    'R2.84 R4.26 R8.20 R8.22 R8.23 R9.15 the server’s message in a box, after one retry a second later',
    both,
    async ({ page }) => {
      const asked = calls(page);
      await open(page, '/ping');
      await ping(page, 'nope.lab.test');
      await expect(page.getByRole('alert')).toContainText('Ping failed: This host name does not exist.');
      expect(asked).toHaveLength(2);
      // By the clock of the browser, since this process may notice requests late.
      const [first = 0, second = 0] = asked.map(({ request }) => request.timing().startTime);
      expect(second - first).toBeGreaterThanOrEqual(950);
      await expect(field(page)).toHaveValue('nope.lab.test');
      if (isLong) await expectAccessible(page);
      await ping(page, 'private.lab.test');
      await expect(page.getByRole('alert')).toContainText(
        'Ping failed: The address or name is private, loopback or otherwise special-use.',
      );
    },
  );

  test('R8.19 a server that is gone', async ({ page, watch }) => {
    watch.allow(/Failed to load resource/);
    await open(page, '/ping?host=fast.lab.test');
    await expect(page.getByText('Ready to ping')).toBeVisible();
    await page.context().setOffline(true);
    await button(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'Ping failed: No response from server. Please check if the server is running.',
    );
    await expect(page.getByRole('alert')).toContainText('You are offline');
  });

  test('R8.18 a call without a host', async ({ page }) => {
    const response = await page.request.get('/api/v2/ping?count=5&interval=2');
    expect(response.status()).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, message: 'Host is required', _data: null });
  });

  test('R8.21 an answer without data', async ({ page }) => {
    await page.route('**/api/v2/ping?*', (route) =>
      route.fulfill({ json: { success: true, message: 'OK', _data: null } }),
    );
    await open(page, '/ping');
    await ping(page, 'fast.lab.test');
    await expect(page.getByRole('alert')).toContainText('Ping failed: No data received from ping');
  });
});
