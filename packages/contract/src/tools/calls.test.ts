import { expect, test } from 'vitest';
import type { AnyTool } from '../tool.ts';
import { tools } from './index.ts';

const all: readonly AnyTool[] = Object.values(tools);
const calls = all.map(({ path, target, query }) => [path, target, Object.keys(query.shape)] as const);

test('R7.2 R7.3 R7.4 R7.5 R7.6 R7.7 every call has its path, its target parameter and its other parameters', () => {
  expect(calls).toEqual(
    expect.arrayContaining([
      ['/api/v2/delegation', 'domain', ['domain', 'servers', 'ds']],
      ['/api/v2/dnsRecords', 'domain', ['domain', 'type', 'server', 'everywhere']],
      ['/api/v2/geoIP', 'ipOrDomain', ['ipOrDomain']],
      ['/api/v2/macInfo', 'mac', ['mac']],
      ['/api/v2/mail', 'domain', ['domain', 'selectors', 'ip', 'sender', 'smtp']],
      ['/api/v2/ping', 'host', ['host', 'count', 'interval']],
      ['/api/v2/sslInfo', 'domain', ['domain', 'deep', 'revocation', 'starttls', 'address']],
      ['/api/v2/subdomainFinder', 'domain', ['domain']],
      ['/api/v2/traceroute', 'host', ['host', 'method', 'port', 'rounds', 'paths']],
      ['/api/v2/whois', 'ipOrDomain', ['ipOrDomain']],
    ]),
  );
});

test('every call has a path of its own, and its target among its parameters', () => {
  expect(new Set(calls.map(([path]) => path)).size).toBe(calls.length);
  for (const [path, target, parameters] of calls) {
    expect(path).toMatch(/^\/api\/v2\/[A-Za-z]+$/);
    expect(parameters).toContain(target);
  }
});
