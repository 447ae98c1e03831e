import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeMnemonic, typeNumber } from '../../protocols/dns-message/record-types.ts';
import { denialOf } from '../../protocols/dnssec/denial.ts';
import { isWithin, labelCount, lastLabels } from '../../protocols/dnssec/names.ts';
import { nsecCovers } from '../../protocols/dnssec/nsec.ts';
import { nsec3Covers } from '../../protocols/dnssec/nsec3.ts';
import { checkSignatures } from '../../protocols/dnssec/signatures.ts';
import { INTERCEPTED, isIntercepted, NO_ROOT } from './intercepted.ts';
import { provenDenialRecords } from './judge-child.ts';
import { askAll, hasAnswered, replyTo, type ServerView } from './server-view.ts';
import type { Status } from './trust.ts';
import { variantsOf } from './variants.ts';
import { createWalkTools, type Walk, type WalkContext, type WalkedZone, type WalkTools, walkTo } from './walk.ts';

/** What the chain from the root proves about one record set. */
export interface JudgedSet {
  readonly status: Status;
  /** One sentence. */
  readonly why: string;
  /** The records, also those behind aliases; empty if there are none or no server answered. Unproven unless `secure`. */
  readonly records: readonly ResourceRecord[];
}

export interface SetJudge {
  /**
   * Validates a record set, or its denial, and the targets of its aliases, by a walk from the root.
   * @throws the signal's reason
   */
  judge(name: string, mnemonic: string): Promise<JudgedSet>;
}

const CNAME = typeNumber('CNAME');
/** How many servers are asked for a set; all of them, if these do not prove it. */
const TELLERS = 2;
const MAX_ALIASES = 8;

const order: readonly Status[] = ['secure', 'not-determinable', 'insecure', 'bogus'];

/**
 * The judgement that decides for all. A broken chain outranks one that ends early, since validating resolvers withhold its
 * data; one that ends early outranks an unknown one, which then makes no difference.
 */
export function weakestOf<Judged extends { readonly status: Status }>(all: readonly Judged[]): Judged | null {
  return all.toSorted((a, b) => order.indexOf(b.status) - order.indexOf(a.status))[0] ?? null;
}

/** The sets of one judge share the limits of one walk, and equal questions are asked only once. */
export function createSetJudge(context: Omit<WalkContext, 'onZone' | 'preFlight'>): SetJudge {
  const walkContext: WalkContext = { ...context, preFlight: { servers: [], ds: [] }, onZone: () => {} };
  const tools = createWalkTools(walkContext);
  const walks = new Map<string, Promise<Walk>>();
  const walkFor = (name: string): Promise<Walk> => {
    // Everything above a name of an earlier walk is known from that walk.
    const below = [...walks.keys()].find((walked) => isWithin(walked, name));
    const walk = walks.get(below ?? name) ?? walkTo(name, walkContext, tools);
    if (below === undefined) walks.set(name, walk);
    return walk;
  };
  const judge = async (name: string, type: number, aliases: number): Promise<JudgedSet> => {
    const walk = await walkFor(nameKey(name));
    const zone = walk.zones.findLast((one) => isWithin(name, one.name));
    if (zone === undefined || !walk.zones.some(({ views }) => views.some(hasAnswered))) {
      return unknown(NO_ROOT);
    }
    if (isIntercepted(walk)) {
      return unknown(INTERCEPTED);
    }
    const found = await judgeAt(zone, name, type, tools);
    context.signal.throwIfAborted();
    if (found.alias === null) return found;
    if (aliases >= MAX_ALIASES) return unknown(`${name} has more than ${MAX_ALIASES} aliases in a row.`);
    const target = await judge(found.alias, type, aliases + 1);
    return { ...(weakestOf([target, found]) ?? target), records: target.records };
  };
  return { judge: (name, mnemonic) => judge(name, typeNumber(mnemonic), 0) };
}

const unknown = (why: string): JudgedSet => ({ status: 'not-determinable', why, records: [] });

interface SetFound extends JudgedSet {
  /** The target of an alias; null without one. */
  readonly alias: string | null;
}

async function judgeAt(zone: WalkedZone, name: string, type: number, tools: WalkTools): Promise<SetFound> {
  const question = { name, type };
  const answering = zone.views.filter(hasAnswered);
  await askAll(tools.asker, answering.slice(0, TELLERS), [question]);
  const first = read(zone, name, type, tools);
  if (isSettled(first) || answering.length <= TELLERS) return first;
  await askAll(tools.asker, answering.slice(TELLERS), [question]);
  return read(zone, name, type, tools);
}

const isSettled = ({ status }: SetFound) => status === 'secure' || status === 'insecure';

