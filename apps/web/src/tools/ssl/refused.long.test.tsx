import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { sslPage } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

it('offers no retry for input that is always refused', async () => {
  server.reply = () =>
    json(422, { success: false, message: 'Not this one.', _data: null, code: 'refused-target', reason: 'special-use' });
  await check('127.0.0.1');
  expect((await screen.findByRole('alert')).textContent).toContain('Not this one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
