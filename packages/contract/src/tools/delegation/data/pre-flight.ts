import * as z from 'zod/mini';
import { type GivenServer, MAX_GIVEN, readGivenDs, readGivenServer } from './given.ts';

/** `ns1.example.net,ns2.example.net/192.0.2.1`: names, optionally with an address after a slash; one entry per address. */
export const givenServersField = optionalList(
  'servers',
  'must be name servers such as ns1.example.net or ns1.example.net/192.0.2.1, comma separated, eight at most.',
  (texts) => {
    const byName = new Map<string, string[]>();
    for (const text of texts) {
      const server = readGivenServer(text);
      if (server === null) return null;
      byName.set(server.name, [...(byName.get(server.name) ?? []), ...server.addresses]);
    }
    return [...byName].map(([name, addresses]): GivenServer => ({ name, addresses }));
  },
);

/** `34505 13 2 E06D…`: the fields of a DS record; several records are separated by commas. */
export const givenDsField = optionalList(
  'ds',
  'must be DS records such as 34505 13 2 E06D…, comma separated, eight at most; the digest has the length of its type.',
  (texts) => {
    const records = texts.map(readGivenDs);
    return records.every((one) => one !== null) ? records : null;
  },
);

function optionalList<Value>(name: string, what: string, read: (texts: string[]) => Value[] | null) {
  const message = `'${name}' ${what}`;
  return z.pipe(
    z.optional(z.string({ error: message })),
    z.transform((text: string | undefined, { issues }): Value[] => {
      if (text === undefined || text.trim() === '') return [];
      const texts = text.split(',').map((one) => one.trim());
      const values = texts.length <= MAX_GIVEN ? read(texts) : null;
      if (values !== null) return values;
      issues.push({ code: 'custom', message, input: text });
      return [];
    }),
  );
}
