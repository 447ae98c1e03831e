import { describe, expect, it } from 'vitest';
import { CLIENTS_PER_SITE, createShares, siteOf } from './shares.ts';

describe('the site of a client', () => {
  it.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
    ['203.0.113.7', null],
    ['local', null],
  ])('%s is in %s', (client, site) => {
    expect(siteOf(client)).toBe(site);
  });
});

describe('shares', () => {
  it('are the number of things that a client holds', () => {
    const shares = createShares();
    for (const client of ['203.0.113.7', '203.0.113.7', '203.0.113.8']) shares.add(client);
    expect(['203.0.113.7', '203.0.113.8', '203.0.113.9'].map(shares.of)).toEqual([2, 1, 0]);
    shares.remove('203.0.113.7');
    expect(shares.of('203.0.113.7')).toBe(1);
  });

  it('of a whole /48 are those of several clients, however many networks it is split into', () => {
    const shares = createShares();
    for (let network = 0; network < 100; network += 1) shares.add(`2001:db8:1:${network.toString(16)}::/64`);
    expect(shares.of('2001:db8:1:ffff::/64')).toBe(100 / CLIENTS_PER_SITE);
    expect(shares.of('2001:db8:2:1::/64')).toBe(0);
    for (let network = 0; network < 100; network += 1) shares.remove(`2001:db8:1:${network.toString(16)}::/64`);
    expect(shares.of('2001:db8:1:1::/64')).toBe(0);
  });
});
