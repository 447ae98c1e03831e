import { describe, expect, it } from 'vitest';
import { findServer, parseBootstrap } from './bootstrap.ts';
import { rdapUrl, readRdapAnswer, relatedUrls } from './rdap-answer.ts';
import { readRdapFacts } from './rdap-facts.ts';
import { renderRdap } from './render-rdap.ts';

const domain = { kind: 'domain', name: 'example.com' } as const;
const network = (address: string) => ({ kind: 'network', address }) as const;
const autnum = (number: number) => ({ kind: 'autnum', number }) as const;

const card = (...properties: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...properties]];

/** The example of RFC 9083 section 5.3, with the redaction of RFC 9537. */
const example = {
  objectClassName: 'domain',
  handle: 'XXX-RIR',
  ldhName: 'EXAMPLE.COM',
  lang: 'en',
  port43: 'whois.example.com',
  custom_note: 'one more',
  status: ['client hold', 'active'],
  events: [
    { eventAction: 'Registration', eventDate: '1990-12-31T23:59:59Z' },
    { eventAction: 'last changed', eventDate: '2026-01-05T10:11:12.345+02:00' },
    { eventAction: 'expiration', eventDate: '0001-01-01T00:00:00Z' },
    { eventAction: 'transfer', eventDate: '2020-02-02T02:02:02Z' },
  ],
  nameservers: [{ ldhName: 'NS1.EXAMPLE.COM.', ipAddresses: { v4: ['192.0.2.1', 'x'], v6: ['2001:db8::1'] } }],
  secureDNS: { delegationSigned: true, keyData: [{ flags: 257, protocol: 3, algorithm: 8, publicKey: 'AwEA' }] },
  entities: [
    {
      roles: ['registrant'],
      vcardArray: card(
        ['fn', {}, 'text', ''],
        ['org', {}, 'text', 'Example Inc.'],
        ['adr', { cc: 'CA' }, 'text', ['', '', '123 Maple Ave', 'Quebec', 'QC', 'G1V 2M2', 'Canada']],
        ['tel', { type: ['fax'] }, 'uri', 'tel:+1-555-555-0000'],
        ['tel', { type: ['work', 'voice'] }, 'uri', 'tel:+1-555-555-1234;ext=102'],
        ['email', {}, 'text', 'REDACTED FOR PRIVACY'],
      ),
    },
    {
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '1' }],
      links: [{ rel: 'about', href: 'https://registrar.example' }],
      vcardArray: card(['fn', {}, 'text', "Joe's Fish, Chips, and Domains"]),
      entities: [{ roles: ['abuse'], vcardArray: card(['email', {}, 'text', 'abuse@registrar.example']) }],
    },
  ],
  redacted: [{ name: { description: 'Registrant Email' } }],
  remarks: [{ title: 'She sells sea shells', description: ['Originally written by <b>Terry</b>.'] }],
  notices: [{ title: 'Terms', description: ['Service\u001b[31m subject'], links: [{ href: 'https://t.example' }] }],
};

describe('facts', () => {
  it('of a domain', () => {
    expect(readRdapFacts(example)).toEqual({
      handle: 'XXX-RIR',
      label: null,
      range: null,
      country: null,
      registrar: { name: "Joe's Fish, Chips, and Domains", ianaId: '1', url: 'https://registrar.example' },
      created: '1990-12-31T23:59:59Z',
      updated: '2026-01-05T08:11:12Z',
      expires: null,
      registrarExpires: null,
      status: [
        { code: 'clientHold', meaning: expect.any(String) },
        { code: 'ok', meaning: expect.any(String) },
      ],
      nameServers: [{ name: 'ns1.example.com', addresses: ['192.0.2.1', '2001:db8::1'] }],
      dnssec: 'signed',
      ds: [],
      contacts: [
        {
          role: 'registrant',
          name: null,
          organization: 'Example Inc.',
          email: null,
          phone: '+1-555-555-1234;ext=102',
          country: 'CA',
        },
      ],
      abuse: { email: 'abuse@registrar.example', phone: null },
      partOf: [],
      isRedacted: true,
    });
  });

  it('of a network and of AS numbers', () => {
    const found = readRdapFacts({ startAddress: '192.0.2.0', endAddress: '192.0.2.255', name: 'NET', country: 'US' });
    expect(found).toMatchObject({ range: '192.0.2.0 - 192.0.2.255', label: 'NET', country: 'US' });
    expect(readRdapFacts({ startAutnum: 64_496, endAutnum: 64_496 }).range).toBe('AS64496');
    expect(readRdapFacts({ startAutnum: 64_496, endAutnum: 64_511 }).range).toBe('AS64496 - AS64511');
  });
});

it('the rendered text has everything, without control characters', () => {
  expect(renderRdap(example).split('\n')).toEqual([
    'Domain Name: EXAMPLE.COM',
    'Handle: XXX-RIR',
    'WHOIS Server: whois.example.com',
    'custom_note: one more',
    'Status: client hold',
    'Status: active',
    'Creation Date: 1990-12-31T23:59:59Z',
    'Updated Date: 2026-01-05T10:11:12.345+02:00',
    'Registry Expiry Date: 0001-01-01T00:00:00Z',
    'Transfer: 2020-02-02T02:02:02Z',
    'Registrant Organization: Example Inc.',
    'Registrant Address: 123 Maple Ave, Quebec, QC, G1V 2M2, Canada',
    'Registrant Fax: +1-555-555-0000',
    'Registrant Phone: +1-555-555-1234;ext=102',
    'Registrant Email: REDACTED FOR PRIVACY',
    "Registrar Name: Joe's Fish, Chips, and Domains",
    'Registrar IANA Registrar ID: 1',
    'Abuse Email: abuse@registrar.example',
    'Name Server: NS1.EXAMPLE.COM. 192.0.2.1 x 2001:db8::1',
    'DNSSEC: signedDelegation',
    'Key Data: 257 3 8 AwEA',
    'Redacted: Registrant Email',
    '',
    'She sells sea shells:',
    'Originally written by <b>Terry</b>.',
    '',
    'Terms:',
    'Service subject',
    'https://t.example',
  ]);
});

