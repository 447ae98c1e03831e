import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, sslPage, whole } from './testing/ssl-page.ts';
import './panels.test.tsx';

const { check, server } = await sslPage();

it('shows ten thousand names only on request', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `${index}.example.com`);
  server.reply = () => whole(sslAnswer({ subjectAlternativeNames: names }));
  const { user } = await check();
  await isDone();
  expect(screen.queryByText('100.example.com')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 9900 more' }));
  expect(screen.getByText('9999.example.com')).toBeDefined();
});
