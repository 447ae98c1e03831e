import { join } from 'node:path';
import {
  type Ipv6Clients,
  type LabProcess,
  type NetworkLab,
  networkAddresses,
  networkTargets,
  placeIpv6Clients,
  startNetworkLab,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutBuiltServer } from '../testing/built-server.ts';
import { testServer } from '../testing/test-server.ts';

describe('a client on ::1', () => {
  it('is answered with its address and its allowance', async () => {
    const { app } = await testServer({ SONDE_RATE_LIMIT: '6/600s' });
    const url = await app.listen({ host: '::1', port: 0 });
    expect(url).toContain('[::1]');
    const own = await fetch(`${url}/api/v2/myIp`);
    expect(await own.json()).toMatchObject({ success: true, _data: { ip: '::1' } });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await fetch(`${url}/api/v2/dnsRecords?domain=name-${index}.example`)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('clients of several networks', () => {
  const PORT = 9137;
  let lab: NetworkLab;
  let server: LabProcess;
  let clients: Ipv6Clients;

  /** Two customers' sites: six networks of the first, and one of the second. */
  const network = (site: number, number: number) => `2a0e:97c0:a${site}:${number}`;
  const networks = [...Array.from({ length: 6 }, (_, index) => network(1, index + 1)), network(2, 1)];

  beforeAll(async () => {
    lab = await startNetworkLab();
    const house = join(lab.directory, 'house');
    await layOutBuiltServer(house);
    clients = await placeIpv6Clients(lab, { host: networkAddresses.client.ipv6, port: PORT }, networks);
    server = await lab.start(process.execPath, ['apps/api/dist/server.js'], {
      cwd: house,
      env: {
        HOST: '::',
        PORT: String(PORT),
        SONDE_RATE_LIMIT: '6/600s',
        SONDE_RESOLVERS: `${networkTargets.resolver.ipv4}`,
        SONDE_DATA_DIR: join(lab.directory, 'data'),
      },
      isReady: /is ready/,
    });
  });
  afterAll(() => lab?.stop());

  const statusesOf = (...addresses: string[]) => clients.ask(addresses);

  it('see their own address', async () => {
    const address = `${network(2, 1)}:1:2:3:4`;
    expect(await clients.address(address)).toBe(address);
  });

  it('have one allowance per /64, regardless of the address, and a larger one per /48', async () => {
    const [first = '', second = '', third = '', fourth = '', fifth = '', , elsewhere = ''] = networks;
    // Each lookup costs two units.
    expect(await statusesOf(`${first}::1`, `${first}::2`, `${first}:a:b:c:d`, `${first}::3`)).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await statusesOf(`${second}::1`, `${second}::2`, `${second}::3`, `${second}::4`)).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await statusesOf(`${third}::1`, `${third}::2`, `${third}::3`)).toEqual([200, 200, 200]);
    expect(await statusesOf(`${fourth}::1`, `${fourth}::2`, `${fourth}::3`)).toEqual([200, 200, 200]);
    expect(await statusesOf(`${fifth}::1`, `${elsewhere}::1`)).toEqual([429, 200]);
  });

  it('have 128 connections per /64, and four times as many per /48', async () => {
    expect(await clients.connect(140, [network(1, 1)])).toEqual({ [network(1, 1)]: 128 });
    const site = networks.slice(0, 6);
    const held = await clients.connect(120, [...site, network(2, 1)]);
    const ofSite = site.map((one) => held[one] ?? 0).reduce((sum, count) => sum + count, 0);
    expect(ofSite).toBe(512);
    expect(held[network(2, 1)]).toBe(120);
  });

  it('leave the server in order', async () => {
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
