import { pathOf } from '../ask.ts';
import { type Attack, addressesOf, askAllTheTime } from '../attack.ts';

/** Searches below domains whose four name servers each give away a zone without an end. */
export const attack: Attack = ({ address }, signal) =>
  askAllTheTime(
    { addresses: addressesOf('127.19.0', 4), each: 1 },
    (number, from) => ({ address, from, path: pathOf('subdomainFinder', { domain: `given-${number}.test` }) }),
    signal,
  );
