import { describe, expect, it } from 'vitest';
import { screen as dns } from '../dns/screen.ts';
import { screens } from '../index.ts';
import { leaveFor } from './leave.ts';
import { offersAnywhere, offersFor } from './offers.ts';

const card = (id: string) => screens.find((screen) => screen.id === id) ?? dns;
const at = (id: string, isRefused = false) => ({ screen: card(id), screens, isRefused });
const waysOf = (text: string, id: string, isRefused = false) =>
  offersFor(text, at(id, isRefused))?.ways.map(({ label, does }) => [label, 'href' in does ? does.href : does.target]);

const LIST = Array.from({ length: 200 }, (_, index) => `host-${index}.shop.test`).join('\n');
const ARP = '? (192.0.2.1) at 0:1b:63:84:45:e6 on en0\n? (192.0.2.2) at 00:00:5e:00:53:01 on en0';
const HEADER = 'Received: from a by b\nFrom: me@shop.test\nSubject: hello\n';
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

const ROUTE = 'traceroute to shop.test (198.51.100.7), 30 hops max\n 1  192.0.2.1  0.4 ms\n 2  198.51.100.7  9 ms';

const withField = screens.filter(({ status, lookup }) => status === 'live' && lookup !== undefined).map(({ id }) => id);

describe.each(withField)('in the field of %s', (id) => {
  it.each([
    [LIST, 'This is a list of 200 targets.', 'Check them as a list', '/lists'],
    [ARP, 'This is a table with 2 MAC addresses.', 'Read it as a list', '/mac#list'],
    [HEADER, 'This is the header of a message.', 'Read the message header', '/mail#header'],
    [PEM, 'This is a certificate. It is decoded in your browser.', 'Decode it', '/certificate'],
  ])('a text that is no target leads to its reader', (text, says, label, href) => {
    expect(offersFor(text, at(id))?.says).toBe(says);
    expect(waysOf(text, id)).toEqual([[label, href]]);
    const went: string[] = [];
    const go = { navigate: (to: string) => went.push(to), choose: () => went.push('here') };
    expect(leaveFor({ screen: card(id), screens, text, isRefused: false }, go)).toBe(true);
    expect(went).toEqual([href]);
  });

  it('a route leads to its target from here, and to where its routers are', () => {
    const offers = offersFor(ROUTE, at(id));
    expect(offers?.says).toBe('This is a traceroute to shop.test.');
    const trace = id === 'traceroute' ? 'shop.test' : '/traceroute?host=shop.test';
    expect(waysOf(ROUTE, id)).toEqual([
      ['Traceroute to shop.test from here', trace],
      ['Where its 2 routers are', '/lists?tool=geo'],
    ]);
    expect(offers?.ways[1]?.does).toMatchObject({ reader: 'list', text: '192.0.2.1\n198.51.100.7' });
  });

  it('a private key leads nowhere, and its owner is warned', () => {
    const offers = offersFor('-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----', at(id));
    expect(offers?.ways).toEqual([]);
    expect(offers?.says).toMatch(/^This is a private key\. It was not sent/);
  });

  it('what is not understood says what would be, once it is submitted', () => {
    expect(offersFor('no host at all', at(id))).toBeNull();
    expect(offersFor('no host at all', at(id, true))?.says).toMatch(
      /^This field reads .*, and also a list of them, a message header, a certificate \(PEM\), a traceroute and a table of MAC addresses\.$/,
    );
  });

  it('offers nothing for what the page looks up', () => {
    const target = id === 'mac' ? '00:1b:63:84:45:e6' : 'shop.test';
    expect(offersFor(target, at(id))).toBeNull();
    expect(offersFor('', at(id, true))?.ways ?? []).toEqual([]);
  });
});

it('bare digits may be an AS number where these are looked up, once they are refused', () => {
  const way = [['Registration of AS15169', 'AS15169']];
  expect(waysOf('15169', 'whois', true)).toEqual(way);
  expect(waysOf('15169', 'whois')).toBeUndefined();
  expect(waysOf('15169', 'dns', true)).toEqual([]);
});

