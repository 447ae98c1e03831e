import { dns } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { heading, toolPage } from '../../testing/tool-page.ts';
import { afterPause } from '../../testing/wait-limits.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

const { server, open } = await toolPage({
  screen: card,
  Page,
  field: 'Domain name',
  loadResult: () => import('./result.tsx'),
  reply: (path) => answer(new URLSearchParams(path.split('?')[1]).get('domain') ?? ''),
});

function answer(domain: string, more: object = {}) {
  const data = answerOf(dns, {
    domain,
    records: [
      {
        recordName: 'A',
        titles: ['Name', 'Address', 'TTL'],
        data: [
          [domain, '192.0.2.44', '300'],
          [domain, '192.0.2.45', '300'],
        ],
      },
      { recordName: 'TXT', titles: ['Name', 'Text', 'TTL'], data: [[domain, '"<b onclick=\'x\'>bold</b>"', '3600']] },
    ],
    resolver: '192.0.2.53:53',
    authenticated: false,
    validationFailed: false,
    ...more,
  });
  return json(200, { success: true, message: 'OK', _data: data });
}

describe('the field', () => {
  it('R5.5 asks for a domain name when it is blank', async () => {
    const { field, user, asked } = open();
    await user.type(field, '  {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a domain name');
    expect(asked()).toEqual([]);
  });

  it.each(
    ['not a domain', 'localhost', '192.0.2.1', '2001:db8::1', 'a..example', '-a.example'].slice(
      0,
      isLong ? undefined : 2,
    ),
  )('R5.6 R5.7 refuses %s', async (text) => {
    const { field, user, asked } = open();
    await user.type(field, `${text}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain (e.g. example.com)');
    expect(asked()).toEqual([]);
  });

  it('R4.14 R4.15 clears its message while typing, and is red while the text is not a domain', async () => {
    const { field, user } = open();
    await user.type(field, 'exam{Enter}');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, 'p');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, 'le.com');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it('R2.53 is a GET form to its own page before any script', () => {
    const { field } = open();
    expect(field.form?.getAttribute('method')).toBe('get');
    expect(field.form?.getAttribute('action')).toBe('/dns');
    expect(field.name).toBe('domain');
    expect(field.placeholder).toBe('Enter domain name (e.g. example.com)');
  });
});

describe('a lookup', () => {
  it('R2.55 R2.56 R4.12 shows its progress, then one table per record type as served', async () => {
    server.reply = () => 'wait';
    const { field, user, asked } = open();
    await user.type(field, ' Example.COM. {Enter}');
    expect(await screen.findByText('Looking up DNS records...')).toBeDefined();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', true));
    await vi.waitUntil(() => asked().length > 0);
    server.releaseAll(answer('example.com'));
    await heading('A Records');
    expect(screen.queryByText('Looking up DNS records...')).toBeNull();
    const table = within(screen.getByRole('region', { name: 'A Records, table' })).getByRole('table');
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual(['NameAddressTTL', 'example.com192.0.2.445 min300', 'example.com192.0.2.455 min300']);
    expect(within(table).getAllByTitle('300 seconds')).toHaveLength(2);
    expect(screen.getByText(/^3 records in 2 types, answered by 192\.0\.2\.53:53/)).toBeDefined();
    expect(asked()).toEqual(['/api/v2/dnsRecords?domain=example.com']);
    expect(location.search).toBe('?domain=Example.COM.');
  });

  it('shows the content of records as text', async () => {
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('TXT Records');
    expect(screen.getByText("<b onclick='x'>bold</b>")).toBeDefined();
    expect(document.querySelector('td b')).toBeNull();
  });

  it('runs by itself from a shared link', async () => {
    const { field, asked } = open('/dns?domain=example.com');
    await heading('A Records');
    expect(field.value).toBe('example.com');
    expect(asked()).toHaveLength(1);
  });

  it('does not run from a link without a valid domain, and says why', () => {
    const { field, asked } = open('/dns?domain=192.0.2.1');
    expect(field.value).toBe('192.0.2.1');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain (e.g. example.com)');
    expect(asked()).toEqual([]);
  });

  inLongSet(it)('asks again when the same domain is submitted again', async () => {
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('A Records');
    await user.type(field, '{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(2));
  });

  inLongSet(it)('keeps the previous answer, dimmed, until the new one arrives', async () => {
    const { field, user } = open('/dns?domain=example.com');
    await heading('example.com');
    server.reply = () => 'wait';
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await screen.findByText('Looking up DNS records...');
    expect((await heading('example.com')).closest('[aria-busy="true"]')).not.toBeNull();
    server.releaseAll(answer('example.org'));
    expect((await heading('example.org')).closest('[aria-busy="false"]')).not.toBeNull();
  });

  it('is cancelled by Escape: the previous answer returns and the field has the focus', async () => {
    const { field, user } = open('/dns?domain=example.com');
    await heading('example.com');
    server.reply = () => 'wait';
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await screen.findByText('Looking up DNS records...');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', true));
    act(() => field.blur());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Looking up DNS records...')).toBeNull());
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeDefined();
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('example.org');
    expect(location.search).toBe('?domain=example.com');
  });

  inLongSet(it)('is replaced by another one; repeating the same is ignored, and Escape undoes both', async () => {
    const { field, user, asked } = open('/dns?domain=example.com');
    await heading('example.com');
    server.reply = () => 'wait';
    await user.clear(field);
    await user.type(field, 'slow.example{Enter}');
    await screen.findByText('Looking up DNS records...');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Look up' })).toHaveProperty('disabled', true));
    await user.type(field, '{Enter}');
    await user.clear(field);
    await user.type(field, 'other.example{Enter}');
    expect(location.search).toBe('?domain=other.example');
    await waitFor(() => expect(asked()).toHaveLength(3));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(location.search).toBe('?domain=example.com'));
    await heading('example.com');
    await user.clear(field);
    await user.type(field, 'other.example{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(4));
    server.releaseAll(answer('other.example'));
    await heading('other.example');
    expect(asked().map((path) => path.split('=')[1])).toEqual([
      'example.com',
      'slow.example',
      'other.example',
      'other.example',
    ]);
  });

  it('names the types that could not be read', async () => {
    server.reply = () =>
      answer('example.com', {
        gaps: [
          { part: 'CDS', code: 'timeout' },
          { part: 'LOC', code: 'timeout' },
        ],
      });
    open('/dns?domain=example.com');
    expect(await screen.findByText(/CDS, LOC could not be read\. No answer in time\./)).toBeDefined();
  });

  it.each([
    [{ authenticated: true }, 'DNSSEC validated'],
    [{ validationFailed: true }, 'DNSSEC validation failed'],
    [{}, 'Not validated by DNSSEC'],
  ])("shows the resolver's DNSSEC result: %o", async (more, words) => {
    server.reply = () => answer('example.com', more);
    open('/dns?domain=example.com');
    expect(await screen.findByText(words)).toBeDefined();
  });

  inLongSet(it)('says once that validation failed: the facts do not repeat what was found', async () => {
    const failed = { code: 'dnssec-failed', state: 'bad', about: 'example.com', evidence: 'Bogus.', fix: null };
    server.reply = () => answer('example.com', { validationFailed: true, findings: [failed] });
    open('/dns?domain=example.com');
    await screen.findByText(/Bogus\./);
    expect(screen.queryByText('DNSSEC validation failed')).toBeNull();
  });
});

describe('a lookup that fails', () => {
  const nothing = (reason: string) =>
    json(404, {
      success: false,
      message: 'No DNS records found for this domain',
      _data: null,
      code: 'not-found',
      reason,
    });
  /** Longer than the pause before the retry. */
  const longWait = afterPause(1000);

  it.each([
    ['nxdomain', /does not exist/],
    ['nodata', /exists, but/],
  ])('R2.57 is an empty answer for %s, without prefix', async (reason, second) => {
    server.reply = () => nothing(reason);
    const { asked } = open('/dns?domain=nothing.example');
    const shown = await screen.findByText('No DNS records found for this domain', undefined, longWait);
    expect(shown.closest('[role="status"]')?.textContent).toMatch(second);
    expect(asked()).toHaveLength(2);
  });

  it('R4.13 R9.14 retries once after a second, then shows the message and a button to retry', async () => {
    server.reply = () => ({ status: 502, body: 'Bad Gateway' });
    const { user, asked } = open('/dns?domain=example.com');
    const started = performance.now();
    const alert = await screen.findByRole('alert', undefined, longWait);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    expect(alert.textContent).toContain('DNS Lookup failed: API Request Failed: API Error: HTTP error! status: 502');
    expect(asked()).toHaveLength(2);
    server.reply = () => answer('example.com');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('A Records');
  });

  it('names the cause below the message', async () => {
    const message = 'Failed to fetch DNS records. Please try again.';
    server.reply = () => json(502, { success: false, message, _data: null, code: 'source-failed', reason: 'servfail' });
    open('/dns?domain=example.com');
    const alert = await screen.findByRole('alert', undefined, longWait);
    expect(alert.querySelector('strong')?.textContent).toBe(`DNS Lookup failed: ${message}`);
    expect(alert.querySelector('p')?.textContent).toMatch(/name servers of this domain/);
  });

  inLongSet(it)('leaves the text in the field', async () => {
    server.reply = () => 'hang-up';
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    const alert = await screen.findByRole('alert', undefined, longWait);
    expect(alert.textContent).toContain('No response from server. Please check if the server is running.');
    expect(field.value).toBe('example.com');
  });
});
