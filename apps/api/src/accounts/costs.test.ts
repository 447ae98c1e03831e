import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { testServer } from '../testing/test-server.ts';

async function server(rateLimit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-prices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { app } = await testServer({ SONDE_DATA_DIR: folder, SONDE_RATE_LIMIT: rateLimit });
  return accountBrowser(app);
}

const ID = '00000000-0000-4000-8000-000000000000';
const calls = [
  ['GET', '/api/account'],
  ['DELETE', '/api/account'],
  ['POST', 'sign-up'],
  ['POST', 'sign-in'],
  ['POST', 'sign-out'],
  ['POST', 'password-reset'],
  ['POST', 'new-password'],
  ['GET', 'export'],
  ['GET', 'history'],
  ['POST', 'history'],
  ['DELETE', 'history'],
  ['DELETE', `history/${ID}`],
  ['GET', 'targets'],
  ['PUT', 'targets'],
  ['DELETE', `targets/${ID}`],
] as const;

describe('costs of account calls', () => {
  it.each(calls)('%s %s takes from the allowance, signed in or not', async (method, path) => {
    const browser = await server('60/60s');
    const { headers, statusCode } = await browser.send(method, path);
    expect(statusCode).toBeGreaterThanOrEqual(200);
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(60);
  });

  it('come out of the same allowance as lookups, and are refused once it is used up', async () => {
    const browser = await server('10/86400s');
    await browser.signUp(someone());
    const statuses: number[] = [];
    for (let call = 0; call < 12; call += 1) {
      statuses.push((await browser.post('history', { lookups: [] })).statusCode);
    }
    expect(statuses).toEqual([...Array(9).fill(200), 429, 429, 429]);
    const lookup = await browser.get('/api/v2/dnsRecords?domain=a.example');
    expect([lookup.statusCode, lookup.json().code]).toEqual([429, 'rate-limited']);
    expect(Number((await browser.get('export')).headers['retry-after'])).toBeGreaterThan(60);
  });

  it('are not reduced by meaningless parameters', async () => {
    for (const path of ['export', 'export?search=a']) {
      const { headers } = await (await server('60/86400s')).get(path);
      expect(headers['x-ratelimit-remaining']).toBe('55');
    }
  });

  it('permit a page that searches while the visitor types', async () => {
    const browser = await server('60/86400s');
    await browser.signUp(someone());
    for (const search of 'www.example.com'.split('').map((_, index, all) => all.slice(0, index + 1).join(''))) {
      expect((await browser.get(`history?search=${search}`)).statusCode).toBe(200);
    }
    const left = Number((await browser.get('/api/account')).headers['x-ratelimit-remaining']);
    expect(left).toBeGreaterThan(45);
  });
});
