import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isDone, sslPage } from './testing/ssl-page.ts';

const { check } = await sslPage();

it('uses the STARTTLS protocol chosen under Options once the button is pressed, and keeps it in the link', async () => {
  const { user, field, asked } = await check('mail.example.com');
  await isDone();
  await user.click(screen.getByText('Options'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'STARTTLS' }), 'imap');
  expect(asked()).toEqual(['/api/v2/sslInfo?domain=mail.example.com']);
  await user.type(field, '{Enter}');
  await vi.waitFor(() => expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=mail.example.com&starttls=imap'));
  expect(location.search).toBe('?domain=mail.example.com&starttls=imap');
});

it('skips the revocation check if chosen under Options, and keeps that in the link', async () => {
  const { user, field, asked } = await check('example.com');
  await isDone();
  await user.click(screen.getByText('Options'));
  await user.click(screen.getByRole('checkbox', { name: 'Skip the revocation check (OCSP and CRL)' }));
  expect(asked()).toEqual(['/api/v2/sslInfo?domain=example.com']);
  await user.type(field, '{Enter}');
  await vi.waitFor(() => expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=example.com&revocation=false'));
  expect(location.search).toBe('?domain=example.com&revocation=false');
});
