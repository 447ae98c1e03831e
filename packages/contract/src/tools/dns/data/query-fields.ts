import * as z from 'zod/mini';
import { askableType, recordTypeName } from '../../../dns/record-types.ts';
import { formatDnsServer, parseDnsServer } from '../../../dns/server-target.ts';

/** As many as a lookup queries when `type` is omitted, or more: each answer may have 64 kB. */
const MAX_TYPES = 20;

const NO_TYPES = `'type' must be record types such as MX or TYPE65280, ${MAX_TYPES} at most.`;

/**
 * Record types, repeated or comma separated. The value is a list of unique mnemonics in the order of their numbers; empty
 * when omitted.
 */
export const recordTypesField = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())], { error: NO_TYPES })),
  z.transform((given: string | string[] | undefined, { issues }): string[] => {
    const texts = [given ?? []].flat().flatMap((text) => text.split(','));
    const types = texts.map(askableType);
    const known = new Set(types.flatMap((type) => type ?? []));
    if (known.size <= MAX_TYPES && !types.includes(null)) {
      return [...known].sort((a, b) => a - b).map(recordTypeName);
    }
    issues.push({ code: 'custom', message: NO_TYPES, input: given });
    return z.NEVER;
  }),
);

const NO_SERVER =
  "'server' must be a name or address of a DNS server, tls://dns.example or https://dns.example/dns-query.";

/** A DNS server in canonical form, see `parseDnsServer`; null when omitted. */
export const dnsServerField = z.pipe(
  z.optional(z.string({ error: NO_SERVER })),
  z.transform((text: string | undefined, { issues }): string | null => {
    if (text === undefined) return null;
    const server = parseDnsServer(text);
    if (server !== null) return formatDnsServer(server);
    issues.push({ code: 'custom', message: NO_SERVER, input: text });
    return z.NEVER;
  }),
);
