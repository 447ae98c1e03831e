import { subdomain } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { heading, toolPage } from '../../testing/tool-page.ts';
import { afterPause } from '../../testing/wait-limits.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

/** Another tool that accepts domains. */
const dnsCard = { ...card, id: 'dns', path: '/dns', name: 'DNS Lookup' } as const;

const { server, open } = await toolPage({
  screen: card,
  Page,
  field: 'Domain',
  loadResult: () => import('./result.tsx'),
  reply: () => answer(),
  screens: [dnsCard, card],
});

const FAILED = 'Failed to fetch subdomains. Please try again.';

function name(subdomain: string, more: object = {}) {
  return {
    subdomain,
    ipv4List: [],
    ipv6List: [],
    aliases: [],
    unknownFamilies: [],
    sources: ['words'],
    resolves: true,
    ...more,
  };
}

const www = name('www.example.com', { ipv4List: ['192.0.2.44', '192.0.2.45'], ipv6List: ['2001:db8::44'] });
const mail = name('mail.example.com', { ipv4List: ['192.0.2.9'], sources: ['crtsh', 'records'] });
const old = name('old.example.com', { sources: ['crtsh'], resolves: false });
const slow = name('slow.example.com', { sources: ['crtsh'], unknownFamilies: ['ipv4', 'ipv6'], resolves: null });
const inside = name('inside.example.com');

function answer(more: object = {}) {
  const data = answerOf(subdomain, {
    domain: 'example.com',
    subdomains: [inside, mail, old, slow, www],
    sources: [
      { source: 'crtsh', state: 'failed', found: 3 },
      { source: 'words', state: 'done', found: 2 },
    ],
    wildcards: [],
    partialWildcards: [],
    asked: 6000,
    ...more,
  });
  return json(200, { success: true, message: 'OK', _data: data });
}

const cards = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

async function search(path?: string) {
  const page = open(path);
  await page.user.type(page.field, 'example.com{Enter}');
  await heading('Results for example.com');
  return page;
}

