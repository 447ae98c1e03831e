import type { ServerResponse } from 'node:http';
import { ssl } from '@sonde/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { sslAnswer, sslParts } from './testing/ssl-answer.ts';
import { isDone, rowsOf, sslPage, whole } from './testing/ssl-page.ts';

const { check, open, server } = await sslPage();

const failed = (status: number, code: string, reason: string, message: string) =>
  json(status, { success: false, message, _data: null, code, reason });
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const heading = (name: string) => screen.findByRole('heading', { name });

/** Streams an answer; the test decides which part is sent when. */
function inParts() {
  let response: ServerResponse | undefined;
  const closed = vi.fn();
  server.reply = () => (given) => {
    response = given;
    given.on('close', closed);
    given.writeHead(200, { 'content-type': 'text/event-stream' });
    given.flushHeaders();
  };
  return {
    closed,
    tell: (part: object) => response?.write(event('progress', part)),
    end: (answer: object) => response?.end(event('result', { success: true, message: 'OK', _data: answer })),
  };
}

it('the fixtures of these tests fit the contract', () => {
  expect(ssl.answer.parse(sslAnswer())).toEqual(sslAnswer());
  for (const part of Object.values(sslParts(sslAnswer()))) expect(ssl.progress.safeParse(part).error).toBeUndefined();
});

describe('the field', () => {
  it('R5.8 asks for a domain when it is empty', async () => {
    const { field, user, asked } = open();
    await user.type(field, '   {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a domain');
    expect(asked()).toEqual([]);
    await user.type(field, 'e');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(
    ['not a domain', 'localhost', '192.0.2.1', '[2001:db8::1]:8443', 'bücher.de'].slice(0, isLong ? undefined : 1),
  )('R5.9 does not validate the format: %s is sent unchanged', async (text) => {
    const { asked } = await check(text);
    await isDone();
    expect(asked()).toEqual([`/api/v2/sslInfo?${new URLSearchParams({ domain: text })}`]);
  });

  inLongSet(it)('R5.9 sends typed text unchanged, and the host of pasted text', async () => {
    const typed = open();
    await typed.user.type(typed.field, 'https://example.com/x{Enter}');
    await isDone();
    expect(typed.asked()).toEqual(['/api/v2/sslInfo?domain=https%3A%2F%2Fexample.com%2Fx']);
    cleanup();
    const { asked } = await check('https://example.com/x');
    await isDone();
    expect(asked()).toEqual(['/api/v2/sslInfo?domain=example.com']);
  });

  it('R2.59 R2.60 is a GET form to its own page before any script', () => {
    const { field } = open();
    expect([field.form?.getAttribute('method'), field.form?.getAttribute('action')]).toEqual(['get', '/ssl']);
    expect([field.name, field.placeholder]).toEqual(['domain', 'Enter domain (e.g., example.com)']);
    expect(screen.getByRole('button', { name: 'Check SSL' })).toBeDefined();
  });
});

describe('a check', () => {
  it('R4.16 R4.17 R7.4 does not run while typing, and runs again at every press', async () => {
    const { field, user, asked } = await check();
    await isDone();
    await user.type(field, '{End}.org');
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeDefined();
    expect(asked()).toHaveLength(1);
    await user.type(field, '{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false));
    await user.type(field, '{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(3));
    expect(new Set(asked().slice(1))).toEqual(new Set(['/api/v2/sslInfo?domain=example.com.org']));
  });

  inLongSet(it)('waits for a press after a shared link', async () => {
    const { field, user, asked } = open('/ssl?domain=example.com');
    expect(await screen.findByText('Ready to check example.com')).toBeDefined();
    expect(field.value).toBe('example.com');
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Check example.com' }));
    await isDone();
    expect(asked()).toHaveLength(1);
  });
});

describe('a streamed check', () => {
  it('R2.60 shows the certificate first, and fills in the rest in place', async () => {
    const stream = inParts();
    const answer = sslAnswer();
    const parts = sslParts(answer);
    await check();
    expect(await screen.findByRole('button', { name: 'Loading...' })).toHaveProperty('disabled', true);
    await screen.findByText('Connecting and reading the certificate');
    await vi.waitFor(() => expect(stream.tell(parts.certificate)).toBe(true));
    await screen.findAllByText('CN=example.com,O=Example Org');
    const details = screen.getByRole('region', { name: 'Certificate Details' });
    expect(rowsOf('Security Details').at(-1)).toEqual(['Security Status', 'Secure']);
    expect(rowsOf('Security Details')[0]).toEqual(['Protocol', '']);
    expect(screen.queryByText('Not available')).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    stream.tell(parts.negotiated);
    stream.tell(parts.protocols);
    await waitFor(() => expect(rowsOf('Security Details')[0]).toEqual(['Protocol', 'TLSv1.3']));
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', '']);
    stream.tell(parts.suites);
    stream.tell(parts.observations);
    await screen.findByRole('list', { name: 'Enabled cipher suites' });
    stream.end(answer);
    await isDone();
    expect(screen.getByRole('region', { name: 'Certificate Details' })).toBe(details);
    expect(await screen.findByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false);
  });

  inLongSet(it)('keeps the previous answer, dimmed, until the first part of the new one', async () => {
    const { field, user } = await check();
    await isDone();
    const stream = inParts();
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await screen.findByText('Checking again');
    expect((await heading('example.com')).closest('[aria-busy="true"]')).not.toBeNull();
    const next = sslAnswer({ domain: 'example.org', peerHost: 'example.org' });
    await vi.waitFor(() => expect(stream.tell(sslParts(next).certificate)).toBe(true));
    expect((await heading('example.org')).closest('[aria-busy="false"]')).not.toBeNull();
    stream.end(next);
    await isDone();
  });

  inLongSet(it)('is cancelled by Escape: the stream ends, and the previous answer returns', async () => {
    const { field, user } = await check();
    await isDone();
    const stream = inParts();
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await vi.waitFor(() => expect(stream.tell(sslParts(sslAnswer({ domain: 'example.org' })).certificate)).toBe(true));
    await heading('example.org');
    await user.keyboard('{Escape}');
    await heading('example.com');
    await isDone();
    expect(location.search).toBe('?domain=example.com');
    expect(field.value).toBe('example.org');
  });
});

describe('a check that fails', () => {
  it("R2.71 R4.18 R8.14 shows its message and the server's, and does not retry", async () => {
    server.reply = () => failed(502, 'unreachable', 'connection-refused', 'The port is closed.');
    // The clock goes on by itself, so that requests work.
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { field, user, asked } = await check();
    const alert = await screen.findByRole('alert');
    expect(alert.querySelector('strong')?.textContent).toBe('Failed to fetch SSL information');
    expect(alert.querySelector('p')?.textContent).toMatch(/^The port is closed\. The server may be down/);
    expect(field.value).toBe('example.com');
    // Longer than the pause before the retry of the tools that have one.
    await act(() => vi.advanceTimersByTimeAsync(1200));
    expect(asked()).toHaveLength(1);
    vi.useRealTimers();
    server.reply = () => whole(sslAnswer());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await isDone();
  });

  inLongSet(it)('after some parts is a failure', async () => {
    const stream = inParts();
    await check();
    await vi.waitFor(() => expect(stream.tell(sslParts(sslAnswer()).certificate)).toBe(true));
    await heading('example.com');
    stream.end(null as never);
    expect((await screen.findByRole('alert')).querySelector('strong')?.textContent).toBe(
      'Failed to fetch SSL information',
    );
  });
});
