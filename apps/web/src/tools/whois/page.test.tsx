import { whois } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { heading, toolPage } from '../../testing/tool-page.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

const { server, open } = await toolPage({
  screen: card,
  Page,
  field: 'Domain name',
  loadResult: () => import('./result.tsx'),
  reply: () => answer(),
});

function answer(
  more: object = {},
  gaps: object[] = [],
  text = '# whois.registry.example\n\nDomain Name: EXAMPLE.COM\n<b>Registrar:</b> x',
) {
  const registration = {
    kind: 'domain',
    state: 'registered',
    name: 'example.com',
    handle: 'D1',
    label: null,
    range: null,
    registrar: { name: '<i>Example</i> Registrar', ianaId: '9999', url: null },
    created: '1995-08-14T04:00:00Z',
    updated: null,
    expires: '2100-08-13T04:00:00Z',
    registrarExpires: null,
    status: [
      { code: 'clientHold', meaning: 'The domain does not work.' },
      { code: 'connect', meaning: null },
    ],
    nameServers: [{ name: 'ns1.example.com', addresses: ['192.0.2.1'] }],
    dnssec: 'signed',
    ds: [],
    country: null,
    contacts: [
      { role: 'registrant', name: null, organization: 'Example Society', email: null, phone: null, country: 'NL' },
    ],
    abuse: null,
    partOf: [],
    sources: { registrar: 'whois.registry.example', created: 'rdap.example' },
    notes: ['Some contact details are withheld.'],
    ...more,
  };
  const data = answerOf(whois, {
    query: 'example.com',
    whoIsInfo: text,
    source: { protocol: 'whois', server: 'whois.registry.example' },
    registration,
    rdap: null,
    gaps,
  });
  return json(200, { success: true, message: 'OK', _data: data });
}

const failed = (status: number, message: string, code: string, reason?: string) =>
  json(status, { success: false, message, _data: null, code, ...(reason && { reason }) });

