import { expect, test } from 'vitest';
import { tools } from './index.ts';

test('R7.2 R7.3 R7.4 R7.5 R7.6 R7.7 every call has its path, its target parameter and its other parameters', () => {
  const calls = Object.values(tools).map(({ path, target, query }) => [path, target, Object.keys(query.shape)]);
  expect(calls.sort()).toEqual([
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
  ]);
});
