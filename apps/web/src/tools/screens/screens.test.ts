// @vitest-environment node
import { expect, it } from 'vitest';
import { screens } from '../index.ts';

const SOON = 'Coming Soon';

it('R2.19 R2.20 R2.21 R2.22 R2.23 R2.24 R2.25 R2.26 R2.27 R2.38 R2.39 R2.52 R2.58 R2.72 every route has its screen, with title and subtitle', () => {
  expect(screens.map(({ path, title, subtitle }) => [path, title, subtitle])).toEqual([
    ['/', 'IP Tracker', 'Track and analyze IP addresses and domains'],
    ['/ip-logger', 'IP Logger', SOON],
    ['/ssl', 'SSL Certificate Checker', 'Check SSL certificate details for any domain'],
    ['/whois', 'WHOIS Checker', 'Domain registration information lookup'],
    ['/dns', 'DNS Lookup', 'Get full DNS records for any domain'],
    ['/subdomain', 'Subdomain Finder', null],
    ['/ping', 'Ping', null],
    ['/traceroute', 'Traceroute', 'The routers on the way to a host'],
    ['/mac', 'MAC Address Lookup', 'Who a MAC address is assigned to, and what its bits mean'],
    ['/delegation', 'Delegation', 'Delegation and DNSSEC from the root, server by server'],
    ['/mail', 'Mail', 'Whether mail arrives, and who can send it in a domain’s name'],
    ['/report', 'Report', 'What every tool finds about one target'],
  ]);
});

it('R2.5 every screen has a unique id, which is the name of its folder', () => {
  expect(screens.map(({ id }) => id)).toEqual([
    'geo',
    'iplogger',
    'ssl',
    'whois',
    'dns',
    'subdomain',
    'ping',
    'traceroute',
    'mac',
    'delegation',
    'mail',
    'report',
  ]);
});
