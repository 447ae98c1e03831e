import { type Attack, addressesOf, repeatCalls } from '../attack.ts';
import { pathOf } from '../call-api.ts';

/** Searches below domains whose four name servers each transfer an endless zone. */
export const attack: Attack = ({ address }, signal) =>
  repeatCalls(
    { addresses: addressesOf('127.19.0', 4), each: 1 },
    (number, from) => ({ address, from, path: pathOf('subdomainFinder', { domain: `given-${number}.test` }) }),
    signal,
  );
