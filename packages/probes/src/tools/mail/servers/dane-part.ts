import type { DaneName, MailExchange } from '@sonde/contract';
import type { LocalData } from '../../../data/data.ts';
import { createSetJudge, type JudgedSet, type SetJudge, weakestOf } from '../../../engines/walk/judge-set.ts';
import type { Net } from '../../../net/net.ts';
import type { MailDns } from '../dns.ts';
import type { Presented } from './servers-part.ts';
import { type Chain, fits, readTlsa } from './tlsa.ts';

/** Maximum number of mail servers whose TLSA records are queried: as many as are contacted on port 25. */
const MAX_NAMES = 5;
/** Per server; a rollover needs two to four. */
const MAX_RECORDS = 20;
const MAX_TEXT = 4096;
/** The part has 22 s, which includes the time for the servers. */
const walkLimits = { questions: 400, octets: 2 * 1024 * 1024, questionsPerSecond: 20, milliseconds: 12_000 };

interface DaneContext {
  readonly dns: MailDns;
  readonly net: Net;
  readonly roots: Awaited<ReturnType<LocalData['roots']>>;
  readonly signal: AbortSignal;
}

/** Where TLSA records are, and what the chain to them proves; without records if none could be obtained. */
interface Found {
  readonly name: string;
  readonly base: string;
  readonly chain: JudgedSet;
  /** The fields of each TLSA record. */
  readonly records: readonly (readonly string[])[];
}

/**
 * The TLSA records of the mail servers (RFC 7672), compared with what the servers presented. Their authenticity is proven
 * here, by signatures from the root down over the MX records, the addresses and the TLSA records. Names without records are
 * left out.
 */
export async function danePart(
  context: DaneContext,
  domain: string,
  exchangers: readonly MailExchange[],
  presented: Promise<ReadonlyMap<string, readonly Presented[]>>,
): Promise<DaneName[]> {
  const names = exchangers
    .filter(({ problem }) => problem === null || problem === 'alias' || problem === 'unreachable')
    .slice(0, MAX_NAMES)
    .map(({ exchange }) => exchange);
  const judge = lazily(() => judgeOf(context));
  const outcomes = await Promise.all(names.map((name) => findTlsa(context, judge, domain, name)));
  const found = outcomes.filter((one) => one !== null);
  const served = found.length === 0 ? new Map<string, readonly Presented[]>() : await presented;
  return found.map((one) => compared(one, domain, served.get(one.name) ?? []));
}

function judgeOf({ net, roots, signal }: DaneContext): SetJudge {
  const start = { servers: roots.hints.servers, ds: roots.anchors.ds };
  return createSetJudge({ net, signal, start, nowSeconds: Date.now() / 1000, limits: walkLimits });
}

/** Most domains have no TLSA records, so the walk starts only if the resolver returns some or fails. */
async function findTlsa(
  { dns }: DaneContext,
  judge: () => SetJudge,
  domain: string,
  name: string,
): Promise<Found | null> {
  const { aliases } = await dns.addresses(name);
  const end = aliases.at(-1);
  // RFC 7672 section 3.2.2: the target of an alias takes precedence.
  for (const base of end === undefined ? [name] : [end, name]) {
    const owner = `_25._tcp.${base}`;
    const looked = await dns.ask(owner, 'TLSA');
    if (looked.state === 'nodata' || looked.state === 'nxdomain') continue;
    const [mx, four, six, tlsa] = await Promise.all([
      judge().judge(domain, 'MX'),
      judge().judge(name, 'A'),
      judge().judge(name, 'AAAA'),
      judge().judge(owner, 'TLSA'),
    ]);
    const records = (tlsa.records.length > 0 ? tlsa.records : looked.records).map(({ fields }) => fields);
    // The resolver returned none, and the chain proves that there are none.
    if (records.length === 0 && (tlsa.status === 'secure' || tlsa.status === 'insecure')) continue;
    return { name, base, chain: chainOf(tlsa, [mx, four, six]), records };
  }
  return null;
}

function chainOf(tlsa: JudgedSet, others: readonly JudgedSet[]): JudgedSet {
  return weakestOf([tlsa, ...others]) ?? tlsa;
}

function compared({ name, base, chain, records }: Found, domain: string, presented: readonly Presented[]): DaneName {
  const now = new Date();
  const usable = records.slice(0, MAX_RECORDS).map(readTlsa);
  const chains: Chain[] = presented.flatMap(({ certificates }) => (certificates === null ? [] : [certificates]));
  /** By record, then by chain. */
  const fitting = usable.map((tlsa) =>
    chains.map((one) => tlsa !== null && fits(tlsa, one, [name, base, domain], now)),
  );
  const stateOf = (index: number) => {
    if (usable[index] === null) return 'unusable';
    if (chains.length === 0 || usable[index] === undefined) return 'unknown';
    return fitting[index]?.includes(true) ? 'fits' : 'differs';
  };
  const isCut = records.length > MAX_RECORDS;
  const isWrong =
    presented.some(({ offersStartTls, isTlsBroken }) => offersStartTls === false || isTlsBroken) ||
    (!isCut && chains.some((_, at) => !fitting.some((of) => of[at])));
  const areAllSeen = presented.length > 0 && chains.length === presented.length;
  const areAllFit = areAllSeen && chains.every((_, at) => fitting.some((of) => of[at]));
  const isComparable = chain.status === 'secure' && usable.some((one) => one !== null);
  return {
    name,
    base,
    chain: { state: chain.status, why: chain.why },
    records: records.slice(0, MAX_RECORDS).map((fields, index) => ({ text: textOf(fields), state: stateOf(index) })),
    matches: !isComparable ? null : isWrong ? false : areAllFit ? true : null,
  };
}

/** Shortened: a record may contain an entire certificate. */
function textOf(fields: readonly string[]): string {
  return fields.join(' ').slice(0, MAX_TEXT);
}

/** One walk for all servers, started when first needed. */
function lazily<Value>(make: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
