import { type Attack, addressesOf, repeatCalls } from '../attack.ts';
import { pathOf } from '../call-api.ts';
import { registries } from '../targets.ts';

/** Six clients check TLS servers that never reply, three look up domains whose registries never reply. */
export const attack: Attack = async ({ address, targets }, signal) => {
  const silentServer = (number: number) =>
    `127.81.${Math.floor(number / 250)}.${(number % 250) + 1}:${targets.silentPort}`;
  const deadDomain = (number: number) => `name${number}.${registries.dead[number % registries.dead.length]}`;
  await Promise.all([
    repeatCalls(
      { addresses: addressesOf('127.14.0', 6), each: 4 },
      (number, from) => ({ address, from, path: pathOf('sslInfo', { domain: silentServer(number) }) }),
      signal,
    ),
    repeatCalls(
      { addresses: addressesOf('127.14.1', 3), each: 4 },
      (number, from) => ({ address, from, path: pathOf('whois', { ipOrDomain: deadDomain(number) }) }),
      signal,
    ),
  ]);
};
