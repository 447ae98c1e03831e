import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { inLongSet } from '../../testing/test-set.ts';
import { Page as Dns } from '../dns/page.tsx';
import { screen as dns } from '../dns/screen.ts';
import { Page as Whois } from '../whois/page.tsx';
import { screen as whois } from '../whois/screen.ts';

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
  await Promise.all([import('../dns/result.tsx'), import('../whois/result.tsx'), import('./offer-button.tsx')]);
});
afterAll(() => server.close());
beforeEach(() => {
  server.reply = () => failed(404, 'nothing', 'not-found', 'nxdomain');
});
afterEach(async () => {
  cleanup();
  // A failed lookup would otherwise retry a second later, during the next test.
  await queryClient.cancelQueries();
  queryClient.clear();
});

const failed = (status: number, message: string, code: string, reason: string) =>
  json(status, { success: false, message, _data: null, code, reason });

function open(path: string) {
  openAt(server.origin + path);
  const before = server.asked.length;
  render(path.startsWith('/dns') ? <Dns screen={dns} /> : <Whois screen={whois} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain name' });
  return { field, user: userEvent.setup(), asked: () => server.asked.slice(before) };
}

describe('pasting into a field', () => {
  it.each([
    ['https://shop.test/path', 'shop.test'],
    ['me@shop.test', 'shop.test'],
    ['shop.test:443', 'shop.test'],
    ['  shop.test\n', 'shop.test'],
    ['a.test\nb.test', 'a.test b.test'],
    ['no host at all', 'no host at all'],
  ])('%j leaves %j', async (pasted, text) => {
    const { field, user, asked } = open('/dns');
    await user.click(field);
    await user.paste(pasted);
    await waitFor(() => expect(field.value).toBe(text));
    expect(asked()).toEqual([]);
  });

  it('becomes a lookup when Enter is pressed', async () => {
    const { field, user, asked } = open('/dns');
    await user.click(field);
    await user.paste('https://shop.test/path');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toContain('/api/v2/dnsRecords?domain=shop.test'));
    expect(location.search).toBe('?domain=shop.test');
  });

  it('replaces the selected text, and stays unchanged inside other text', async () => {
    const { field, user } = open('/dns');
    await user.type(field, 'old.test');
    await user.tripleClick(field);
    await user.paste('https://shop.test/');
    await waitFor(() => expect(field.value).toBe('shop.test'));
    await user.type(field, '/', { initialSelectionStart: 9 });
    await user.paste('https://x.test');
    await waitFor(() => expect(field.value).toBe('shop.test/https://x.test'));
  });
});

describe('input that the specification refuses', () => {
  it('R5.6 R5.7 /dns: the message stays, with the reverse lookup beside it', async () => {
    const { field, user, asked } = open('/dns');
    await user.type(field, '192.0.2.1{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain (e.g. example.com)');
    expect(asked()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Reverse lookup of 192.0.2.1' }));
    await screen.findByText(/^No name is published for 192\.0\.2\.1/);
    expect(asked()).toContain('/api/v2/dnsRecords?domain=1.2.0.192.in-addr.arpa');
    expect(location.pathname + location.search).toBe('/dns?address=192.0.2.1');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['192.0.2.1', 'false']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('R5.6 /dns: while an address is typed, its reverse lookup is one press away', async () => {
    const { field, user, asked } = open('/dns');
    await user.type(field, '192.0.2.1');
    expect(asked()).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Reverse lookup of 192.0.2.1' }));
    await screen.findByText(/^No name is published for 192\.0\.2\.1/);
    expect([screen.queryByRole('alert'), field.getAttribute('aria-invalid')]).toEqual([null, 'false']);
  });

  it.each([
    ['192.0.2.0', 'Registration of 192.0.2.0', '192.0.2.0'],
    ['as15169', 'Registration of AS15169', 'AS15169'],
    ['15169', 'Registration of AS15169', 'AS15169'],
  ])('R5.10 /whois: %s has its registration beside the message', async (typed, label, target) => {
    server.reply = () => failed(404, `${target} is not registered`, 'not-found', 'not-registered');
    const { field, user, asked } = open('/whois');
    await user.type(field, `${typed}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain name (e.g. example.com)');
    await user.click(await screen.findByRole('button', { name: label }));
    await screen.findByText(`${target} is not registered`);
    expect(asked()).toEqual([`/api/v2/whois?ipOrDomain=${target}`]);
    expect(location.search).toBe(`?resource=${target}`);
    expect(field.value).toBe(target);
  });

  inLongSet(it)('a typed URL is offered as its host', async () => {
    const { field, user, asked } = open('/whois');
    await user.type(field, 'https://shop.test/path{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Look up shop.test' }));
    await waitFor(() => expect(asked()).toEqual(['/api/v2/whois?ipOrDomain=shop.test']));
    expect([field.value, location.search]).toEqual(['shop.test', '?domain=shop.test']);
  });

  it('nothing is offered if no target is recognized', async () => {
    const { field, user } = open('/dns');
    await user.type(field, 'localhost{Enter}');
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: /^(?:Reverse|Look up .)/ })).toBeNull();
  });
});

describe('a link to a target that the field refuses', () => {
  it('runs by itself, and Enter repeats it', async () => {
    const { field, user, asked } = open('/dns?address=2001:DB8::1');
    await screen.findByText(/^No name is published for 2001:db8::1/);
    const first = asked().length;
    await user.click(field);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked().length).toBeGreaterThan(first));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a name typed afterwards is an ordinary lookup', async () => {
    const { field, user, asked } = open('/dns?address=192.0.2.1');
    await screen.findByText(/^No name is published/);
    await user.clear(field);
    await user.type(field, 'shop.test{Enter}');
    await waitFor(() => expect(asked().at(-1)).toBe('/api/v2/dnsRecords?domain=shop.test'));
    expect(location.search).toBe('?domain=shop.test');
  });

  inLongSet(it)('and another address is refused like any other', async () => {
    const { field, user } = open('/dns?address=192.0.2.1');
    await screen.findByText(/^No name is published/);
    await user.clear(field);
    await user.type(field, '192.0.2.2{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Please enter a valid domain');
  });

  it.each([
    ['/dns?address=shop.test', '?domain=shop.test'],
    ['/whois?resource=shop.test', '?domain=shop.test'],
  ])('%s is recognized', async (path, search) => {
    const { asked } = open(path);
    await waitFor(() => expect(asked()).not.toEqual([]));
    expect(location.search).toBe(search);
  });

  it('with anything else shows what is wrong', async () => {
    const { field, asked } = open('/whois?resource=%20no%20such%20');
    expect((await screen.findByRole('alert')).textContent).toContain('Please enter a valid domain name');
    expect([field.value, asked()]).toEqual([' no such ', []]);
  });
});
