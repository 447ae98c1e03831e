import { describe, expect, it } from 'vitest';
import { NetFailure } from '../net.ts';
import { createGuard } from './guard.ts';

const guard = createGuard({ allowNetworks: [], denyTargets: ['denied.example', '1.0.0.0/24'], ownAddresses: () => [] });

function reasonFor(host: string): string {
  try {
    guard.checkHost(host);
    return 'fine';
  } catch (error) {
    return error instanceof NetFailure ? error.reason : `a bug: ${error}`;
  }
}

describe('checkHost, for a host that is not contacted itself', () => {
  it.each(['example.com', '8.8.8.8', '2606:4700::1111'])('%s is fine', (host) => expect(reasonFor(host)).toBe('fine'));

  it.each(['10.0.0.1', '127.1', '::1', 'db.internal', 'localhost', '1.0.0.10.in-addr.arpa'])(
    '%s is special-use',
    (host) => expect(reasonFor(host)).toBe('special-use'),
  );

  it.each(['denied.example', 'a.denied.example', '1.0.0.1', '1.0.0.1.in-addr.arpa'])('%s is denied', (host) =>
    expect(reasonFor(host)).toBe('denied'),
  );
});