describe('a target in the wrong tool', () => {
  it.each([
    ['8.8.8.8', 'dns', [['Reverse lookup of 8.8.8.8', '8.8.8.8']]],
    ['8.8.8.8', 'whois', [['Registration of 8.8.8.8', '8.8.8.8']]],
    ['AS15169', 'whois', [['Registration of AS15169', 'AS15169']]],
    ['192.0.2.0/24', 'whois', [['Registration of 192.0.2.0', '192.0.2.0']]],
    ...['mail', 'delegation', 'subdomain', 'mac'].map((id): [string, string, string[][]] => [
      '8.8.8.8',
      id,
      [
        ['IP Tracker', '/?q=8.8.8.8'],
        ['Who Is', '/whois?resource=8.8.8.8'],
      ],
    ]),
    ['AS15169', 'geo', [['Who Is', '/whois?resource=AS15169']]],
    ['192.0.2.0/24', 'geo', [['Registration of 192.0.2.0', '/whois?resource=192.0.2.0']]],
    ['00:1b:63:84:45:e6', 'ping', [['Mac Id Info', '/mac?mac=00%3A1b%3A63%3A84%3A45%3Ae6']]],
    ['_dmarc.shop.test', 'mail', [['DNS Lookup', '/dns?domain=_dmarc.shop.test']]],
  ])('%s in %s', (text, id, ways) => expect(waysOf(text, id)).toEqual(ways));

  it.each(['mail', 'delegation', 'mac', 'traceroute'])('%s goes there at the first press', (id) => {
    const went: string[] = [];
    const go = { navigate: (to: string) => went.push(to), choose: () => undefined };
    const text = id === 'traceroute' ? 'AS15169' : '8.8.8.8';
    expect(leaveFor({ screen: card(id), screens, text, isRefused: false }, go)).toBe(true);
    expect(went).toEqual([id === 'traceroute' ? '/whois?resource=AS15169' : '/?q=8.8.8.8']);
  });

  it.each(['subdomain', 'ping', 'geo', 'ssl'])('%s first says what the specification says', (id) => {
    const went: string[] = [];
    const go = { navigate: (to: string) => went.push(to), choose: () => undefined };
    const submitted = { screen: card(id), screens, text: id === 'subdomain' ? '8.8.8.8' : 'AS15169' };
    expect(leaveFor({ ...submitted, isRefused: false }, go)).toBe(false);
    expect(leaveFor({ ...submitted, isRefused: true }, go)).toBe(true);
    expect(went).toHaveLength(1);
  });

  it.each(['whois', 'dns'])('%s first says what the specification says, and then looks it up itself', (id) => {
    const chosen: string[] = [];
    const go = { navigate: () => undefined, choose: (target: string) => chosen.push(target) };
    const submitted = { screen: card(id), screens, text: '8.8.8.8' };
    expect(leaveFor({ ...submitted, isRefused: false }, go)).toBe(false);
    expect(leaveFor({ ...submitted, isRefused: true }, go)).toBe(true);
    expect(chosen).toEqual(['8.8.8.8']);
  });

  it('a tool that is turned off is not offered', () => {
    const on = screens.filter(({ id }) => id !== 'mail' && id !== 'mac');
    expect(offersFor(HEADER, { screen: dns, screens: on, isRefused: false })).toBeNull();
    expect(offersFor(ARP, { screen: dns, screens: on, isRefused: false })).toBeNull();
  });
});

it('a text outside a field is read, or says what would be', () => {
  expect(offersAnywhere('', screens)).toBeNull();
  expect(offersAnywhere('shop.test', screens)?.ways[0]?.label).toBe('Report');
  expect(offersAnywhere('no host at all', screens)?.says).toMatch(/^This is not understood/);
  expect(offersAnywhere(LIST, screens)?.ways[0]?.does).toEqual({ href: '/lists', reader: 'list' });
});
