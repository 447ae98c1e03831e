import { expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

it('a process that works in the background answers only whether it is well', async () => {
  const { app } = await testServer({
    SONDE_ROLE: 'work',
    DATABASE_URL: 'postgresql://127.0.0.1:9/none',
    SONDE_SECRET: 'a secret of the tests that is long enough',
  });
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await statusOf('/healthz')).toBe(200);
  for (const url of ['/api/v2/dnsRecords?domain=shop.example', '/api/v2/watches', '/', '/mcp', '/healthz/..%2fapi'])
    expect([url, await statusOf(url)]).toEqual([url, 404]);
});
