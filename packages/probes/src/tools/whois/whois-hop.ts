import type { ConnectTarget, OperatorEndpoint } from '../../net/net.ts';
import type { RegistrationFacts } from '../../protocols/registration/facts.ts';
import type { SourcedFacts } from '../../protocols/registration/merge.ts';
import { isSameRange, parseRange } from '../../protocols/registration/number-range.ts';
import { readFields, valuesOf } from '../../protocols/whois-text/fields.ts';
import { plainQuestion, type Subject } from '../../protocols/whois-text/questions.ts';
import { readFacts } from '../../protocols/whois-text/read-facts.ts';
import { type Referral, readReferral } from '../../protocols/whois-text/referral.ts';
import { classifyReply, hasFacts, type WhoisReplyClass } from '../../protocols/whois-text/reply-class.ts';
import { decodeFor } from '../../work/work.ts';
import { askWhois } from './ask-whois.ts';
import {
  type Failure,
  failureOf,
  LIMITED,
  type ReplyKind,
  SERVER_ERROR,
  type ServerText,
  UNREADABLE,
} from './replies.ts';
import type { RegistryWalk } from './walk.ts';

const WHOIS_PORT = 43;

/** The server as shown to visitors, without the default port. */
export function nameOf({ host, port }: Referral): string {
  const shown = host.includes(':') ? `[${host}]` : host.toLowerCase();
  return port === WHOIS_PORT ? shown : `${shown}:${port}`;
}

export function endpointKey({ host, port }: Referral): string {
  return `${host.toLowerCase()} ${port}`;
}

/** Queries one server, adds its reply to the collected ones, and returns the server that it refers to. */
export async function takeHop(walk: RegistryWalk, server: ConnectTarget | OperatorEndpoint): Promise<Referral | null> {
  const { subject, replies, throttle, signal } = walk;
  const isRoot = 'isOperators' in server;
  let startedAtMs = performance.now();
  const record = (outcome: ReplyKind, failure: Failure | null = null) => {
    const durationMs = Math.round(performance.now() - startedAtMs);
    replies.asked.push({ protocol: 'whois', server: nameOf(server), outcome, durationMs, failure });
  };
  try {
    const ask = () => {
      startedAtMs = performance.now();
      return askWhois(walk.net, server, subject, signal);
    };
    const { text, cutBy } = await throttle.ask(endpointKey(server), signal, ask, walk);
    const { facts, replyClass } = decodeFor(signal, () => {
      const read = readFacts(text, subject, server.host);
      return { facts: read, replyClass: classifyReply(text, read) };
    });
    // The beginning of a record is useful; in any other reply, the missing end might reverse the meaning.
    if (cutBy !== null && cutBy.reason !== 'too-large' && !hasFacts(facts)) throw cutBy;
    const referral = replyClass === 'record' || replyClass === 'unrecognised' ? readReferral(text) : null;
    if (isRoot && referralClasses.includes(replyClass) && isPointer(text, subject)) {
      record('answered');
      if (referral === null) replies.noService = noServiceFor(subject);
      else walk.rootReferrals.remember(server, subject, referral);
      return referral;
    }
    record(...kindOf(text === '' ? 'empty' : replyClass, isRoot, subject));
    addReply(walk, replyClass, isRoot, { server: nameOf(server), text, isCut: cutBy !== null }, facts);
    return replyClass === 'record' ? referral : null;
  } catch (error) {
    const failure = failureOf(error);
    record('failed', failure);
    // The end of this lookup, or a full queue, reveals nothing about the root itself.
    if (isRoot && !signal.aborted && failure.code !== 'busy' && failure.code !== 'work-limit')
      walk.rootReferrals.rememberFailure(server, failure);
    return null;
  }
}

/** The root describes a network or an AS without the fields of a registration. */
const referralClasses: readonly WhoisReplyClass[] = ['record', 'unrecognised'];

/** Adds a reply to the collected ones, according to its class. */
function addReply(
  walk: RegistryWalk,
  replyClass: WhoisReplyClass,
  isRoot: boolean,
  text: Omit<ServerText, 'kind'>,
  facts: RegistrationFacts,
): void {
  const { replies, subject, onAnswer } = walk;
  switch (replyClass) {
    case 'record':
    case 'reserved':
      addRecord(walk, { ...text, kind: replyClass }, facts);
      onAnswer();
      break;
    case 'unrecognised':
      // Its text is shown, but it answers nothing, so the other servers are waited for.
      replies.texts.push({ ...text, kind: replyClass });
      break;
    case 'not-found':
      // The root is not a registry: its lack of a record does not mean that the name is not registered.
      if (isRoot) replies.noService = `${text.server}, which is asked first, ${unknown(subject)}`;
      // A registrar without a record does not contradict the record of the registry.
      else if (replies.facts.length === 0) replies.isNotFound = true;
      if (!isRoot) onAnswer();
      break;
    case 'no-service':
      replies.noService = noServiceFor(subject);
      break;
    case 'limited':
    case 'failed':
      break;
  }
}

function unknown(subject: Subject): string {
  return `knows no registry of ${plainQuestion(subject)}.`;
}

function addRecord({ replies, subject }: RegistryWalk, text: ServerText, facts: RegistrationFacts): void {
  replies.texts.push(text);
  const sourced = { server: text.server, facts };
  // For a domain, the registry takes precedence; for a network, the server closest to its holder.
  if (subject.kind === 'domain') replies.facts.push(sourced);
  else replies.facts.splice(0, Number.POSITIVE_INFINITY, sourced, ...replies.facts.filter(isOfOther(facts)));
}

/** A registry that refers to another has only a placeholder for the same network. */
function isOfOther(facts: RegistrationFacts): (older: SourcedFacts) => boolean {
  const range = parseRange(facts.range ?? '');
  return (older) => {
    const olderRange = parseRange(older.facts.range ?? '');
    return range === null || olderRange === null || !isSameRange(range, olderRange);
  };
}

function kindOf(replyClass: WhoisReplyClass | 'empty', isRoot: boolean, subject: Subject): [ReplyKind, Failure | null] {
  switch (replyClass) {
    case 'record':
      return ['answered', null];
    case 'reserved':
    case 'unrecognised':
      return [replyClass, null];
    case 'not-found':
      return ['not-found', isRoot ? { code: 'source-failed', meaning: `It ${unknown(subject)}` } : null];
    case 'limited':
      return ['limited', LIMITED];
    case 'no-service':
      return ['failed', null];
    case 'empty':
      return ['failed', UNREADABLE];
    case 'failed':
      return ['failed', SERVER_ERROR];
  }
}

/**
 * Whether the root described who is responsible, by a referral or the record of the top-level domain, instead of the target.
 * A start server that is itself a registry returns the target's record.
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
