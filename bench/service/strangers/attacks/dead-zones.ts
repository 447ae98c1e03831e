import { pathOf } from '../ask.ts';
import { type Attack, addressesOf, askAllTheTime } from '../attack.ts';

/** Five searches at a time below domains whose servers are dead. */
export const attack: Attack = ({ address }, signal) =>
  askAllTheTime(
    { addresses: addressesOf('127.11.0', 5), each: 1 },
    (number, from) => ({ address, from, path: pathOf('subdomainFinder', { domain: `dead-${number}.test` }) }),
    signal,
  );
