import { describe, expect, it } from 'vitest';
import { screen as dns } from '../dns/screen.ts';
import { screen as ping } from '../ping/screen.ts';
import { screen as ssl } from '../ssl/screen.ts';
import { screen as subdomain } from '../subdomain/screen.ts';
import { screen as whois } from '../whois/screen.ts';
import { fieldTextOf, offerFor } from './pasted-text.ts';

describe('what a pasted text puts into a field', () => {
  it.each([
    ['https://shop.test/path', ping, 'shop.test'],
    ['me@shop.test', ping, 'shop.test'],
    ['shop.test:443', dns, 'shop.test'],
    ['https://bücher.test/', dns, 'bücher.test'],
    ['https://192.0.2.1/', dns, '192.0.2.1'],
    ['as15169', whois, 'AS15169'],
    ['shop.test:443', ssl, 'shop.test'],
    ['smtp://shop.test:465', ssl, 'shop.test:465'],
    ['https://[2001:db8::1]:8443/', ssl, '[2001:db8::1]:8443'],
    ['[2001:db8::1]:8443', ping, '2001:db8::1'],
  ])('%s', (pasted, screen, text) => expect(fieldTextOf(pasted, screen)).toBe(text));

  it.each(['shop.test', 'bücher.test', '192.0.2.1', '', 'two words', 'a.test b.test', '127.1', 'localhost'])(
    '%j stays as it is',
    (pasted) => expect(fieldTextOf(pasted, dns)).toBeNull(),
  );
});

describe('what is offered beside a refused text', () => {
  it.each([
    ['192.0.2.1', dns, 'Reverse lookup of 192.0.2.1', '192.0.2.1'],
    ['2001:DB8::1', dns, 'Reverse lookup of 2001:db8::1', '2001:db8::1'],
    ['https://192.0.2.1/x', dns, 'Reverse lookup of 192.0.2.1', '192.0.2.1'],
    ['192.0.2.0', whois, 'Registration of 192.0.2.0', '192.0.2.0'],
    ['as 15169', whois, 'Registration of AS15169', 'AS15169'],
    ['https://shop.test/path', whois, 'Look up shop.test', 'shop.test'],
    ['me@shop.test', subdomain, 'Look up shop.test', 'shop.test'],
    ['shop.test:443', ping, 'Look up shop.test', 'shop.test'],
    ['https://_dmarc.shop.test', dns, 'Look up _dmarc.shop.test', '_dmarc.shop.test'],
  ])('%s on %o', (refused, screen, label, target) => expect(offerFor(refused, screen)).toEqual({ label, target }));

  it.each([
    ['', dns],
    ['localhost', dns],
    ['shop', whois],
    ['AS15169', dns],
    ['_dmarc.shop.test', ping],
    ['192.0.2.1', subdomain],
    ['192.0.2.0/24', whois],
  ])('nothing for %j', (refused, screen) => expect(offerFor(refused, screen)).toBeNull());
});
