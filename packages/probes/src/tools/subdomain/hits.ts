import type { BulkAnswer, Net } from '../../net/net.ts';
import { followAliases } from '../../protocols/dns-message/chain.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';

export const A = typeNumber('A');
export const AAAA = typeNumber('AAAA');
const CNAME = typeNumber('CNAME');

/** A name that exists, and what it leads to. */
export interface Hit {
  readonly prefix: string;
  /** As in the answer, in no particular order; none when the name has no address of the asked family. */
  readonly addresses: readonly string[];
  /** The names that its aliases lead to, in their order. */
  readonly aliases: readonly string[];
}

/** Reads an answer; of a truncated one the whole is asked for. */
export async function readHit(
  { prefix, message }: BulkAnswer,
  { net, domain, type, signal }: { net: Net; domain: string; type: number; signal: AbortSignal },
): Promise<Hit> {
  const name = `${prefix}.${domain}`;
  const whole = message.isTruncated ? (await net.ask({ name, type }, signal)).message : message;
  const { records } = followAliases(whole.answers, name, type);
  const valuesOf = (wanted: number) =>
    records.flatMap((record) => (record.type === wanted ? (record.fields[0]?.toLowerCase() ?? []) : []));
  return { prefix, addresses: valuesOf(type), aliases: valuesOf(CNAME) };
}

/** All answers of a bulk question, for a few names. */
export async function askAll(
  { net, domain, signal }: { net: Net; domain: string; signal: AbortSignal },
  type: number,
  prefixes: Iterable<string>,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const { answers } of net.askMany({ zone: domain, type, prefixes }, signal)) {
    for (const answer of answers) hits.push(await readHit(answer, { net, domain, type, signal }));
  }
  return hits;
}
