import { toHex } from '../../protocols/dns-message/base-encodings.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { compareOctets } from '../../protocols/dnssec/names.ts';
import type { Rrsig } from '../../protocols/dnssec/records.ts';
import { recordSet, signaturesOver } from '../../protocols/dnssec/signatures.ts';
import type { RecordSet } from '../../protocols/dnssec/signed-data.ts';
import { A, AAAA } from './name-servers.ts';
import { type ServerView, wholeReplyTo } from './server-view.ts';

/** A record set with its signatures, and the servers that returned exactly this. */
export interface Variant {
  readonly set: RecordSet;
  readonly signatures: readonly Rrsig[];
  readonly ttlSeconds: number;
  readonly addresses: readonly string[];
}

/** At most this many different answers to one question are judged; the servers of a zone should agree on one. */
const MAX_VARIANTS = 8;

const CNAME = typeNumber('CNAME');

/** The servers' answers about the addresses of a name: A and AAAA, and the alias that leads to others. */
export function addressVariantsOf(views: readonly ServerView[], name: string) {
  const aliasesOf = (view: ServerView) => wholeReplyTo(view, { name, type: A })?.message.answers ?? [];
  const ofType = (type: number) => variantsOf(views, name, type, type === CNAME ? aliasesOf : undefined);
  return [A, AAAA, CNAME].flatMap((type) => ofType(type).map((variant) => ({ type, variant })));
}

/** The servers' answers about one set, equal ones grouped. `recordsOf` selects the records in a reply; default: the answers. */
export function variantsOf(
  views: readonly ServerView[],
  name: string,
  type: number,
  recordsOf = (view: ServerView): readonly ResourceRecord[] =>
    wholeReplyTo(view, { name, type })?.message.answers ?? [],
): Variant[] {
  const variants = new Map<string, Variant & { readonly addresses: string[] }>();
  for (const view of views) {
    const answers = recordsOf(view);
    const set = recordSet(answers, name, type);
    if (set === null) continue;
    const signatures = signaturesOver(answers, name, type);
    const octets = [...set.rdatas.toSorted(compareOctets), ...signatures.map(octetsOf).toSorted(compareOctets)];
    const key = octets.map(toHex).join(' ');
    const ttls = answers.filter((one) => one.type === type && nameKey(one.name) === nameKey(name));
    const same = variants.get(key);
    if (same !== undefined) same.addresses.push(view.address);
    else if (variants.size < MAX_VARIANTS) {
      const ttlSeconds = Math.min(...ttls.map((one) => one.ttlSeconds));
      variants.set(key, { set, signatures, ttlSeconds, addresses: [view.address] });
    }
  }
  return [...variants.values()];
}

function octetsOf({ head, signature }: Rrsig): Uint8Array {
  return Uint8Array.from([...head, ...signature]);
}
