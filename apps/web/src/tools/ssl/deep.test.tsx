import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { sslAnswer } from './testing/ssl-answer.ts';
import { isDone, sslPage, whole } from './testing/ssl-page.ts';

const { check, server } = await sslPage();

const RSA = ['TLS_RSA_WITH_AES_128_CBC_SHA'];
const offer = () => screen.queryByRole('button', { name: 'Test for ROBOT' });

it('offers the test for ROBOT only if the server accepts RSA key exchange', async () => {
  server.reply = () => whole(sslAnswer({ enabledCiphers: ['TLS_RSA_PSK_WITH_AES_128_CBC_SHA'] }));
  await check();
  await isDone();
  expect(offer()).toBeNull();
});

it('tests for ROBOT on request, says so, and returns to ordinary checks', async () => {
  server.reply = () => whole(sslAnswer({ enabledCiphers: RSA }));
  const { user, field, asked } = await check();
  await isDone();
  await user.click(offer() ?? document.body);
  await screen.findByText(
    'ROBOT was tested: the server treats valid and invalid padding alike, so it is not vulnerable.',
  );
  expect(asked()).toEqual(['/api/v2/sslInfo?domain=example.com', '/api/v2/sslInfo?domain=example.com&deep=true']);
  expect(offer()).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false));
  await user.type(field, '{Enter}');
  await waitFor(() => expect(offer()).not.toBeNull());
  await waitFor(() => expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=example.com'));
});

it('does not report «not vulnerable» if the result was unclear', async () => {
  const gaps = [{ part: 'ROBOT', code: 'protocol' as const }];
  server.reply = () => whole(sslAnswer({ enabledCiphers: RSA, gaps }));
  const { user } = await check();
  await waitFor(() => expect(offer()).not.toBeNull());
  await user.click(offer() ?? document.body);
  await screen.findByText('ROBOT was tested, without a clear result.');
});

it("names the server's vulnerabilities beside a valid certificate, and links to them", async () => {
  const securityInfo = { ...sslAnswer().securityInfo, hasKnownVulnerabilities: true };
  server.reply = () => whole(sslAnswer({ vulnerabilities: ['NULL', 'ANON'], securityInfo }));
  await check();
  await isDone();
  const link = screen.getByRole('link', { name: '2 known vulnerabilities' });
  const place = document.querySelector(link.getAttribute('href') ?? '');
  expect(place?.querySelector('h2')?.textContent).toBe('Security Information');
  expect(screen.getAllByText('Secure').length).toBeGreaterThan(0);
});

it('offers no retry for input that is always refused', async () => {
  server.reply = () =>
    json(422, { success: false, message: 'Not this one.', _data: null, code: 'refused-target', reason: 'special-use' });
  await check('127.0.0.1');
  expect((await screen.findByRole('alert')).textContent).toContain('Not this one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
