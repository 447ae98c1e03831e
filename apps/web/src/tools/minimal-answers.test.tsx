import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queryClient } from '../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../testing/api-stub.ts';
import { minimalAnswers } from '../testing/minimal-answers.ts';
import { isLong } from '../testing/test-set.ts';
import { LARGE_PAGE_LIMIT_MS } from '../testing/wait-limits.ts';
import { screens } from './index.ts';

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: LARGE_PAGE_LIMIT_MS, defaultHidden: true });
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStorage.clear();
});

/** Looks up example.com on a tool's page with a server that answers `data`. */
async function lookUp(tool: string, data: object) {
  const card = screens.find(({ id }) => id === tool);
  if (card === undefined) throw new Error(`There is no tool ${tool}`);
  server.reply = () => json(200, { success: true, message: 'OK', _data: data });
  openAt(server.origin + card.path);
  const { Page } = await card.load();
  render(<Page screen={card} />);
  const user = userEvent.setup();
  const [field] = within(screen.getByRole('search')).getAllByRole('textbox');
  await user.click(field as HTMLElement);
  await user.paste('example.com');
  await user.keyboard('{Enter}');
}

const panel = (name: string) => screen.findByRole('region', { name });
const rowsOf = async (name: string) =>
  Object.fromEntries(
    within(await panel(name))
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
/** The whole text of the page. */
const pageText = () => document.body.textContent ?? '';

describe('an answer with exactly the fields of the specification is shown', () => {
  afterEach(() => {
    expect(screen.queryByRole('alert')).toBeNull();
    expect(pageText()).not.toMatch(/null|undefined|NaN/);
  });

  it('R3.5 on the IP tracker, in the shape with records', async () => {
    await lookUp('geo', minimalAnswers.geoRecords);
    expect(await rowsOf('Location Information')).toMatchObject({
      'IP Address': '192.0.2.44',
      City: 'Amsterdam',
      District: 'N/A',
      Timezone: '+02:00',
    });
    expect(await rowsOf('Network Information')).toMatchObject({ 'AS Number': 'AS64500', Hosting: expect.any(String) });
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeDefined();
  });

  it('R3.7 on the IP tracker, in the shape with a query field', async () => {
    await lookUp('geo', minimalAnswers.geoQuery);
    expect(await rowsOf('Location Information')).toMatchObject({ City: 'Amsterdam', Hostname: 'N/A' });
    expect(await rowsOf('Network Information')).toMatchObject({ Latitude: '52.370200', Hosting: 'Yes' });
  });

  it('R3.10 on DNS Lookup, without a resolver or DNSSEC', async () => {
    await lookUp('dns', minimalAnswers.dns);
    expect((await panel('A Records')).textContent).toContain('192.0.2.44');
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeDefined();
    expect(pageText()).not.toMatch(/answered by|valid/i);
  });

  it('R3.11 on the SSL checker, «Not available» for missing values, and without a note on skipped checks', async () => {
    await lookUp('ssl', minimalAnswers.ssl);
    await screen.findByText('SHA256withECDSA');
    expect(await rowsOf('Certificate Details')).toMatchObject({ Subject: 'CN=example.com', Version: '3' });
    expect((await rowsOf('Security Details'))['Security Status']).toBe('Secure');
    expect(await rowsOf('Further Details')).toMatchObject({
      Address: 'Not available',
      'Public Key': 'Not available',
      Revocation: 'Not available',
    });
    expect(within(await panel('Certificate Chain')).getByText(/signed by Example TLS CA 1/)).toBeDefined();
    expect(pageText()).not.toMatch(/Check complete|do not lead to a trusted authority|not asked|0 connections/);
  });

  it('R3.18 on the WHOIS checker', async () => {
    await lookUp('whois', minimalAnswers.whois);
    expect((await panel('Raw WHOIS text')).textContent).toContain('Domain Name: EXAMPLE.COM');
    expect(pageText()).not.toMatch(/Answered by|DNSSEC/);
  });

  it('R3.19 on the subdomain finder', async () => {
    await lookUp('subdomain', minimalAnswers.subdomain);
    expect(await screen.findByRole('heading', { name: 'www.example.com' })).toBeDefined();
    expect(screen.getByRole('list', { name: 'IPv6 addresses of www.example.com' }).textContent).toBe('2001:db8::80');
    expect(pageText()).not.toMatch(/Found by|No answer|Does not resolve/);
  });

  it("R3.20 R3.21 on Ping, with the answer's statistics", async () => {
    await lookUp('ping', minimalAnswers.ping);
    await screen.findByRole('heading', { name: 'Host is partially reachable (20% packet loss)' });
    expect(await rowsOf('Connection Details')).toMatchObject({
      'Round Trip Time': '13.8 ms',
      TTL: '56',
      'IP Address': 'Not available',
    });
    expect(await rowsOf('Statistics')).toMatchObject({ 'Packets Received': '4', Jitter: 'Not available' });
    expect(within(await panel('Round trip time per packet')).getByText('Not available')).toBeDefined();
  });
});

describe('an answer of a newer server is shown', () => {
  it('with unknown words unchanged', async () => {
    await lookUp('ssl', {
      ...minimalAnswers.ssl,
      valid: false,
      protocol: 'TLSv1.4',
      enabledProtocols: ['TLSv1.4'],
      reasons: ['quantum_forgery'],
      vulnerabilities: ['constructor'],
      observations: [{ name: 'quantum_forgery', evidence: 'Its signature was computed.' }],
      gaps: [{ part: 'groups', code: 'out-of-orbit' }],
      connections: 3,
      brandNew: { field: true },
    });
    expect(await screen.findByText(/^Not trusted: quantum_forgery\./)).toBeDefined();
    expect(screen.getByText(/Its signature was computed\.$/)).toBeDefined();
    expect(within(await panel('Supported Protocols')).getByText('TLSv1.4')).toBeDefined();
    expect(within(await panel('Security Information')).getByText('constructor')).toBeDefined();
  });

  it('with sources and reasons for gaps of its own', async () => {
    const [one] = minimalAnswers.subdomain.subdomains;
    await lookUp('subdomain', {
      ...minimalAnswers.subdomain,
      subdomains: [{ ...one, sources: ['telepathy'] }],
      sources: [{ source: 'telepathy', state: 'humming', found: 1 }],
      gaps: [{ part: 'telepathy', code: 'out-of-orbit' }],
    });
    expect(await screen.findByText('Found by telepathy')).toBeDefined();
    expect(screen.getByText(/out-of-orbit/)).toBeDefined();
  });

  it('with a failure whose reason this page does not know', async () => {
    await lookUp('dns', minimalAnswers.dns);
    cleanup();
    queryClient.clear();
    const card = screens.find(({ id }) => id === 'whois');
    server.reply = () =>
      json(404, { success: false, message: 'Gone', _data: null, code: 'not-found', reason: 'swallowed_by_whale' });
    openAt(`${server.origin}/whois?domain=example.com`);
    const page = await card?.load();
    if (page && card) render(<page.Page screen={card} />);
    expect(await screen.findByText('Gone')).toBeDefined();
  });
});

it.each(
  (
    [
      ['geo', {}],
      ['dns', { records: [{ recordName: 'A' }] }],
      ['ssl', { subject: 'CN=example.com' }],
      ['whois', {}],
      ['subdomain', { domain: 'example.com' }],
    ] as [string, object][]
  ).slice(0, isLong ? undefined : 2),
)('an answer of %s without its essential fields is still refused', async (tool, data) => {
  await lookUp(tool, data);
  expect(await screen.findByRole('alert')).toBeDefined();
});
