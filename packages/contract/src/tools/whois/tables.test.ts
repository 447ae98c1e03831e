import { expect, it } from 'vitest';
import type { Registration } from './contract.ts';
import { fieldRows, whoisTables } from './tables.ts';

const network: Registration = {
  kind: 'network',
  state: 'registered',
  name: '45.90.113.9',
  handle: 'NET-45-90-113-0-1',
  label: 'CUSTOMER-NET',
  range: '45.90.113.0 - 45.90.113.255',
  registrar: null,
  created: '2021-09-07',
  updated: null,
  expires: null,
  registrarExpires: null,
  status: [],
  nameServers: [],
  dnssec: null,
  ds: [],
  country: 'US',
  contacts: [],
  abuse: null,
  partOf: [
    {
      range: '45.90.0.0 - 45.90.127.255',
      handle: 'NET-45-90-0-0-1',
      label: 'PROVIDER',
      holder: 'Example Provider Inc.',
      country: 'CA',
      created: '2014-09-22',
      updated: null,
      abuse: { email: 'abuse@provider.example', phone: null },
      server: 'whois.arin.net',
    },
  ],
  sources: {},
  notes: [],
};

it('the surrounding networks are shown with their source', () => {
  expect(fieldRows(network).at(-1)).toEqual({
    label: 'Part of',
    value:
      '45.90.0.0 - 45.90.127.255, PROVIDER, NET-45-90-0-0-1, Example Provider Inc., CA, registered 2014-09-22, abuse@provider.example',
    source: 'whois.arin.net',
    mono: false,
  });
});

it('the surrounding networks are exported with the other fields', () => {
  const [registration] = whoisTables({ registration: network });
  expect(registration?.rows.at(-1)?.[0]).toBe('Part of');
});

it('a domain has no surrounding networks', () => {
  expect(fieldRows({ ...network, partOf: [] }).map(({ label }) => label)).not.toContain('Part of');
});