describe('the field', () => {
  it('R2.78 R2.79 has its placeholder and a Search button', () => {
    const { field } = open();
    expect(field.placeholder).toBe('Enter domain, e.g. example.com');
    expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', false);
    expect(field.form?.getAttribute('action')).toBe('/subdomain');
    expect(field.name).toBe('domain');
  });

  it.each(
    ['', 'localhost', 'a b.com', '-a.com', 'a..com', 'example.c', '192.0.2.1', '_dmarc.example.com'].slice(
      0,
      isLong ? undefined : 2,
    ),
  )('R5.11 refuses %j', async (text) => {
    const { field, user, asked } = open();
    await user.type(field, `${text}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain name.');
    expect(asked()).toEqual([]);
  });
});

describe('a search', () => {
  it('R2.79 R4.21 shows its progress on the disabled button', async () => {
    server.reply = () => 'wait';
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    expect(await screen.findByRole('button', { name: 'Searching...' })).toHaveProperty('disabled', true);
    await vi.waitUntil(() => asked().length > 0);
    server.releaseAll(answer());
    await heading('Results for example.com');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', false));
  });

  it('R2.80 R2.81 R7.6 shows a card for every name, with its IPv4 and IPv6 addresses', async () => {
    const { asked } = await search();
    expect(asked()).toEqual(['/api/v2/subdomainFinder?domain=example.com']);
    expect(cards()).toEqual([inside, mail, old, slow, www].map(({ subdomain }) => subdomain));
    const listed = (label: string) =>
      within(screen.getByRole('list', { name: label }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(listed('IPv4 addresses of www.example.com')).toEqual(['192.0.2.44', '192.0.2.45']);
    expect(listed('IPv6 addresses of www.example.com')).toEqual(['2001:db8::44']);
    expect(screen.queryByRole('list', { name: 'IPv6 addresses of mail.example.com' })).toBeNull();
    expect(screen.getByText(/^5 subdomains, 3 IPv4 and 1 IPv6 addresses/)).toBeDefined();
  });

  it('shows the sources of every name, and why some have no addresses', async () => {
    await search();
    expect(screen.getByText('Found by crt.sh, DNS records')).toBeDefined();
    expect(screen.getByText('Does not resolve').closest('li')?.textContent).toMatch(/^old\.example\.com/);
    expect(screen.getByText('No answer').closest('li')?.textContent).toMatch(/^slow\.example\.com/);
    expect(screen.getByText('No public address').closest('li')?.textContent).toMatch(/^inside\.example\.com/);
  });

  inLongSet(it)('names failed sources and wildcards', async () => {
    server.reply = () =>
      answer({ gaps: [{ part: 'crtsh', code: 'timeout' }], wildcards: ['example.com', 'dev.example.com'] });
    await search();
    expect(screen.getByText(/^crt\.sh could not be read in full\. No answer in time\./)).toBeDefined();
    expect(screen.getByText(/^Every name below example\.com and 1 more exists \(wildcard\)/)).toBeDefined();
  });

  it('filters, sorts and groups', async () => {
    const { user } = await search();
    const filter = screen.getByRole('searchbox', { name: 'Filter by name or address' });
    await user.type(filter, '192.0.2');
    await waitFor(() => expect(cards()).toEqual(['mail.example.com', 'www.example.com']));
    expect(screen.getByText('2 of 5 names')).toBeDefined();
    await user.clear(filter);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'address');
    await waitFor(() => expect(cards().slice(0, 2)).toEqual(['mail.example.com', 'www.example.com']));
    await user.click(screen.getByRole('checkbox', { name: 'Group by address' }));
    expect(cards()).toEqual(['192.0.2.9', '192.0.2.44', '192.0.2.45', '2001:db8::44']);
  });

  inLongSet(it)('shows thousands of names step by step, and all of them on request', async () => {
    const many = Array.from({ length: 500 }, (_, index) => name(`n${index}.example.com`));
    server.reply = () => answer({ subdomains: many });
    const { user } = await search();
    await user.click(screen.getByRole('button', { name: 'Cards' }));
    expect(cards()).toHaveLength(60);
    await user.click(screen.getByRole('button', { name: 'Show all 500' }));
    expect(cards()).toHaveLength(500);
  });

  inLongSet(it)('is printed in full, with the names of each address', async () => {
    const many = Array.from({ length: 100 }, (_, index) => name(`n${index}.example.com`, { ipv4List: ['192.0.2.1'] }));
    server.reply = () => answer({ subdomains: many });
    const { user } = await search();
    await user.click(screen.getByRole('button', { name: 'Cards' }));
    const count = (selector: string) => document.querySelectorAll(selector).length;
    await waitFor(() => {
      act(() => void dispatchEvent(new Event('beforeprint')));
      expect(count('.subs > li')).toBe(100);
    });
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(count('.subs > li')).toBe(60);
    await user.click(screen.getByRole('checkbox', { name: 'Group by address' }));
    expect(count('.subs .ips li')).toBe(60);
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(count('.subs .ips li')).toBe(100);
    act(() => void dispatchEvent(new Event('afterprint')));
    await user.click(screen.getByRole('button', { name: 'Show 40 more' }));
    expect(count('.subs .ips li')).toBe(100);
  });

  inLongSet(it)('writes out invisible characters in a name', async () => {
    server.reply = () => answer({ subdomains: [name('a\u202eb.example.com')] });
    await search();
    expect(cards()).toEqual(['a\\u{202e}b.example.com']);
  });

  it('shows names as they are found, with a growing count, and keeps the filter', async () => {
    let tell = (_: object) => {};
    let end = () => {};
    server.reply = () => (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      tell = (part) => response.write(`event: progress\ndata: ${JSON.stringify(part)}\n\n`);
      end = () => response.end(`event: result\ndata: ${answer().body}\n\n`);
    };
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await vi.waitUntil(() => asked().length > 0);
    const sources = [{ source: 'words', state: 'running', found: 1 }];
    await act(async () => tell({ subdomains: [www], sources, asked: 100 }));
    await heading('Results for example.com');
    expect(screen.getByText('1 subdomain, 2 IPv4 and 1 IPv6 addresses so far, 100 names tried')).toBeDefined();
    await act(async () => tell({ subdomains: [mail, { ...www, ipv6List: [] }], sources, asked: 200 }));
    await screen.findByText('2 subdomains, 3 IPv4 and 0 IPv6 addresses so far, 200 names tried');
    expect(screen.getByRole('button', { name: 'Searching...' })).toBeDefined();
    const filter = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter by name or address' });
    await user.type(filter(), 'mail');
    await act(async () => end());
    await screen.findByText(/^5 subdomains, 3 IPv4 and 1 IPv6 addresses$/);
    expect(filter().value).toBe('mail');
    expect(filter()).toBe(document.activeElement);
  });
});

describe('a link', () => {
  it('waits for one press', async () => {
    const { field, user, asked } = open('/subdomain?domain=example.com');
    expect(field.value).toBe('example.com');
    await screen.findByText('Ready to search example.com');
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Search example.com' }));
    await heading('Results for example.com');
    expect(asked()).toHaveLength(1);
  });
});

describe('empty answers and failures', () => {
  const { queries } = queryClient.getDefaultOptions();
  const withRetries = (isOn: boolean) =>
    queryClient.setDefaultOptions({ queries: { ...queries, ...(!isOn && { retry: false }) } });
  beforeEach(() => withRetries(false));
  afterEach(() => withRetries(true));

  it('says so when there is no name', async () => {
    server.reply = () => answer({ subdomains: [] });
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    expect(await screen.findByText('No subdomains found for example.com')).toBeDefined();
  });

  inLongSet(it)('says so at once when the domain does not exist', async () => {
    const body = { success: false, message: 'no', _data: null, code: 'not-found', reason: 'nxdomain' };
    server.reply = () => json(404, body);
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    expect(await screen.findByText('This domain does not exist.')).toBeDefined();
  });

  it('R8.17 R9.22 retries once after three seconds, then shows the message with the cause', async () => {
    const body = { success: false, message: 'The resolver sleeps.', _data: null, code: 'timeout', reason: 'timeout' };
    withRetries(true);
    server.reply = () => json(504, body);
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    const alert = await screen.findByRole('alert', {}, afterPause(3000));
    expect(within(alert).getByText(FAILED)).toBeDefined();
    expect(within(alert).getByText('The resolver sleeps.')).toBeDefined();
    expect(asked()).toHaveLength(2);
    server.reply = () => answer();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await heading('Results for example.com');
  });

  it.each([
    ['a bare 502', () => ({ status: 502, body: 'Bad Gateway' })],
    ['a dead socket', () => 'hang-up' as const],
    ['invalid JSON', () => ({ status: 200, body: '{' })],
    ['success without data', () => json(200, { success: true, message: 'OK', _data: null })],
  ])('R8.17 %s has the same message', async (_, reply) => {
    server.reply = reply;
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    const alert = await screen.findByRole('alert', {}, afterPause(3000));
    expect(within(alert).getByText(FAILED)).toBeDefined();
  });

  it('R4.22 a new search clears the previous error', async () => {
    server.reply = () => json(200, { success: true, message: 'OK', _data: null });
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await screen.findByRole('alert');
    server.reply = () => 'wait';
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await vi.waitUntil(() => asked().length > 1);
    server.releaseAll(answer());
    await heading('Results for example.com');
  });
});
