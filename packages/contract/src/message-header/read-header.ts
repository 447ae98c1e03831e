import { readFields } from './fields.ts';
import { type FilterVerdict, readFilter } from './filters.ts';
import { type Mailbox, mailboxesOf } from './mailboxes.ts';
import { type ReceivedStep, readReceived } from './received.ts';
import { type MethodResult, readResults } from './results.ts';

/** A step with the time that it took. */
export interface Hop extends ReceivedStep {
  /** Seconds since the previous step; null if one of the two times is missing, negative if the clocks run apart. */
  readonly delaySeconds: number | null;
}

/**
 * How a domain relates to that of From: `below` if one is a subdomain of the other, `perhaps` if only a public suffix
 * list could tell.
 */
export type Alignment = 'same' | 'below' | 'perhaps' | 'other';

export interface Signature {
  readonly domain: string;
  readonly selector: string;
  readonly alignment: Alignment | null;
}

export interface ReadHeader {
  /** In the order in which the message passed them. */
  readonly hops: readonly Hop[];
  readonly totalSeconds: number | null;
  readonly results: readonly (MethodResult & { readonly alignment: Alignment | null })[];
  readonly filters: readonly FilterVerdict[];
  readonly from: readonly Mailbox[];
  /** Number of From fields: there must be one. */
  readonly fromFields: number;
  readonly replyTo: readonly Mailbox[];
  readonly returnPath: string | null;
  /** Domains that signed the message, with their selectors. */
  readonly signatures: readonly Signature[];
  /** The mailing list that it came through, by its List-Id. */
  readonly list: string | null;
  /** Number of intermediaries that sealed it (ARC). */
  readonly seals: number;
  /** The address from which the receiver's server got the message, and what is known about it; null if not found. */
  readonly sender: { readonly address: string; readonly hop: Hop | null } | null;
}

const MAX_HOPS = 100;

/** What the header of a message says; null for text without such fields. */
export function readHeader(text: string): ReadHeader | null {
  const fields = readFields(text);
  const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  const hops = withDelays(valuesOf('received').slice(0, MAX_HOPS).toReversed().map(readReceived));
  const from = valuesOf('from').flatMap(mailboxesOf);
  const domain = from[0]?.domain ?? null;
  const results = fields
    .flatMap((field, index) => readResults(field, index))
    .map((one) => ({ ...one, alignment: alignmentOf(one.domain, domain) }));
  if (hops.length === 0 && results.length === 0 && from.length === 0) return null;
  const filters = fields.flatMap(readFilter);
  const signatures = valuesOf('dkim-signature').flatMap((value) => readSignature(value, domain));
  return {
    hops,
    results,
    filters,
    from,
    signatures,
    totalSeconds: totalOf(hops),
    fromFields: valuesOf('from').length,
    replyTo: valuesOf('reply-to').flatMap(mailboxesOf),
    returnPath: mailboxesOf(valuesOf('return-path')[0])[0]?.domain ?? null,
    list: listOf(valuesOf('list-id')[0]),
    seals: valuesOf('arc-seal').length,
    sender: senderOf(hops, results),
  };
}

function listOf(value: string | undefined): string | null {
  return value === undefined ? null : (/<([^<>\s]{1,255})>/.exec(value)?.[1] ?? value.trim().slice(0, 255));
}

function totalOf(hops: readonly Hop[]): number | null {
  const times = hops.flatMap(({ time }) => (time === null ? [] : [time.getTime()]));
  const seconds = Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
  return times.length < 2 || seconds < 0 ? null : seconds;
}

function withDelays(steps: readonly ReceivedStep[]): Hop[] {
  let before: Date | null = null;
  return steps.map((step) => {
    const delaySeconds =
      before === null || step.time === null ? null : Math.round((step.time.getTime() - before.getTime()) / 1000);
    before = step.time ?? before;
    return { ...step, delaySeconds };
  });
}

/** The address that the results name, or that of the last step that came from the internet. */
function senderOf(hops: readonly Hop[], results: readonly MethodResult[]): ReadHeader['sender'] {
  const named = results.filter(
    ({ source, method, address }) => source !== 'arc' && method === 'spf' && address !== null,
  );
  const spf = named.find(({ source }) => source !== 'internal') ?? named[0];
  const hop = hops.findLast(
    ({ address }) => address !== null && (spf === undefined ? isPublic(address) : address === spf.address),
  );
  const address = spf?.address ?? hop?.address ?? null;
  return address === null ? null : { address, hop: hop ?? null };
}

function isPublic(address: string): boolean {
  return address.includes(':')
    ? !/^(?:::|fe[89ab]|f[cd])/.test(address)
    : !/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
        address,
      );
}

function readSignature(value: string, from: string | null): Signature[] {
  const tagOf = (name: string) => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;\\s]{1,255})`).exec(value)?.[1] ?? null;
  const [domain, selector] = [tagOf('d')?.toLowerCase() ?? null, tagOf('s')];
  return domain === null || selector === null ? [] : [{ domain, selector, alignment: alignmentOf(domain, from) }];
}

export function alignmentOf(domain: string | null, from: string | null): Alignment | null {
  if (domain === null || from === null) return null;
  if (domain === from) return 'same';
  if (from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`)) return 'below';
  const lastTwo = (name: string) => name.split('.').slice(-2).join('.');
  return lastTwo(domain) === lastTwo(from) ? 'perhaps' : 'other';
}
