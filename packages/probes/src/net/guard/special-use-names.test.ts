import { expect, it } from 'vitest';
import { isLocalName, localNetworkOfReverseName } from './special-use-names.ts';

it.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '\\108ocalhost',
  'host\\.local',
  'printer.local',
  'metadata.google.internal',
  'router.lan',
  'host.localdomain',
  'wiki.intranet',
  'mail.corp',
  'nas.home',
  'x.private',
  'nas.home.arpa',
  'home.arpa',
  'api.default.svc',
  'x.onion',
  'x.alt',
])('%s is local', (name) => {
  expect(isLocalName(name)).toBe(true);
});

it.each([
  'example.com',
  'a.test',
  'b.example',
  'c.invalid',
  'local.example.com',
  'mylocal',
  'notlocalhost',
  'arpa',
  'svc.example',
  '',
])('%j is not', (name) => {
  expect(isLocalName(name)).toBe(false);
});

it.each([
  '10.in-addr.arpa',
  '1.0.0.10.in-addr.arpa',
  '1.0.0.10.IN-ADDR.ARPA.',
  '1.1.168.192.in-addr.arpa',
  '168.192.in-addr.arpa',
  '0-127.1.168.192.in-addr.arpa',
  '16.172.in-addr.arpa',
  '31.172.in-addr.arpa',
  '1.0.0.127.in-addr.arpa',
  '254.169.in-addr.arpa',
  '64.100.in-addr.arpa',
  'd.f.ip6.arpa',
  'c.f.ip6.arpa',
  '8.e.f.ip6.arpa',
  'b.e.f.ip6.arpa',
  'f.e.f.ip6.arpa',
  `1.${'0.'.repeat(31)}ip6.arpa`,
])('%s is a reverse zone of a local network', (name) => {
  expect(localNetworkOfReverseName(name)).not.toBeNull();
});

it.each([
  'in-addr.arpa',
  'ip6.arpa',
  'f.ip6.arpa',
  '192.in-addr.arpa',
  '172.in-addr.arpa',
  '15.172.in-addr.arpa',
  '32.172.in-addr.arpa',
  '167.192.in-addr.arpa',
  '1.2.0.192.in-addr.arpa',
  '8.8.8.8.in-addr.arpa',
  '7.e.f.ip6.arpa',
  '1.0.0.2.ip6.arpa',
  '256.10.example.in-addr.arpa',
  '10.in-addr.arpa.example.com',
  'x10.in-addr.arpa',
])('%s is not', (name) => {
  expect(localNetworkOfReverseName(name)).toBeNull();
});
