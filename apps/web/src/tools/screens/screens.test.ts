// @vitest-environment node
import { existsSync } from 'node:fs';
import { nameOfTool } from '@sonde/contract/report/tool-names';
import { expect, it } from 'vitest';
import { screens } from '../index.ts';

const SOON = 'Coming Soon';

/** The screens of the specification, in the order of the menu. */
const specified = [
  ['/', 'IP Tracker', 'Track and analyze IP addresses and domains'],
  ['/ip-logger', 'IP Logger', SOON],
  ['/ssl', 'SSL Certificate Checker', 'Check SSL certificate details for any domain'],
  ['/whois', 'WHOIS Checker', 'Domain registration information lookup'],
  ['/dns', 'DNS Lookup', 'Get full DNS records for any domain'],
  ['/subdomain', 'Subdomain Finder', null],
  ['/ping', 'Ping', null],
  ['/traceroute', 'Traceroute', 'The routers on the way to a host'],
  ['/mac', 'MAC Address Lookup', 'Who a MAC address is assigned to, and what its bits mean'],
] as const;

it('R2.19 R2.20 R2.21 R2.22 R2.23 R2.24 R2.25 R2.26 R2.27 R2.38 R2.39 R2.52 R2.58 R2.72 every route has its screen, with title and subtitle', () => {
  const paths: readonly string[] = specified.map(([path]) => path);
  const found = screens.filter(({ path }) => paths.includes(path));
  expect(found.map(({ path, title, subtitle }) => [path, title, subtitle])).toEqual(specified);
});

it('R2.5 every screen has a unique id and path, and the id is the name of its folder', () => {
  expect(new Set(screens.map(({ id }) => id)).size).toBe(screens.length);
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
  for (const { id } of screens) expect(existsSync(new URL(`../${id}/screen.ts`, import.meta.url)), id).toBe(true);
});

it('a tool has the same name in exports and reports as in the menu', () => {
  const live = screens.filter(({ status }) => status === 'live');
  expect(live.map(({ id }) => nameOfTool(id))).toEqual(live.map(({ name }) => name));
});
