import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Net, NetFailure } from '../../net/net.ts';
import { createRegistries } from './registries.ts';

const never = new AbortController().signal;
const subject = { kind: 'domain', name: 'example.com' } as const;
const DAY_MS = 24 * 60 * 60_000;

let folder: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-registries-'));
  nowMs = Date.UTC(2026, 10, 21);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (url: string) =>
  JSON.stringify({ version: '1.0', publication: '2026-11-20T10:00:00Z', services: [[['com'], [url]]] });

function response(status: number, body = '', headers: Record<string, string> = {}) {
  return { status, url: 'x', headers: new Headers(headers), body: Buffer.from(body) };
}

function open(fetch: Net['fetch']) {
  const settings = { whoisServer: { host: 'w', port: 43 }, rdapBootstrapUrl: 'http://b/', dataFolder: folder };
  const fetched = vi.fn(fetch);
  return { fetched, registries: createRegistries(settings, { fetch: fetched }, () => nowMs) };
}

const dead: Net['fetch'] = () => Promise.reject(new NetFailure('unreachable', 'no'));

describe('the RDAP server of a name', () => {
  it('comes from IANA’s file, which is fetched as the operator’s, once a day', async () => {
    const { fetched, registries } = open(async () => response(200, file('https://iana.example/'), { etag: '"1"' }));
    expect(await registries.findRdapServer(subject, never)).toEqual({ url: 'https://iana.example/', isListed: true });
    nowMs += DAY_MS - 1;
    await registries.findRdapServer(subject, never);
    expect(fetched.mock.calls.map(([target]) => target)).toEqual([{ url: 'http://b/dns.json', isOperators: true }]);
    expect(registries.state()[0]).toEqual({ file: 'dns', published: '2026-11-20T10:00:00Z' });
  });

  it('uses an old copy while a newer one is fetched in the background, by its entity tag', async () => {
    let answer = response(200, file('https://old.example/'), { etag: '"1"' });
    const { fetched, registries } = open(async () => answer);
    await registries.findRdapServer(subject, never);
    nowMs += DAY_MS;
    answer = response(304);
    expect((await registries.findRdapServer(subject, never))?.url).toBe('https://old.example/');
    await vi.waitFor(() => expect(fetched.mock.lastCall?.[1].ifNoneMatch).toBe('"1"'));
    nowMs += DAY_MS;
    answer = response(200, file('https://new.example/'));
    await registries.findRdapServer(subject, never);
    await vi.waitFor(async () =>
      expect((await registries.findRdapServer(subject, never))?.url).toBe('https://new.example/'),
    );
  });

  it('stores the last good copy on disk, for the next process to read', async () => {
    await open(async () => response(200, file('https://kept.example/'))).registries.findRdapServer(subject, never);
    const path = join(folder, 'rdap', 'dns.json');
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('kept.example'));
    const { fetched, registries } = open(dead);
    expect((await registries.findRdapServer(subject, never))?.url).toBe('https://kept.example/');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('stores nothing without a data folder', async () => {
    rmSync(folder, { recursive: true });
    const { registries } = open(async () => response(200, file('https://iana.example/')));
    expect((await registries.findRdapServer(subject, never))?.url).toBe('https://iana.example/');
    expect(existsSync(folder)).toBe(false);
  });

  it.each(['', '{', '{"text":"x","fetchedAtMs":1,"etag":null}', '[]', 'null'])(
    'a malformed copy is ignored: %j',
    async (text) => {
      await open(async () => response(200, file('https://kept.example/'))).registries.findRdapServer(subject, never);
      const path = join(folder, 'rdap', 'dns.json');
      await vi.waitFor(() => readFileSync(path));
      writeFileSync(path, text);
      const { registries } = open(async () => response(200, file('https://again.example/')));
      expect((await registries.findRdapServer(subject, never))?.url).toBe('https://again.example/');
    },
  );

  it.each([
    ['no connection', dead],
    ['404', async () => response(404)],
    ['no such file', async () => response(200, '{"services":[]}')],
  ])('until there is one, or after %s, the largest registries are known', async (_, fetch) => {
    const { fetched, registries } = open(fetch as Net['fetch']);
    expect((await registries.findRdapServer(subject, never))?.url).toBe('https://rdap.verisign.com/com/v1/');
    const network = { kind: 'network', address: '8.8.8.8' } as const;
    expect((await registries.findRdapServer(network, never))?.url).toBe('https://rdap.arin.net/registry/');
    expect(await registries.findRdapServer({ kind: 'autnum', number: 3333 }, never)).not.toBeNull();
    expect(await registries.findRdapServer({ kind: 'domain', name: 'example.test' }, never)).toBeNull();
    // It must not be tried again at every lookup.
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('a server that IANA does not list has data on domains, but its "not found" proves nothing', async () => {
    const { registries } = open(dead);
    const found = await registries.findRdapServer({ kind: 'domain', name: 'example.de' }, never);
    expect(found).toEqual({ url: 'https://rdap.denic.de/', isListed: false });
  });

  it('is renewed on request, from IANA or from files, unless a file is implausible', async () => {
    const services = (url: string, count: number) =>
      Array.from({ length: count }, (_, index) => [[`t${index}`], [url]]);
    const listOf = (publication: string, count: number) =>
      JSON.stringify({ version: '1.0', publication, services: services('https://s.example/', count) });
    let text = listOf('2026-11-01T10:00:00Z', 10);
    const { fetched, registries } = open(async () => response(200, text));
    expect(await registries.published()).toBeNull();
    expect(await registries.renew([], never)).toBe(true);
    expect(fetched.mock.calls.map(([target]) => (target as { url: string }).url)).toEqual(
      ['dns', 'ipv4', 'ipv6', 'asn'].map((name) => `http://b/${name}.json`),
    );
    expect(await registries.published()).toBe('2026-11-01T10:00:00Z');
    expect(await registries.renew([], never)).toBe(false);
    for (const [wrong, reason] of [
      [listOf('2026-11-09T10:00:00Z', 4), 'It has 4 entries, where the copy at hand has 10.'],
      [listOf('2026-10-01T10:00:00Z', 10), 'It is of 2026-10-01T10:00:00Z, and the copy at hand is newer'],
      ['<!doctype html>', 'dns.json is a web page'],
      ['{}', 'dns.json is no list of RDAP servers'],
    ] as const) {
      text = wrong;
      await expect(registries.renew([], never)).rejects.toThrow(reason);
    }
    expect(await registries.published()).toBe('2026-11-01T10:00:00Z');
    const path = join(folder, 'dns.json');
    writeFileSync(path, listOf('2026-11-20T10:00:00Z', 11));
    expect(await registries.renew([path], never)).toBe(true);
    expect(await registries.published()).toBe('2026-11-20T10:00:00Z');
    await expect(registries.renew([join(folder, 'other.json')], never)).rejects.toThrow('The files are dns.json');
  });

  it('waits only briefly for a hanging fetch, and aborts it when the registries are closed', async () => {
    const signals: AbortSignal[] = [];
    const { registries } = open((_target, _limits, signal) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    expect((await registries.findRdapServer(subject, never))?.url).toBe('https://rdap.verisign.com/com/v1/');
    registries.close();
    expect(signals[0]?.aborted).toBe(true);
  });
});
