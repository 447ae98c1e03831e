// @vitest-environment node
import { dns } from '@sonde/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../../testing/running-server.ts';
import { ask } from './ask.ts';

const START_MS = 90_000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ SONDE_ENCRYPT_RESPONSES: 'true', SONDE_RATE_LIMIT: 'off' });
  vi.stubGlobal('location', new URL('/dns', server.origin));
}, START_MS);
afterAll(() => server.stop());

const askFor = (domain: string) => ask(dns, { domain }, new AbortController().signal);

describe('what the server encrypts', () => {
  it('R7.10 R7.11 R7.12 R7.13 is sent in the specified format', async () => {
    const response = await fetch(`${server.origin}/api/v2/dnsRecords?domain=example.com`);
    expect(Object.keys((await response.json()) as object).sort()).toEqual(['data', 'iv']);
    expect(response.headers.get('x-encryption-algorithm')).toBe('AES');
    expect(response.headers.get('x-encryption-version')).toBe('1.0');
    expect(response.headers.get('x-encryption-salt')).toBeTruthy();
    expect(response.headers.get('x-encryption-key')).toBeTruthy();
  });

  it('R4.27 R7.14 R9.23 is decrypted by the page', async () => {
    const { domain, records } = await askFor('example.com');
    expect(domain).toBe('example.com');
    expect(records.map(({ recordName, data }) => [recordName, data])).toEqual([
      ['A', [['example.com', '192.0.2.1', '300']]],
    ]);
  });

  it.each([
    ['nothing.example.com', 404, { code: 'not-found', reason: 'nxdomain' }],
    ['192.0.2.1', 400, { code: 'invalid-input', reason: null }],
  ])('R4.27 includes the failure of %s', async (domain, status, failure) => {
    await expect(askFor(domain)).rejects.toMatchObject({ stage: 'envelope', status, failure });
  });
});
