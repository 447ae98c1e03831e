import { type BulkAnswer, type Net, NetFailure } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

export const A = typeNumber('A');
export const AAAA = typeNumber('AAAA');
const CNAME = typeNumber('CNAME');

/** More than real hosts have; every address has to be checked and shown. */
const MAX_ADDRESSES = 64;

/** A name that exists, with its addresses and aliases. */
export interface Hit {
  readonly prefix: string;
  /** As in the answer, in no particular order; empty if the name has no address of the requested family. */
  readonly addresses: readonly string[];
  /** The names that its aliases lead to, in order. */
  readonly aliases: readonly string[];
  /** The answer was truncated, and the full one could not be obtained. */
  readonly isPartial: boolean;
}

interface HitContext {
  readonly net: Net;
  readonly domain: string;
  readonly type: number;
  readonly signal: AbortSignal;
}

/** Reads a reply; if it is truncated, asks again for the full one. */
export async function readHit({ prefix, message }: BulkAnswer, context: HitContext): Promise<Hit> {
  const { domain, type } = context;
  const name = `${prefix}.${domain}`;
  const { answers, isTruncated } = message.isTruncated ? await wholeOf(message, name, context) : message;
  const { records } = followAliases(answers, name, type);
  const valuesOf = (wanted: number) =>
    records.flatMap((record) => (record.type === wanted ? (record.fields[0]?.toLowerCase() ?? []) : []));
  return {
    prefix,
    addresses: valuesOf(type).slice(0, MAX_ADDRESSES),
    aliases: valuesOf(CNAME),
    isPartial: isTruncated,
  };
}

/** Returns the truncated reply if the full one fails: one name must not end the search for all others. */
async function wholeOf(part: DnsMessage, name: string, { net, type, signal }: HitContext): Promise<DnsMessage> {
  try {
    return (await net.ask({ name, type }, signal)).message;
  } catch (error) {
    if (signal.aborted || !(error instanceof NetFailure)) throw error;
    return part;
  }
}

/** The result of a bulk query for a few names; `failed` counts names without a reply. */
export interface BulkHits {
  readonly hits: Hit[];
  readonly failed: number;
}

/** Collects all replies of a bulk query for a few names. */
export async function askAll(
  { net, domain, signal }: { net: Net; domain: string; signal: AbortSignal },
  type: number,
  prefixes: Iterable<string>,
): Promise<BulkHits> {
  const hits: Hit[] = [];
  let failed = 0;
  for await (const { answers, failures } of net.askMany({ zone: domain, type, prefixes, isUrgent: true }, signal)) {
    failed += failures.length;
    for (const answer of answers) hits.push(await readHit(answer, { net, domain, type, signal }));
  }
  return { hits, failed };
}
