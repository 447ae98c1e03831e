import type { ConnectTarget, OperatorEndpoint } from '../../net/net.ts';
import type { Facts } from '../../protocols/registration/facts.ts';
import { readFields, valuesOf } from '../../protocols/whois-text/fields.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import { readFacts } from '../../protocols/whois-text/read-facts.ts';
import { type Referral, readReferral } from '../../protocols/whois-text/referral.ts';
import { hasFacts, judgeAnswer, type Verdict } from '../../protocols/whois-text/verdict.ts';
import { askWhois } from './ask-whois.ts';
import { type Failure, failureOf, LIMITED, type Outcome, UNREADABLE, type Words } from './finding.ts';
import type { Walk } from './walk.ts';

/** Registry, registrar, and one more: whoever refers further leads nowhere. */
const MAX_REFERRALS = 3;
const WHOIS_PORT = 43;

/** Asks by WHOIS from the root down, following referrals; each is a new stranger for the guard. */
export async function walkWhois(walk: Walk): Promise<void> {
  const visited = new Set<string>();
  let next = await takeRoot(walk, visited);
  for (let referrals = 1; next !== null && referrals <= MAX_REFERRALS; referrals += 1) {
    const server: ConnectTarget = { ...next, service: 'whois' };
    visited.add(placeOf(server));
    next = await takeHop(walk, server);
    if (next !== null && visited.has(placeOf(next))) next = null;
  }
}

/** Where the root refers to, from memory where it has been asked lately; equal questions to it are asked once. */
async function takeRoot(walk: Walk, visited: Set<string>): Promise<Referral | null> {
  const { rootReferrals, subject, signal } = walk;
  const root = walk.data.registries.whoisStart;
  const asked = rootReferrals.joinQuestion(root, subject);
  if (asked !== null) await endOf(asked, signal);
  const known = rootReferrals.find(root, subject);
  if (known !== null) return known;
  visited.add(placeOf(root));
  const failure = rootReferrals.failureOf(root);
  if (failure !== null) {
    walk.finding.asked.push({ protocol: 'whois', server: nameOf(root), outcome: 'failed', durationMs: 0, failure });
    return null;
  }
  const question = takeHop(walk, root);
  rootReferrals.tellQuestion(root, subject, question);
  const next = await question;
  return next !== null && visited.has(placeOf(next)) ? null : next;
}

/** Waits for another lookup's question, but not longer than this lookup runs. */
function endOf(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    work.then(end, end);
  });
}

/** As people write it: without the port that WHOIS has anyway. */
function nameOf({ host, port }: Referral): string {
  const shown = host.includes(':') ? `[${host}]` : host.toLowerCase();
  return port === WHOIS_PORT ? shown : `${shown}:${port}`;
}

function placeOf({ host, port }: Referral): string {
  return `${host.toLowerCase()} ${port}`;
}

/** Asks one server, adds what it says to the finding, and gives the server it refers to. */
async function takeHop(walk: Walk, server: ConnectTarget | OperatorEndpoint): Promise<Referral | null> {
  const { subject, finding, manners, signal, found, share } = walk;
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
    tell(...outcomeOf(verdict));
    if (verdict === 'record') addRecord(walk, wordsOf(server, text, cutBy !== null, facts), facts);
    // A registrar that knows nothing takes nothing away from what the registry said.
    else if (verdict === 'not-found' && finding.words.length === 0) finding.isNotFound = true;
    else if (verdict === 'no-service') finding.noService = noServiceFor(subject);
    if (verdict === 'record' || verdict === 'not-found') found();
    return referral;
  } catch (error) {
    const failure = failureOf(error);
    tell('failed', failure);
    // What stopped us was the end of this lookup, or a line of others: neither says anything of the root.
    if (isRoot && !signal.aborted && failure.code !== 'busy') walk.rootReferrals.keepFailure(server, failure);
    return null;
  }
}

function wordsOf(server: Referral, text: string, isCut: boolean, facts: Facts): Words {
  return { server: nameOf(server), text, isCut, isTelling: hasFacts(facts) };
}

function addRecord({ finding, subject }: Walk, words: Words, facts: Facts): void {
  finding.words.push(words);
  const sourced = { server: words.server, facts };
  // The registry has the word about a domain; about a network whoever is nearest to its holder.
  if (subject.kind === 'domain') finding.facts.push(sourced);
  else finding.facts.unshift(sourced);
}

function outcomeOf(verdict: Verdict): [Outcome, Failure | null] {
  switch (verdict) {
    case 'record':
      return ['answered', null];
    case 'not-found':
      return ['not-found', null];
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
