import { parseDnsServer } from '@sonde/contract/dns/server-target';
import type { PublicResolver } from '../data.ts';
import { defaultResolvers } from './default-resolvers.ts';

const NAME = /^[^=,\p{Cc}]{1,40}$/u;

/** Reads `Quad9=9.9.9.9`; after the sign, anything that `parseDnsServer` reads. */
export function readPublicResolver(text: string): PublicResolver | undefined {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  const server = parseDnsServer(text.slice(at + 1));
  return at > 0 && NAME.test(name) && server !== null ? { name, operator: null, server } : undefined;
}

/** The bundled list. */
export function bundledResolvers(): PublicResolver[] {
  return defaultResolvers.flatMap(({ name, operator, address }) => {
    const server = parseDnsServer(address);
    return server === null ? [] : [{ name, operator, server }];
  });
}
