import { describe, expect, it } from 'vitest';
import { sampleFacts, sampleText } from '../../testing/whois-samples.ts';
import { readFacts } from './read-facts.ts';

describe('networks within networks', () => {
  const customer = sampleFacts('arin-reassigned');

  it('the customer’s network is not shown as «203.0.0.0 - 203.0.127.255» of «Example Provider Inc.» in «CA»', () => {
    expect(customer).toMatchObject({
      range: '203.0.113.0 - 203.0.113.255',
      handle: 'NET-203-0-113-0-1',
      label: 'CUSTOMER-NET',
      created: '2021-09-07',
      updated: '2022-01-02',
      country: 'US',
      abuse: { email: 'abuse@customer.example' },
      contacts: [{ role: 'registrant', organization: 'Example Customer Ltd', country: 'US' }],
    });
  });

  it('the provider’s network is listed as the enclosing one', () => {
    expect(customer.partOf).toEqual([
      {
        range: '203.0.0.0 - 203.0.127.255',
        handle: 'NET-203-0-0-0-1',
        label: 'PROVIDER',
        holder: 'Example Provider Inc.',
        country: 'CA',
        created: '2014-09-22',
        updated: '2018-04-23',
        abuse: { email: 'abuse@provider.example', phone: '+1-555-555-8220' },
      },
    ]);
  });

  it('an address outside the customer’s network has only the provider’s', () => {
    const found = readFacts(sampleText('arin-reassigned'), { kind: 'network', address: '203.0.7.1' });
    expect(found).toMatchObject({ range: '203.0.0.0 - 203.0.127.255', country: 'CA', partOf: [] });
  });

  it('a reply about another network has no facts', () => {
    const found = readFacts(sampleText('arin-reassigned'), { kind: 'network', address: '198.51.100.1' });
    expect(found).toMatchObject({ range: null, country: null, contacts: [], abuse: null });
  });

  it('the abuse contact of a network comes before «hostmaster@epw.example» of its organization', () => {
    expect(sampleFacts('arin-reallocated').abuse?.email).toBe('abuse@epw.example');
  });

  it('a network has no name servers: LACNIC lists those of its reverse zones', () => {
    expect(sampleFacts('lacnic').nameServers).toEqual([]);
  });
});

describe('AS numbers', () => {
  it('from RIPE do not get the range, dates and name of the block «AS64496 - AS64511»', () => {
    expect(sampleFacts('ripe-autnum')).toMatchObject({
      range: 'AS64496',
      label: 'EXAMPLE-AS',
      created: '2002-09-19T09:41:02Z',
      contacts: [{ organization: 'Example Internet B.V.' }],
      partOf: [{ range: 'AS64496 - AS64511', label: 'RIPE NCC ASN block', holder: null }],
    });
  });

  it('from APNIC do not get the country «AU» of APNIC’s hostmaster', () => {
    const found = sampleFacts('apnic-autnum');
    expect(found).toMatchObject({ range: 'AS64500', country: 'KR', abuse: { email: 'irt@isp.example' } });
    expect(found.partOf.map(({ range }) => range)).toEqual(['AS64496 - AS64525', 'AS64496 - AS65486']);
  });

  it('from LACNIC have the holder and the abuse contact that they refer to', () => {
    expect(sampleFacts('lacnic-autnum')).toMatchObject({
      range: 'AS64500',
      country: 'MX',
      created: '1989-03-31',
      abuse: { email: 'nic@owner.example' },
      contacts: [{ role: 'registrant', organization: 'Ejemplo Nacional S.A.' }, { role: 'technical' }],
    });
  });

  it('from ARIN are written «AS64496», not «64496»', () => {
    expect(sampleFacts('arin-autnum')).toMatchObject({ range: 'AS64496', handle: 'AS64496', country: 'US' });
  });

  it('inside a network are not resources of their own', () => {
    expect(sampleFacts('lacnic').range).toBe('192.88/16');
  });
});

it('the placeholder of a registry for addresses of others is not their holder', () => {
  const text = `inetnum:        203.0.0.0 - 203.0.255.255
netname:        NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK
descr:          IPv4 address block not managed by the RIPE NCC
country:        EU # Country is really world wide
status:         ALLOCATED UNSPECIFIED
source:         RIPE
`;
  const found = readFacts(text, { kind: 'network', address: '203.0.113.1' });
  expect(found).toMatchObject({ range: '203.0.0.0 - 203.0.255.255', contacts: [], country: null });
});