describe('the field', () => {
  it('R2.73 R2.74 has its placeholder, two examples and an explanation', () => {
    const { field } = open();
    expect(field.placeholder).toBe('Enter domain name...');
    expect(screen.getByText('example.com')).toBeDefined();
    expect(screen.getByText('example.org')).toBeDefined();
    expect(screen.getByText('Enter a domain name to view its registration and ownership details')).toBeDefined();
  });

  it.each(
    ['  ', 'not a domain', 'localhost', '192.0.2.1', '2001:db8::1', 'AS64496', '64496', '_dmarc.example.com'].slice(
      0,
      isLong ? undefined : 2,
    ),
  )('R5.10 refuses %j without a request', async (text) => {
    const { field, user, asked } = open();
    await user.type(field, `${text}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid domain name (e.g. example.com)');
    expect(asked()).toEqual([]);
  });
});

it('R2.73 keeps its hint with two examples after a lookup, beside the recent lookups', async () => {
  const { field, user } = open();
  await user.type(field, 'shop.example{Enter}');
  await screen.findByRole('region', { name: 'Raw WHOIS text' });
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links().slice(0, 3)).toEqual(['example.com', 'example.org', 'shop.example']);
  cleanup();
  open();
  expect(links().slice(0, 3)).toEqual(['example.com', 'example.org', 'shop.example']);
});

describe('a name that is not simply registered', () => {
  const dates = { created: '2005-05-01', expires: '2031-05-06', registrar: { name: 'NIC', ianaId: null, url: null } };

  it.each(
    [
      ['reserved', 'Reserved by the registry'],
      ['unrecognised', 'The reply was not recognised'],
    ].slice(0, isLong ? undefined : 1),
  )('%s is said so, without an age, an expiry date to save, or a registrar', async (state, badge) => {
    server.reply = () => answer({ ...dates, state, status: [], dnssec: null, notes: [] });
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await screen.findByRole('region', { name: 'Raw WHOIS text' });
    expect(screen.getAllByText(badge).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Registered through/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add expiry to calendar' })).toBeNull();
    expect(screen.getAllByText('Answered by whois.registry.example').length).toBeGreaterThan(0);
  });
});

describe('a lookup', () => {
  it('R2.75 R2.76 R4.19 R7.5 shows its progress, then the text unchanged', async () => {
    server.reply = () => 'wait';
    const { field, user, asked } = open();
    await user.type(field, ' Example.COM. {Enter}');
    expect(await screen.findByText('Looking up WHOIS info...')).toBeDefined();
    await vi.waitUntil(() => asked().length > 0);
    server.releaseAll(answer());
    const block = await screen.findByRole('region', { name: 'Raw WHOIS text' });
    expect(block.querySelector('pre')?.textContent).toBe(
      '# whois.registry.example\n\nDomain Name: EXAMPLE.COM\n<b>Registrar:</b> x',
    );
    expect(block.querySelector('b')).toBeNull();
    expect(asked()).toEqual(['/api/v2/whois?ipOrDomain=example.com']);
  });

  it('writes out invisible characters, and copies the original', async () => {
    const registrar = { name: 'Pay\u202emoc.lap', ianaId: null, url: null };
    const status = [{ code: 'on\u200bhold', meaning: null }];
    server.reply = () =>
      answer({ registrar, status }, [], 'Registrar:\tPay\u202emoc.lap\r\nName: \u001b[31mred\u0000\n');
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('example.com');
    expect(screen.getByText('Registered through Pay\\u{202e}moc.lap')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Raw WHOIS text' }).textContent).toBe(
      'Registrar:\tPay\\u{202e}moc.lap\nName: \\u{001b}[31mred\\u{0000}\n',
    );
    expect(screen.getByText('on\\u{200b}hold')).toBeDefined();
    expect(document.querySelector('main, body')?.textContent).not.toMatch(/[\u202e\u200b\u0000\u001b]/);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy Registrar' }));
    expect(copied).toHaveBeenLastCalledWith('Pay\u202emoc.lap');
  });

  it('shows the registrar, the dates, and the source of each field', async () => {
    open('/whois?domain=example.com');
    await heading('example.com');
    expect(screen.getByText(/^Registered through <i>Example<\/i> Registrar/)).toBeDefined();
    expect(screen.getByText(/since 14 Aug 1995$/)).toBeDefined();
    expect(screen.getByText(/until 13 Aug 2100$/)).toBeDefined();
    expect(screen.getByText('DNSSEC signed')).toBeDefined();
    expect(screen.getByText('Some contact details are withheld.')).toBeDefined();
    expect(screen.getByText('Example Society, NL')).toBeDefined();
    expect(screen.getByText('rdap.example')).toBeDefined();
    expect(screen.getByText('The domain does not work.')).toBeDefined();
    expect(screen.getByText('A status code of this registry only')).toBeDefined();
  });

  inLongSet(it)('puts the facts before the record, and links addresses but never scripts', async () => {
    server.reply = () =>
      answer(
        {
          registrar: { name: 'javascript:alert(1)', ianaId: null, url: 'https://registrar.example/' },
          abuse: { email: 'abuse@registrar.example', phone: '+1.5555551234' },
        },
        [],
        'Registrar URL: https://registrar.example\nURL: javascript:alert(1)\n',
      );
    open('/whois?domain=example.com');
    await heading('example.com');
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(['example.com', 'Registration', 'Status codes', 'WHOIS record']);
    const hrefs = [...document.querySelectorAll('.panel a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      'https://registrar.example/',
      'mailto:abuse@registrar.example',
      'https://registrar.example/',
    ]);
  });

  inLongSet(it)('without dates shows a sentence instead of figures and calendar', async () => {
    const notes = ['The registry of .de publishes no expiry dates.'];
    server.reply = () => answer({ created: null, expires: null, dnssec: null, registrar: null, notes });
    open('/whois?domain=example.com');
    await heading('example.com');
    expect(screen.getByText('The registry of .de publishes no expiry dates.')).toBeDefined();
    expect(screen.getByText(/^Answered by whois\.registry\.example/)).toBeDefined();
    expect(screen.queryByText(/^since/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add expiry to calendar' })).toBeNull();
  });

  inLongSet(it)('saves the expiry as a calendar file', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:x';
    });
    const { user } = open('/whois?domain=example.com');
    await user.click(await screen.findByRole('button', { name: 'Add expiry to calendar' }));
    expect(await files[0]?.text()).toContain('DTSTART:21000813T040000Z');
    vi.restoreAllMocks();
  });

  inLongSet(it)('names the servers that did not answer', async () => {
    server.reply = () => answer({}, [{ part: 'WHOIS whois.registrar.example', code: 'timeout' }]);
    open('/whois?domain=example.com');
    expect(await screen.findByText(/^No answer from WHOIS whois\.registrar\.example: No answer in time/)).toBeDefined();
  });
});

describe('a lookup that fails', () => {
  const alert = () => screen.findByRole('alert');

  it('R4.20 R8.15 shows the server’s message, and does not retry', async () => {
    const message = 'The registry is limiting lookups right now. Please try again in a while.';
    server.reply = () => failed(502, message, 'source-failed', 'source-limited');
    const { user, asked } = open('/whois?domain=example.com');
    expect((await alert()).textContent).toContain(message);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked()).toHaveLength(1);
    server.reply = () => answer();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('example.com');
    expect(asked()).toHaveLength(2);
  });

  it('R8.15 has a message for a success without data, or a server that sends none', async () => {
    server.reply = () => json(200, { success: true, message: 'OK', _data: null });
    open('/whois?domain=example.com');
    expect((await alert()).textContent).toContain('WHOIS data not found or API returned error');
    cleanup();
    server.reply = () => failed(502, '', 'source-failed');
    open('/whois?domain=example.org');
    expect((await alert()).textContent).toContain('WHOIS data not found or API returned error');
  });

  it('R2.77 R8.16 has a fallback for unknown failures', async () => {
    server.reply = () => ({ status: 200, body: 'no JSON' });
    open('/whois?domain=example.com');
    expect((await alert()).textContent).toContain('Could not fetch WHOIS info');
  });

  it('has the client’s message for a bare status and a closed connection', async () => {
    server.reply = () => ({ status: 502, body: 'Bad Gateway' });
    open('/whois?domain=example.com');
    expect((await alert()).textContent).toContain('API Request Failed: API Error: HTTP error! status: 502');
    cleanup();
    server.reply = () => 'hang-up';
    open('/whois?domain=example.org');
    expect((await alert()).textContent).toContain('API Request Failed: API Error: ');
  });

  it('a domain that is not registered is an answer', async () => {
    const message = 'free.example is not registered: the registry has no record of it.';
    server.reply = () => failed(404, message, 'not-found', 'not-registered');
    open('/whois?domain=free.example');
    expect((await screen.findByText(message)).closest('[role="status"]')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
