import { type Attack, addressesOf, repeatCalls } from '../attack.ts';
import { pathOf } from '../call-api.ts';

/** Five searches at a time below domains whose name servers are dead. */
export const attack: Attack = ({ address }, signal) =>
  repeatCalls(
    { addresses: addressesOf('127.11.0', 5), each: 1 },
    (number, from) => ({ address, from, path: pathOf('subdomainFinder', { domain: `dead-${number}.test` }) }),
    signal,
  );
