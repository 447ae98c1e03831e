import { zoneFirst, zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { rcodes } from '../../protocols/dns-message/header.ts';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { denialOf, denialsAbout } from '../../protocols/dnssec/denial.ts';
import type { Denial, DeniedQuestion } from '../../protocols/dnssec/denied-question.ts';
import type { Sha1 } from '../../protocols/dnssec/nsec3.ts';
import { type Dnskey, type Ds, dsOf, types } from '../../protocols/dnssec/records.ts';
import { checkSignatures, isProven, recordSet, signaturesOver } from '../../protocols/dnssec/signatures.ts';
import { referralIn } from './cuts.ts';
import type { Checks } from './judge-zone.ts';
import { NS } from './name-servers.ts';
import { replyTo, type ServerView, wholeReplyTo } from './server-view.ts';
import type { JudgedZone, Trust } from './trust.ts';
import { type Variant, variantsOf } from './variants.ts';

export interface ChildChecks extends Checks {
  readonly sha1: Sha1;
}

const NOERROR = 0;
/** Denial records per reply whose signatures are checked. */
const MAX_DENIALS = 8;

/** What the servers of a zone prove about the DS of a child (RFC 4035 section 5.2). */
export function judgeChild(
  zone: string,
  judged: JudgedZone,
  child: string,
  views: readonly ServerView[],
  checks: ChildChecks,
): Trust {
  if (judged.status === 'bogus') return { kind: 'bogus', why: judged.why };
  if (judged.status === 'not-determinable') return { kind: 'unknown', why: judged.why };
  if (judged.status === 'insecure') {
    const why = `No chain of trust leads to ${zoneText(zone)}, the zone above. ${judged.why}`;
    return { kind: 'unsigned', why, denial: null, ds: unprovenDs(views, zone, child) };
  }
  const variants = variantsOf(views, child, types.ds, (view) => saidOfDs(view, zone, child)?.ds ?? []);
  const signed = variants.find(({ set, signatures }) =>
    isProven(checkSignatures(set, signatures, judged.trustedKeys, zone, checks)),
  );
  if (signed !== undefined) return { kind: 'ds', ds: dsIn(signed), ttlSeconds: signed.ttlSeconds };
  const question: DeniedQuestion = { name: child, type: 'DS', what: 'delegation' };
  const said = views
    .flatMap((view) => saidOfDs(view, zone, child) ?? [])
    .filter(({ ds }) => recordSet(ds, child, types.ds) === null);
  const proven = (asked: DeniedQuestion) =>
    said
      .map(({ authorities }) => provenDenial(authorities, zone, asked, judged.trustedKeys, checks))
      .find(({ result }) => result !== 'not-proven');
  const holding = proven(question);
  if (holding !== undefined)
    return { kind: 'unsigned', why: whyUnsigned(zone, child, holding), denial: holding, ds: [] };
  const absent = proven({ ...question, what: 'name' }) ?? proven({ ...question, what: 'data' });
  if (absent !== undefined) {
    const why = `${zoneFirst(zone)} proves that it does not delegate ${child}.`;
    return { kind: 'undelegated', why, denial: absent, isExpected: false };
  }
  if (variants.length > 0)
    return { kind: 'bogus', why: `No signature over the DS of ${child} in ${zoneText(zone)} is valid.` };
  if (said.length > 0)
    return { kind: 'bogus', why: `${zoneFirst(zone)} is signed, but does not prove that ${child} has no DS.` };
  return { kind: 'unknown', why: `No server of ${zoneText(zone)} answered whether ${child} has a DS.` };
}

/** The DS records that the servers of an unsigned zone publish; they prove nothing. */
function unprovenDs(views: readonly ServerView[], zone: string, child: string): Ds[] {
  const [first] = variantsOf(views, child, types.ds, (view) => saidOfDs(view, zone, child)?.ds ?? []);
  return first === undefined ? [] : dsIn(first);
}

function dsIn({ set }: Variant): Ds[] {
  return set.rdatas.flatMap((rdata) => dsOf({ type: types.ds, rdata }) ?? []);
}

interface SaidOfDs {
  /** The section that holds the DS and its signatures. */
  readonly ds: readonly ResourceRecord[];
  /** The section that holds the denial. */
  readonly authorities: readonly ResourceRecord[];
}

/**
 * A server's reply about the DS of a child: its answer to that question, or else a referral, which has the DS or its denial
 * (RFC 4035 section 3.1.4). Null if it gave neither.
 */
function saidOfDs(view: ServerView, zone: string, child: string): SaidOfDs | null {
  const answer = wholeReplyTo(view, { name: child, type: types.ds })?.message;
  if (answer !== undefined) {
    // A name that does not exist has no DS either.
    const isSaid = answer.isAuthoritative && (answer.rcode === NOERROR || answer.rcode === rcodes.nxDomain);
    return isSaid ? { ds: answer.answers, authorities: answer.authorities } : null;
  }
  const referral = replyTo(view, { name: child, type: NS });
  if (referral === null || referral.isPartial || referralIn(referral.message, zone, child) === null) return null;
  const { isAuthoritative, authorities } = referral.message;
  return isAuthoritative ? null : { ds: authorities, authorities };
}

function whyUnsigned(zone: string, child: string, { result }: Denial): string {
  if (result === 'too-many-iterations') {
    return `${zoneFirst(zone)} uses so many NSEC3 iterations that resolvers treat it as unsigned, and so ${child} as well.`;
  }
  if (result === 'opt-out') return `${zoneFirst(zone)} proves only that ${child} is not a signed delegation (opt-out).`;
  return `${zoneFirst(zone)} proves that ${child} has no DS.`;
}

/** What the denial in a reply proves, by the records whose signatures verify. */
function provenDenial(
  authorities: readonly ResourceRecord[],
  zone: string,
  question: DeniedQuestion,
  keys: readonly Dnskey[],
  checks: ChildChecks,
): Denial {
  const records = provenDenialRecords(authorities, zone, question.name, keys, checks);
  return denialOf(records, zone, question, checks.sha1);
}

/** The NSEC and NSEC3 records whose signatures verify. If there are very many, only those about the name are checked. */
export function provenDenialRecords(
  authorities: readonly ResourceRecord[],
  zone: string,
  name: string,
  keys: readonly Dnskey[],
  checks: ChildChecks,
): ResourceRecord[] {
  const all = authorities.filter(({ type }) => type === types.nsec || type === types.nsec3);
  const denying = all.length > MAX_DENIALS ? denialsAbout(all, zone, name, checks.sha1) : all;
  const sets = new Map(denying.map((record) => [`${nameKey(record.name)} ${record.type}`, record]));
  const proven = [...sets.values()].slice(0, MAX_DENIALS).filter(({ name, type }) => {
    const set = recordSet(authorities, name, type);
    return set !== null && isProven(checkSignatures(set, signaturesOver(authorities, name, type), keys, zone, checks));
  });
  return denying.filter((record) =>
    proven.some(({ name, type }) => type === record.type && nameKey(name) === nameKey(record.name)),
  );
}
