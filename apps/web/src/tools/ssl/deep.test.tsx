import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, sslPage, whole } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

const offer = () => screen.queryByRole('button', { name: 'Test for ROBOT' });
const untested = {
  code: 'robot-not-tested',
  state: 'unknown',
  about: 'example.com',
  evidence: 'It accepts TLS_RSA_WITH_AES_128_CBC_SHA.',
  fix: 'Test for it.',
} as const;

it('offers the test for ROBOT only if it was not made', async () => {
  await check();
  await isDone();
  expect(offer()).toBeNull();
});

it('tests for ROBOT on request, and returns to ordinary checks', async () => {
  const { findings = [] } = sslAnswer();
  server.reply = (path) => whole(sslAnswer(path.includes('deep=true') ? {} : { findings: [untested, ...findings] }));
  const { user, field, asked } = await check();
  await isDone();
  await user.click(offer() ?? document.body);
  await waitFor(() => expect(offer()).toBeNull());
  expect(asked()).toEqual(['/api/v2/sslInfo?domain=example.com', '/api/v2/sslInfo?domain=example.com&deep=true']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false));
  await user.type(field, '{Enter}');
  await waitFor(() => expect(offer()).not.toBeNull());
  await waitFor(() => expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=example.com'));
});

it('offers no retry for input that is always refused', async () => {
  server.reply = () =>
    json(422, { success: false, message: 'Not this one.', _data: null, code: 'refused-target', reason: 'special-use' });
  await check('127.0.0.1');
  expect((await screen.findByRole('alert')).textContent).toContain('Not this one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
