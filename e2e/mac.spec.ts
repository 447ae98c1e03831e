import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test('R2.90 the features of a MAC address lookup are on its page, each with what is there', async ({ page }) => {
  await page.goto('/mac');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MAC Address Lookup');
  await expect(page.getByText('Coming Soon')).toHaveCount(3);
});

test('a visitor pastes a MAC address and reads who has it', async ({ page }) => {
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

test('an address that nobody has registered is an answer', async ({ page }) => {
  await page.goto('/mac?mac=fe80::5054:ff:fe12:3456');
  await expect(
    page.getByRole('heading', { level: 2, name: 'A local address: chosen on site or at random' }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Virtual machine of QEMU or KVM' })).toBeVisible();
});
