import { describe, expect, it, test } from 'vitest';
import { traceroute } from './contract.ts';

describe('the query', () => {
  const parse = (query: object) => traceroute.query.safeParse(query);

  it('has defaults', () => {
    expect(parse({ host: 'Example.COM.' }).data).toEqual({
      host: 'example.com',
      method: null,
      port: null,
      rounds: 3,
      paths: false,
    });
  });

  test.each([
    [{ port: '65535' }, { port: 65_535 }],
    [
      { method: 'tcp', rounds: '100', paths: 'true' },
      { method: 'tcp', rounds: 100, paths: true },
    ],
  ])('%o', (query, data) => {
    expect(parse({ host: '192.0.2.1', ...query }).data).toMatchObject(data);
  });

  test.each([
    { port: '0' },
    { port: '65536' },
    { port: '4e2' },
    { rounds: '101' },
    { method: 'gre' },
    { paths: 'maybe' },
  ])('refuses %o', (query) => {
    expect(parse({ host: '192.0.2.1', ...query }).success).toBe(false);
  });
});
