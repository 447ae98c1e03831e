import { expect, expectAccessible, expectAllColumnsShown, expectNoSidewaysScroll, test } from './fixtures.ts';
import { both, long } from './test-set.ts';

test('R2.90 the features of a MAC address lookup are on its page, each with what is there', async ({ page }) => {
  await page.goto('/mac');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MAC Address Lookup');
  await expect(page.getByText('Coming Soon')).toHaveCount(1);
});

test('a visitor pastes a MAC address and sees its owner', both, async ({ page }) => {
  await page.goto('/mac');
  await page.getByRole('textbox', { name: 'MAC address' }).fill('70b3.d5f2.f123');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page).toHaveURL('/mac?mac=70b3.d5f2.f123');
  const registrations = page.getByRole('region', { name: 'Registration' });
  await expect(registrations.getByRole('row')).toHaveCount(3);
  await expect(registrations.getByRole('cell', { name: 'MA-S' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an unregistered address is an answer', long, async ({ page }) => {
  await page.goto('/mac?mac=fe80::5054:ff:fe12:3456');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Locally administered: set by an administrator or at random' }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Virtual machine of QEMU or KVM' })).toBeVisible();
});

test('a visitor looks up the blocks of a vendor', long, async ({ page }) => {
  await page.goto('/mac');
  await page.getByRole('textbox', { name: 'MAC address' }).fill('Raspberry Pi');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('region', { name: 'Owners' }).getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'b8:27:eb/24' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Raspberry Pi Foundation' })).toBeVisible();
});

test(
  'a pasted table is read in the browser; the server learns only the prefixes of its addresses',
  long,
  async ({ page }) => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') bodies.push(request.postData() ?? '');
    });
    await page.goto('/mac');
    await page.getByText('A whole list of devices').click();
    await page
      .getByRole('textbox', { name: 'The list' })
      .fill('? (192.0.2.1) at 0:1b:63:84:45:e6 on en0\n? (192.0.2.2) at 70:b3:d5:f2:f1:23 on en0\n');
    await page
      .getByRole('textbox', { name: 'An earlier list' })
      .fill('192.0.2.7 dev en0 lladdr 00:1b:63:84:45:e6 STALE\n192.0.2.9 dev en0 lladdr 52:54:00:12:34:56 STALE\n');
    await page.getByRole('button', { name: 'Read the list' }).click();
    const devices = page.getByRole('region', { name: 'Devices', exact: true });
    await expect(devices.getByRole('cell', { name: 'Apple, Inc.' })).toBeVisible();
    await expect(devices.getByRole('cell', { name: 'TELEPLATFORMS' })).toBeVisible();
    await expect(devices.getByText('1 new, 1 gone, 1 moved, 0 unchanged.')).toBeVisible();
    expect(bodies).toEqual(['{"macs":["001b63/24","70b3d5/24","525400/24"]}', '{"macs":["70b3d5f2f/36"]}']);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
      /00:?1b:?63/i,
    );
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAllColumnsShown(devices.getByRole('region', { name: 'Devices, table' }), 5);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);
