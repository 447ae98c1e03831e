import * as z from 'zod/mini';
import { toDnsName } from '../targets/domain.ts';
import { toIpv4 } from '../targets/ipv4.ts';
import { toIpv6 } from '../targets/ipv6.ts';

/** A name server that is to be tested before the parent names it. */
export interface GivenServer {
  readonly name: string;
  /** Empty: they are looked up. */
  readonly addresses: readonly string[];
}

/** A DS that is to be tested before it is published. */
export interface GivenDs {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Upper-case hex. */
  readonly digest: string;
}

const MAX_GIVEN = 8;
const digestDigits: Readonly<Record<number, number>> = { 1: 40, 2: 64, 4: 96 };

/** `ns1.example.net,ns2.example.net/192.0.2.1`: names, an address behind a slash, one entry for each address. */
export const givenServersField = optionalList(
  'servers',
  'must be name servers such as ns1.example.net or ns1.example.net/192.0.2.1, comma separated, eight at most.',
  (texts) => {
    const byName = new Map<string, string[]>();
    for (const text of texts) {
      const [nameText = '', addressText] = text.split('/');
      const name = toDnsName(nameText);
      const address = addressText === undefined ? undefined : (toIpv4(addressText) ?? toIpv6(addressText));
      if (name === null || address === null) return null;
      byName.set(name, [...(byName.get(name) ?? []), ...(address === undefined ? [] : [address])]);
    }
    return [...byName].map(([name, addresses]): GivenServer => ({ name, addresses }));
  },
);

/** `34505 13 2 E06D…`: the fields of a DS, comma separated where there are several. */
export const givenDsField = optionalList(
  'ds',
  'must be DS records such as 34505 13 2 E06D…, comma separated, eight at most; the digest has the length of its type.',
  (texts) => {
    const records = texts.map(readDs);
    return records.every((one) => one !== null) ? records : null;
  },
);

function readDs(text: string): GivenDs | null {
  const [, tag, algorithm, digestType, hex = ''] =
    /^(?:\S+\.\s+)?(?:\d+\s+)?(?:IN\s+)?(?:DS\s+)?(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([\da-f\s]+)$/i.exec(text) ?? [];
  const digest = hex.replace(/\s/g, '').toUpperCase();
  const ds = { keyTag: Number(tag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
  const fits = ds.keyTag <= 0xffff && ds.algorithm <= 0xff && digestDigits[ds.digestType] === digest.length;
  return fits ? ds : null;
}

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