describe('answers', () => {
  const read = (value: unknown) => readRdapAnswer(typeof value === 'string' ? value : JSON.stringify(value), domain);

  it('must be about the queried object', () => {
    expect(read(example).kind).toBe('object');
    expect(read({ ...example, ldhName: 'other.com' }).kind).toBe('unreadable');
    expect(readRdapAnswer('{"startAddress":"192.0.2.0"}', network('192.0.2.1')).kind).toBe('object');
    expect(readRdapAnswer('{"startAutnum":64496}', autnum(64_496)).kind).toBe('object');
    expect(readRdapAnswer('{"handle":"as64496"}', autnum(64_496)).kind).toBe('object');
  });

  it('may be errors (RFC 9083 section 6), or limits in notices that are not a list', () => {
    expect(read({ errorCode: 404, title: 'Not Found', description: ['a', 'b'] })).toEqual({
      kind: 'error',
      status: 404,
      words: 'Not Found a b',
      notices: '',
    });
    expect(read({ notices: { title: 'Query limit exceeded', description: ['Wait.'] } })).toEqual({
      kind: 'error',
      status: null,
      words: '',
      notices: 'Query limit exceeded Wait.',
    });
  });

  it.each(['', '{', '[]', 'null', '"x"', '{}', '<html>', '[['.repeat(50_000)])('may be unreadable: %.20s', (text) => {
    expect(read(text)).toEqual({ kind: 'unreadable' });
  });

  it.each(['"x":', '"objectClassName":"domain","ldhName":"example.com","x":', '"errorCode":404,"description":'])(
    'are unreadable if nested too deeply: {%s[[…',
    (before) => {
      expect(read(`{${before}${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual({ kind: 'unreadable' });
    },
  );

  it('link to the registrar', () => {
    const link = { rel: 'related', type: 'application/rdap+json', href: 'https://rdap.registrar.example/x' };
    expect(relatedUrls({ links: [{ rel: 'self', href: 'x' }, link] })).toEqual(['https://rdap.registrar.example/x']);
    expect(relatedUrls({ links: [{ ...link, type: 'text/html' }] })).toEqual([]);
    expect(relatedUrls(example)).toEqual([]);
  });

  it('have the paths of RFC 9082 section 3.1', () => {
    expect(rdapUrl('https://rdap.example/v1', domain)).toBe('https://rdap.example/v1/domain/example.com');
    expect(rdapUrl('https://rdap.example/', network('2001:db8::1'))).toBe('https://rdap.example/ip/2001:db8::1');
    expect(rdapUrl('https://rdap.example/', autnum(64_496))).toBe('https://rdap.example/autnum/64496');
  });
});

describe('bootstrap files', () => {
  const parse = (services: unknown) => parseBootstrap(JSON.stringify({ version: '1.0', services }));
  const find = (services: unknown, subject: Parameters<typeof findServer>[1]) => {
    const bootstrap = parse(services);
    return bootstrap === null ? null : findServer(bootstrap, subject);
  };

  it('RFC 9224 section 4: the longest name wins, https before http, the path as written', () => {
    const services = [
      [
        ['com', 'NET'],
        ['http://a.example/', 'https://A.example/Path/'],
      ],
      [['example.com'], ['https://b.example/']],
    ];
    expect(find(services, domain)).toBe('https://b.example/');
    expect(find(services, { kind: 'domain', name: 'x.net' })).toBe('https://A.example/Path/');
    expect(find(services, { kind: 'domain', name: 'x.internet' })).toBeNull();
  });

  it('RFC 9224 section 5: the longest prefix wins, separately for each address family', () => {
    const services = [
      [['192.0.0.0/8'], ['https://eight.example/']],
      [['192.0.2.0/24'], ['https://twentyfour.example/']],
      [['2001:db8::/32'], ['https://six.example/']],
    ];
    expect(find(services, network('192.0.2.1'))).toBe('https://twentyfour.example/');
    expect(find(services, network('192.0.3.1'))).toBe('https://eight.example/');
    expect(find(services, network('2001:db8::1'))).toBe('https://six.example/');
    expect(find(services, network('2001:db9::1'))).toBeNull();
  });

  it('RFC 9224 section 5.3: ranges of AS numbers, and RFC 8521: a contact before the keys', () => {
    const services = [['a@b.example', ['64496-64511', '65000'], ['https://as.example/']]];
    for (const number of [64_496, 64_511, 65_000]) expect(find(services, autnum(number))).toBe('https://as.example/');
    expect(find(services, autnum(64_512))).toBeNull();
  });

  it.each([null, [], [[]], [[['com'], []]], [[['com'], ['ftp://a.example/']]], 'x', [1, 2]])(
    '%j is not one',
    (services) => {
      expect(parse(services)).toBeNull();
    },
  );
});
