import type { ConnectTarget, OperatorEndpoint } from '../../net/net.ts';
import type { Facts } from '../../protocols/registration/facts.ts';
import type { SourcedFacts } from '../../protocols/registration/merge.ts';
import { isSameRange, parseRange } from '../../protocols/registration/number-range.ts';
import { readFields, valuesOf } from '../../protocols/whois-text/fields.ts';
import { plainQuestion, type Subject } from '../../protocols/whois-text/questions.ts';
import { readFacts } from '../../protocols/whois-text/read-facts.ts';
import { type Referral, readReferral } from '../../protocols/whois-text/referral.ts';
import { hasFacts, judgeAnswer, type Verdict } from '../../protocols/whois-text/verdict.ts';
import { askWhois } from './ask-whois.ts';
import { type Failure, failureOf, LIMITED, type Outcome, UNREADABLE, type Words } from './finding.ts';
import type { Walk } from './walk.ts';

const WHOIS_PORT = 43;

/** As people write it: without the port that WHOIS has anyway. */
export function nameOf({ host, port }: Referral): string {
  const shown = host.includes(':') ? `[${host}]` : host.toLowerCase();
  return port === WHOIS_PORT ? shown : `${shown}:${port}`;
}

export function placeOf({ host, port }: Referral): string {
  return `${host.toLowerCase()} ${port}`;
}

/** Asks one server, adds what it says to the finding, and gives the server it refers to. */
export async function takeHop(walk: Walk, server: ConnectTarget | OperatorEndpoint): Promise<Referral | null> {
  const { subject, finding, manners, signal, share } = walk;
  const isRoot = 'isOperators' in server;
  let startedAtMs = performance.now();
  const tell = (outcome: Outcome, failure: Failure | null = null) => {
    const durationMs = Math.round(performance.now() - startedAtMs);
    finding.asked.push({ protocol: 'whois', server: nameOf(server), outcome, durationMs, failure });
  };
  try {
    const ask = () => {
      startedAtMs = performance.now();
      return askWhois(walk.net, server, subject, signal);
    };
    const { text, cutBy } = await manners.ask(placeOf(server), signal, ask, share);
    const facts = readFacts(text, subject, server.host);
    const verdict = judgeAnswer(text, facts);
    // Of a record, the beginning is worth something; of any other answer nobody knows what the end would say.
    if (cutBy !== null && cutBy.reason !== 'too_large' && !hasFacts(facts)) throw cutBy;
    const referral = verdict === 'record' ? readReferral(text) : null;
    if (isRoot && verdict === 'record' && isPointer(text, subject)) {
      tell('answered');
      if (referral === null) finding.noService = noServiceFor(subject);
      else walk.rootReferrals.keep(server, subject, referral);
      return referral;
    }
    tell(...outcomeOf(verdict, isRoot, subject));
    takeVerdict(walk, verdict, isRoot, wordsOf(server, text, cutBy !== null, facts), facts);
    return referral;
  } catch (error) {
    const failure = failureOf(error);
    tell('failed', failure);
    // What stopped us was the end of this lookup, or a line of others: neither says anything of the root.
    if (isRoot && !signal.aborted && failure.code !== 'busy') walk.rootReferrals.keepFailure(server, failure);
    return null;
  }
}

/** Adds to the finding what an answer means for it. */
function takeVerdict(walk: Walk, verdict: Verdict, isRoot: boolean, words: Words, facts: Facts): void {
  const { finding, subject, found } = walk;
  switch (verdict) {
    case 'record':
      addRecord(walk, words, facts);
      found();
      break;
    case 'not-found':
      // That the first server knows nothing of a name says nothing of its registration: only a registry's word does.
      if (isRoot) finding.noService = `${words.server}, which is asked first, ${unknown(subject)}`;
      // A registrar that knows nothing takes nothing away from what the registry said.
      else if (finding.words.length === 0) finding.isNotFound = true;
      if (!isRoot) found();
      break;
    case 'no-service':
      finding.noService = noServiceFor(subject);
      break;
    case 'limited':
    case 'failed':
      break;
  }
}

function unknown(subject: Subject): string {
  return `knows no registry of ${plainQuestion(subject)}.`;
}

function wordsOf(server: Referral, text: string, isCut: boolean, facts: Facts): Words {
  return { server: nameOf(server), text, isCut, isTelling: hasFacts(facts) };
}

function addRecord({ finding, subject }: Walk, words: Words, facts: Facts): void {
  finding.words.push(words);
  const sourced = { server: words.server, facts };
  // The registry has the word about a domain; about a network whoever is nearest to its holder.
  if (subject.kind === 'domain') finding.facts.push(sourced);
  else finding.facts.splice(0, Number.POSITIVE_INFINITY, sourced, ...finding.facts.filter(isOfOther(facts)));
}

/** A registry that refers to another keeps no more than a placeholder for the same network. */
function isOfOther(facts: Facts): (older: SourcedFacts) => boolean {
  const range = parseRange(facts.range ?? '');
  return (older) => {
    const olderRange = parseRange(older.facts.range ?? '');
    return range === null || olderRange === null || !isSameRange(range, olderRange);
  };
}

function outcomeOf(verdict: Verdict, isRoot: boolean, subject: Subject): [Outcome, Failure | null] {
  switch (verdict) {
    case 'record':
      return ['answered', null];
    case 'not-found':
      return ['not-found', isRoot ? { code: 'source-failed', means: `It ${unknown(subject)}` } : null];
    case 'limited':
      return ['limited', LIMITED];
    case 'no-service':
      return ['failed', null];
    case 'failed':
      return ['failed', UNREADABLE];
  }
}

/**
 * The root describes who is responsible, and not what was asked for: it refers to them, or it describes the top-level
 * domain. A start that was configured to be a registry gives the record itself.
 */
function isPointer(text: string, subject: Subject): boolean {
  const fields = readFields(text);
  const told = valuesOf(fields, ['domain'])[0]?.toLowerCase();
  const isAboutSuffix = subject.kind === 'domain' && told !== undefined && subject.name.endsWith(`.${told}`);
  return isAboutSuffix || valuesOf(fields, ['refer']).length > 0;
}

function noServiceFor(subject: Subject): string {
  if (subject.kind !== 'domain') return 'No registry that could be asked is known for it.';
  const suffix = subject.name.slice(subject.name.lastIndexOf('.'));
  return `The registry of ${suffix} offers no WHOIS or RDAP service that could be asked.`;
}
