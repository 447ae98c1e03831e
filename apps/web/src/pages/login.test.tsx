import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { Page } from './login.tsx';

const auth = vi.hoisted(() => ({
  user: null as { email: string } | null,
  isLoading: false,
  problem: null,
  setNewPassword: () => Promise.resolve(),
  delivery: 'mail',
  sendPasswordReset: () => Promise.resolve(auth.delivery),
}));
const reset = vi.hoisted(() => ({ token: null as string | null }));
vi.mock('../browser/accounts/auth.ts', () => ({ useAuth: () => auth }));
vi.mock('./login/use-reset-token.ts', () => ({ useResetToken: () => reset.token }));
afterAll(() => {
  vi.doUnmock('../browser/accounts/auth.ts');
  vi.doUnmock('./login/use-reset-token.ts');
});

beforeEach(() => {
  auth.user = null;
  reset.token = null;
  auth.delivery = 'mail';
});
afterEach(cleanup);

function open() {
  const { hook, history } = memoryLocation({ path: '/login', record: true });
  render(
    <Router hook={hook}>
      <Page />
    </Router>,
  );
  return history;
}

it('R2.35 R6.2 redirects a signed-in visitor to the dashboard', async () => {
  auth.user = { email: 'visitor@example.com' };
  const history = open();
  await waitFor(() => expect(history).toEqual(['/dashboard']));
});

it('R2.35 redirects there after a new password as well', async () => {
  reset.token = 'the token of the mail';
  const history = open();
  await userEvent.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
  await waitFor(() => expect(history.at(-1)).toBe('/dashboard'));
});

it('R2.32 R5.1 R3.1 requires both an address and a password', () => {
  open();
  const fields = ['Email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  expect(fields.map(({ type, required }) => [type, required])).toEqual([
    ['email', true],
    ['password', true],
  ]);
});

it('names its view in the title of the tab', async () => {
  open();
  expect(document.title).toBe('Sign in · Sonde');
  await userEvent.click(screen.getByRole('link', { name: 'Need an account? Sign up' }));
  expect(document.title).toBe('Sign up · Sonde');
  await userEvent.click(screen.getByRole('link', { name: 'Already have an account? Sign in' }));
  expect(document.title).toBe('Sign in · Sonde');
});

it('says whom to ask if the server sends no mail', async () => {
  auth.delivery = 'operator';
  open();
  await userEvent.type(screen.getByLabelText('Email'), 'visitor@example.com');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect((await screen.findByRole('status')).textContent).toMatch(/^This server sends no email\./);
});

it('states the rule for a new password in advance, and shows the password on request', async () => {
  open();
  expect(screen.queryByText('At least 8 characters.')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Need an account? Sign up' }));
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  const rule = screen.getByText('At least 8 characters.');
  expect(password.getAttribute('aria-describedby')).toBe(rule.id);
  await userEvent.type(password, 'correct horse');
  const show = screen.getByRole('button', { name: 'Show password' });
  await userEvent.click(show);
  expect([password.type, password.value, show.getAttribute('aria-pressed')]).toEqual(['text', 'correct horse', 'true']);
  await userEvent.click(show);
  expect(password.type).toBe('password');
});

it('R2.34 R2.37 says that the mail was sent', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Email'), 'visitor@example.com');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect((await screen.findByRole('status')).textContent).toBe('Password reset email sent. Please check your inbox.');
});
