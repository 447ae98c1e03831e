import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { heading } from '../../testing/tool-page.ts';
import { geoPage } from './testing/geo-page.ts';
import { geoRecords, geoReply, geoService, noGeoRecords } from './testing/geo-reply.ts';

const { open, server } = await geoPage();

const panel = (name: string) => within(screen.getByRole('region', { name }));
const rowsOf = (name: string) =>
  Object.fromEntries(
    panel(name)
      .getAllByRole('term')
      .map((term) => [
        term.textContent,
        (term.nextElementSibling?.querySelector('span') ?? term.nextElementSibling)?.textContent,
      ]),
  );

describe('the field', () => {
  it('R5.3 R4.10 asks for an address or a name when it is blank; typing clears that', async () => {
    const { field, user, asked } = open();
    await user.type(field, '  {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter an IP address or domain name');
    await user.type(field, 'x');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked()).toEqual([]);
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBeNull();
  });

  it('R2.40 R2.41 says what it accepts, and has a Search button', () => {
    const { field } = open();
    expect(field.placeholder).toBe('Enter IP address or domain (e.g., 8.8.8.8 or example.com)');
    expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', false);
  });

  it('R5.4 leaves the validation of the format to the server', async () => {
    server.reply = () => json(400, { success: false, message: 'Not that.', _data: null, code: 'invalid-input' });
    const { field, user, asked } = open();
    await user.type(field, 'not an address{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Not that.');
    expect(asked()).toEqual(['/api/v2/geoIP?ipOrDomain=not+an+address']);
  });

  it('R4.7 R4.9 R9.5 keeps the text and counts each submit in the tab’s session', async () => {
    const { field, user, asked } = open();
    await user.type(field, '8.8.8.8');
    expect(sessionStorage.getItem('ipTracker.ip')).toBe('8.8.8.8');
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBeNull();
    await user.keyboard('{Enter}');
    await heading('8.8.8.8');
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('1');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('2');
  });

  it('R4.8 looks up nothing while the counter is 0', async () => {
    sessionStorage.setItem('ipTracker.ip', '8.8.8.8');
    for (const counter of ['0', 'many', '-1']) {
      sessionStorage.setItem('ipTracker.searchTrigger', counter);
      const { field, asked } = open();
      expect(field.value).toBe('8.8.8.8');
      await screen.findByRole('list', { name: 'What comes' });
      expect(asked()).toEqual([]);
      cleanup();
    }
  });

  it('runs by itself from a shared link, which counts as a submit', async () => {
    const { field, asked } = open('/?q=8.8.8.8');
    await heading('8.8.8.8');
    expect(field.value).toBe('8.8.8.8');
    expect(asked()).toHaveLength(1);
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('1');
  });

  it('looks up the visitor’s own address', async () => {
    server.reply = (path) =>
      path === '/api/v2/myIp'
        ? json(200, { success: true, message: 'OK', _data: { ip: '198.51.100.7' } })
        : geoReply('198.51.100.7');
    const { field, user } = open();
    await user.click(screen.getByRole('button', { name: 'Use my address' }));
    await heading('198.51.100.7');
    expect(field.value).toBe('198.51.100.7');
  });

  inLongSet(it)('says when the address cannot be determined', async () => {
    server.reply = () => 'hang-up';
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Use my address' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your address could not be determined.');
  });
});

