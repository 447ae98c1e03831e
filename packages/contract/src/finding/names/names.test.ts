import { describe, expect, it } from 'vitest';
import { privateUseOf } from './private-address.ts';
import { takeoverServiceOf, takeoverServices } from './takeover-services.ts';

describe('an address of a private network', () => {
  it.each([
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    'fc00::',
    'fdff:ffff::1',
    'fe80::1',
    'febf::1',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    '0.1.2.3',
  ])('%s is one', (address) => expect(privateUseOf(address)).toMatch(/RFC \d+$/));

  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.169.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.0.2.1',
    '2001:db8::1',
    'fbff::1',
    'fe00::1',
    'fec0::1',
    '::2',
    'no address',
    'not:an:address',
  ])('%s is none', (address) => expect(privateUseOf(address)).toBeNull());
});

describe('a service whose names others can create', () => {
  it.each(takeoverServices.map(({ suffix, name }) => [suffix, name]))('%s belongs to %s', (suffix, name) => {
    expect(takeoverServiceOf(`My-App.${suffix.toUpperCase()}`)?.name).toBe(name);
    expect(takeoverServiceOf(suffix)).toBeNull();
    expect(takeoverServiceOf(`my${suffix}`)).toBeNull();
  });
});
