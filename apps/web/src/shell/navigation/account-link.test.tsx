import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { AccountLink } from './account-link.tsx';

const auth = vi.hoisted(() => ({ user: null as { email: string } | null }));
vi.mock('../../browser/accounts/auth.ts', () => ({ useAuth: () => ({ user: auth.user, isLoading: false }) }));
afterAll(() => vi.doUnmock('../../browser/accounts/auth.ts'));

afterEach(cleanup);

it.each([
  [null, 'Sign in', '/login'],
  [{ email: 'visitor@example.com' }, 'Dashboard', '/dashboard'],
])('R2.29 R2.30 R6.2 leads %o to %s at %s', (user, name, path) => {
  auth.user = user;
  render(<AccountLink />);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path);
});