describe('an answer', () => {
  it('R2.42 R2.43 R2.44 R3.6 R3.7 has all rows of the embedded database', async () => {
    open('/?q=8.8.8.8');
    await heading('Location Information');
    expect(rowsOf('Location Information')).toEqual({
      'IP Address': '8.8.8.8',
      Hostname: 'dns.google',
      Country: 'United States',
      'Country Code': 'US',
      'Country Code (3)': 'USA',
      Region: 'California',
      'Region Code': 'CA',
      City: 'Mountain View',
      'ZIP Code': '94043',
      District: '807',
      Continent: 'North America',
      'Continent Code': 'NA',
      Timezone: 'America/Los_Angeles (-08:00)',
      'Local Time': '2026-11-21 10:34:29',
    });
    expect(rowsOf('Network Information')).toEqual({
      'AS Number': 'AS15169',
      'AS Name': 'GOOGLE',
      ISP: 'Google',
      Organization: 'Google LLC',
      Hosting: 'No',
      Latitude: '37.422000',
      Longitude: '-122.085000',
    });
    expect(screen.getByText('Always “No” with this source, which cannot tell it.').parentElement?.textContent).toMatch(
      /^HostingNo/,
    );
    // Only the row's label, no badge.
    expect(screen.getAllByText('Hosting')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Location Map' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveProperty('href', 'https://db-ip.com/');
  });

  it('R3.8 R3.9 has the rows of the service with a query field', async () => {
    server.reply = () =>
      geoReply('8.8.8.8', { resultSource: 'query', geoIp: geoService, databaseDate: null, attribution: [] });
    open('/?q=8.8.8.8');
    await heading('Location Information');
    expect(rowsOf('Location Information')).toEqual({
      'IP Address': '8.8.8.8',
      Hostname: 'N/A',
      Country: 'United States',
      'Country Code': 'US',
      Region: 'California',
      City: 'Mountain View',
      'ZIP Code': '94043',
      District: 'Downtown',
      Continent: 'North America',
      'Continent Code': 'NA',
      Timezone: 'America/Los_Angeles',
    });
    expect(rowsOf('Network Information')).toMatchObject({
      'AS Number': 'AS15169 Google LLC',
      'AS Name': 'GOOGLE',
      Organization: 'Google Public DNS',
      Hosting: 'Yes',
    });
  });

  it('R2.43 R3.9 leaves out empty optional rows, and shows N/A in the others', async () => {
    server.reply = () => geoReply('8.8.8.8', { geoIp: { records: { ...noGeoRecords, ip: '8.8.8.8' } } });
    open('/?q=8.8.8.8');
    await heading('Location Information');
    const rows = { ...rowsOf('Location Information'), ...rowsOf('Network Information') };
    expect(Object.keys(rows)).toHaveLength(17);
    for (const optional of ['Country Code (3)', 'Region Code', 'Continent Code', 'Local Time']) {
      expect(rows).not.toHaveProperty([optional]);
    }
    expect(rows).toMatchObject({ 'IP Address': '8.8.8.8', Hostname: 'N/A', Timezone: 'N/A', Latitude: 'N/A' });
    const explained = screen.getAllByText('This server’s database does not contain it.');
    expect(explained.map(({ parentElement }) => parentElement?.firstChild?.textContent)).toEqual(['ZIP Code', 'ISP']);
  });

  inLongSet(it)('explains a special-use address', async () => {
    const specialUse = { prefix: '10.0.0.0/8', name: 'Private-Use', source: 'RFC 1918' };
    const geoIp = { records: { ...noGeoRecords, ip: '10.0.0.1', addressClass: 'Private-Use' } };
    server.reply = () => geoReply('10.0.0.1', { geoIp, specialUse, attribution: [] });
    open('/?q=10.0.0.1');
    expect(await screen.findByText(/^Private-Use \(10\.0\.0\.0\/8, RFC 1918\): not a public address/)).toBeDefined();
  });

  inLongSet(it)('offers all addresses of a name', async () => {
    const addresses = ['192.0.2.1', '2001:db8::1'];
    server.reply = () => geoReply('example.com', { addresses, geoIp: { records: { ...geoRecords, ip: '192.0.2.1' } } });
    open('/?q=example.com');
    const offered = within(await screen.findByRole('navigation', { name: 'Addresses' }));
    expect(offered.getByText('192.0.2.1')).toBeDefined();
    expect(offered.getByRole('link', { name: '2001:db8::1' }).getAttribute('href')).toBe('/?q=2001%3Adb8%3A%3A1');
  });

  inLongSet(it)('writes out invisible characters', async () => {
    const records = { ...geoRecords, ip: '192.0.2.1', city: 'Dam\u202eretsma', hostname: 'a\u200bb.example' };
    server.reply = () => geoReply('example.com', { geoIp: { records } });
    open('/?q=example.com');
    await heading('Location Information');
    expect(rowsOf('Location Information')).toMatchObject({
      City: 'Dam\\u{202e}retsma',
      Hostname: 'a\\u{200b}b.example',
    });
    expect(screen.getByText(/^192\.0\.2\.1 · Dam\\u\{202e\}retsma, /)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/[\u202e\u200b]/);
  });

  it('names what could not be read', async () => {
    server.reply = () => geoReply('8.8.8.8', { gaps: [{ part: 'hostname', code: 'timeout' }] });
    open('/?q=8.8.8.8');
    expect(await screen.findByText(/reverse name \(PTR\) could not be read\. No answer in time\./)).toBeDefined();
  });
});

describe('a lookup', () => {
  it('R2.41 shows its progress on the button, and Escape cancels it', async () => {
    server.reply = () => 'wait';
    const { field, user } = open();
    await user.type(field, '8.8.8.8{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Searching...' })).toHaveProperty('disabled', true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', false));
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(location.search).toBe(''));
  });

  it.each([true, false])('tells an offline visitor that the server is not the cause: %s', async (onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    server.reply = () => 'hang-up';
    open('/?q=8.8.8.8');
    const { textContent } = await screen.findByRole('alert');
    expect(textContent?.includes('You are offline')).toBe(!onLine);
    vi.restoreAllMocks();
  });

  it.each([
    [{ status: 502, body: 'Bad Gateway' }, 'API Request Failed: API Error: HTTP error! status: 502'],
    [json(504, { success: false, message: 'Too slow.', _data: null, code: 'timeout' }), 'Too slow.'],
    [json(200, { success: true, message: 'OK', _data: null }), 'API Request Failed: API Error: '],
    [{ status: 200, body: 'no JSON' }, 'API Request Failed: API Error: '],
    ['hang-up' as const, 'API Request Failed: API Error: '],
  ])('R4.11 fails with its message after one attempt: %j', async (reply, text) => {
    server.reply = () => reply;
    const { field, user, asked } = open();
    await user.type(field, '8.8.8.8{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(asked()).toHaveLength(1);
    expect(field.value).toBe('8.8.8.8');
    server.reply = () => geoReply('8.8.8.8');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('8.8.8.8');
  });

  it.each(['refused-target', 'invalid-input'].slice(0, isLong ? undefined : 1))(
    'offers no retry if the same input would be refused again: %s',
    async (code) => {
      server.reply = () => json(422, { success: false, message: 'Refused.', _data: null, code });
      open('/?q=8.8.8.8');
      expect((await screen.findByRole('alert')).textContent).toContain('Refused.');
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    },
  );
});
