import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sslAnswer } from '../testing/ssl-answer.ts';
import { WhoCanConnect } from './clients-panel.tsx';

afterEach(cleanup);

const { clients } = sslAnswer();
const newest = clients.find(({ connects }) => connects === true);
const refused = clients.filter(({ connects }) => connects === false);
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...newest, client: `Browser ${index} (of a kind)`, why: null }));
const show = (count: number) => {
  const known = { ...sslAnswer(), clients: [...named(count), ...refused] };
  render(<WhoCanConnect known={known as never} />);
};

it('clients with the newest version are folded; those that cannot connect stay in view', () => {
  show(5);
  const fold = screen.getByText('5 more connect with TLSv1.3').closest('details');
  expect(fold?.open).toBe(false);
  expect(fold?.querySelector('summary')?.textContent).toContain('Browser 0, Browser 1');
  const [first] = screen.getAllByRole('table', { name: 'Who can connect' });
  expect(fold?.contains(first ?? null)).toBe(false);
  const rows = within(first as HTMLElement).getAllByRole('row');
  expect(rows).toHaveLength(1 + refused.length);
  expect(rows[1]?.textContent).toContain('No');
});

it('a few of them are not', () => {
  show(3);
  expect(document.querySelector('details.newer')).toBeNull();
});
