import { pathOf } from '../ask.ts';
import { type Attack, addressesOf, askAllTheTime } from '../attack.ts';
import { registries } from '../world.ts';

/** Six clients check TLS servers that say nothing, three ask for domains whose registries say nothing. */
export const attack: Attack = async ({ address, world }, signal) => {
  const silentServer = (number: number) =>
    `127.81.${Math.floor(number / 250)}.${(number % 250) + 1}:${world.silentPort}`;
  const deadDomain = (number: number) => `name${number}.${registries.dead[number % registries.dead.length]}`;
  await Promise.all([
    askAllTheTime(
      { addresses: addressesOf('127.14.0', 6), each: 4 },
      (number, from) => ({ address, from, path: pathOf('sslInfo', { domain: silentServer(number) }) }),
      signal,
    ),
    askAllTheTime(
      { addresses: addressesOf('127.14.1', 3), each: 4 },
      (number, from) => ({ address, from, path: pathOf('whois', { ipOrDomain: deadDomain(number) }) }),
      signal,
    ),
  ]);
};
