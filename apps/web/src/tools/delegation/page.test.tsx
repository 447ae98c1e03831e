import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: 5000 });
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function lookUp(domain: string) {
  openAt(`${server.origin}/delegation`);
  render(<Page screen={card} />);
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'Domain name' }), `${domain}{Enter}`);
}

const why = 'The digest of the DS 1 is not that of the key of example.com.';
const data = {
  domain: 'www.example.com',
  zone: 'example.com',
  verdict: 'bogus',
  why,
  zones: [
    { name: 'example.com', status: 'bogus', ns: ['ns1.example.com'], ds: [{ keyTag: 1, state: 'digest-differs' }] },
  ],
  servers: [
    {
      zone: 'example.com',
      name: 'ns1.example.com',
      address: '192.0.2.1',
      answered: true,
      authoritative: true,
      serial: 7,
    },
  ],
  findings: [
    {
      code: 'ds-digest-differs',
      state: 'bad',
      about: 'example.com',
      evidence: 'It differs.',
      fix: 'Publish another DS.',
    },
  ],
  gaps: [{ part: 'ipv6', code: 'unreachable' }],
};

test('shows the verdict, the findings with their remedies, zones and servers', async () => {
  server.reply = () => json(200, { success: true, message: 'OK', _data: data });
  await lookUp('www.example.com');
  expect(await screen.findByText('example.com: Bogus: validating resolvers refuse it')).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByText('www.example.com is not a zone of its own: example.com was examined.')).toBeTruthy();
  expect(screen.getByText('This server has no IPv6: servers were asked by IPv4 only.')).toBeTruthy();
  const findings = within(screen.getByRole('region', { name: 'Findings' }));
  expect(findings.getByText('It differs.')).toBeTruthy();
  expect(findings.getByText('Publish another DS.')).toBeTruthy();
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(expect.arrayContaining(['1 digest-differs', '192.0.2.1', 'authoritative', '7']));
});

test('says what went wrong', async () => {
  const message = 'No server of the DNS root answers this server.';
  server.reply = () =>
    json(502, { success: false, message, _data: null, code: 'source-failed', reason: 'no-public-dns' });
  await lookUp('example.com');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('sends no request for a text that is no domain', async () => {
  const before = server.asked.length;
  await lookUp('no domain');
  expect(screen.getByRole('alert').textContent).toBe('Please enter a domain name');
  expect(server.asked).toHaveLength(before);
});