function read(zone: WalkedZone, name: string, type: number, tools: WalkTools): SetFound {
  const said = zone.views.filter((view) => isSaid(view, name, type));
  const what = `${typeMnemonic(type)} records of ${name}`;
  if (said.length === 0) {
    const status = zone.judged.status === 'bogus' ? 'bogus' : 'not-determinable';
    const why = status === 'bogus' ? zone.judged.why : `No server of ${zoneText(zone.name)} returned the ${what}.`;
    return { status, why, records: [], alias: null };
  }
  const sets = [type, CNAME].map((wanted) => setIn(said, zone, { name, type, wanted }, tools));
  const set =
    sets.find((one) => one !== null && (one.isProven || zone.judged.status !== 'secure')) ?? sets.find(Boolean);
  const records = set?.type === type ? set.records : [];
  const alias = set?.type === CNAME && type !== CNAME ? (set.records[0]?.fields[0] ?? null) : null;
  const { status, why } = zone.judged;
  if (status !== 'secure') return { status, why, records, alias };
  if (set?.isProven) return { status, why, records, alias };
  if (set !== undefined && set !== null) {
    return { status: 'bogus', why: `No signature over the ${what} is valid.`, records, alias: null };
  }
  return { ...denied(said, zone, { name, type }, tools), records: [], alias: null };
}

/** An authoritative answer that there is data, or none. */
function isSaid(view: ServerView, name: string, type: number): boolean {
  const reply = replyTo(view, { name, type });
  if (reply === null || reply.isPartial) return false;
  return reply.message.isAuthoritative && (reply.message.rcode === 0 || reply.message.rcode === rcodes.nxDomain);
}

interface Wanted {
  readonly name: string;
  /** The type asked for. */
  readonly type: number;
  /** The type expected in the answers. */
  readonly wanted: number;
}

/** The set that the servers returned, preferably a proven one; null if there is none. */
function setIn(views: readonly ServerView[], zone: WalkedZone, { name, type, wanted }: Wanted, { checks }: WalkTools) {
  const question = { name, type };
  const answersOf = (view: ServerView) => replyTo(view, question)?.message.answers ?? [];
  const variants = variantsOf(views, name, wanted, answersOf);
  const [first] = variants;
  if (first === undefined) return null;
  const proven = variants.find(({ set, signatures, addresses }) => {
    const checked = checkSignatures(set, signatures, zone.judged.trustedKeys, zone.name, checks);
    return checked.some(
      ({ state, isFromWildcard, signature }) =>
        state === 'valid' &&
        (!isFromWildcard || isDenied(views, addresses, zone, { question, labels: signature.labels }, checks)),
    );
  });
  const chosen = proven ?? first;
  const teller = views.find(({ address }) => address === chosen.addresses[0]);
  const records = (teller === undefined ? [] : answersOf(teller)).filter(
    (record) => record.type === wanted && nameKey(record.name) === nameKey(name),
  );
  return { type: wanted, records, isProven: proven !== undefined };
}

/** Whether the name itself is denied, without which a wildcard must not answer for it (RFC 4035 section 5.3.4). */
function isDenied(
  views: readonly ServerView[],
  addresses: readonly string[],
  zone: WalkedZone,
  {
    question,
    labels,
  }: { readonly question: { readonly name: string; readonly type: number }; readonly labels: number },
  checks: WalkTools['checks'],
): boolean {
  const { name } = question;
  return views
    .filter(({ address }) => addresses.includes(address))
    .some((view) => {
      const authorities = replyTo(view, question)?.message.authorities ?? [];
      const records = provenDenialRecords(authorities, zone.name, name, zone.judged.trustedKeys, checks);
      const nextCloser = lastLabels(name, Math.min(labels + 1, labelCount(name)));
      return nsecCovers(records, zone.name, name) || nsec3Covers(records, zone.name, nextCloser, checks.sha1);
    });
}

function denied(
  views: readonly ServerView[],
  zone: WalkedZone,
  question: { readonly name: string; readonly type: number },
  { checks }: WalkTools,
): Pick<JudgedSet, 'status' | 'why'> {
  const { name } = question;
  const mnemonic = typeMnemonic(question.type);
  const results = views.flatMap((view) => {
    const message = replyTo(view, question)?.message;
    if (message === undefined) return [];
    const records = provenDenialRecords(message.authorities, zone.name, name, zone.judged.trustedKeys, checks);
    const what = message.rcode === rcodes.nxDomain ? 'name' : 'data';
    return denialOf(records, zone.name, { name, type: mnemonic, what }, checks.sha1).result;
  });
  if (results.includes('proven'))
    return { status: 'secure', why: `${zoneText(zone.name)} proves that ${name} has no ${mnemonic} records.` };
  if (results.some((result) => result !== 'not-proven')) {
    return {
      status: 'insecure',
      why: `${zoneText(zone.name)} does not prove whether ${name} has ${mnemonic} records.`,
    };
  }
  return {
    status: 'bogus',
    why: `${zoneText(zone.name)} is signed, but does not prove that ${name} has no ${mnemonic} records.`,
  };
}
