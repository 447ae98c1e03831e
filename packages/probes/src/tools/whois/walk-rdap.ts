import { sleep } from '../../async/sleep.ts';
import { parseUrl } from '../../protocols/parse-url.ts';
import type { JsonObject } from '../../protocols/rdap/json-values.ts';
import {
  RDAP_ACCEPT,
  type RdapAnswer,
  rdapUrl,
  readRdapAnswer,
  relatedUrls,
} from '../../protocols/rdap/rdap-answer.ts';
import { readRdapFacts } from '../../protocols/rdap/rdap-facts.ts';
import { renderRdap } from '../../protocols/rdap/render-rdap.ts';
import type { RegistrationFacts } from '../../protocols/registration/facts.ts';
import { isReservedState } from '../../protocols/registration/reserved-states.ts';
import { speaksOfLimits } from '../../protocols/whois-text/reply-class.ts';
import { decodeFor } from '../../work/work.ts';
import { type Failure, failureOf, LIMITED, type ReplyKind, UNREADABLE } from './replies.ts';
import type { RegistryWalk } from './walk.ts';

const limits = { timeoutMs: 6000, maxBytes: 1024 * 1024, maxRedirects: 4, accept: RDAP_ACCEPT };
/** The registrar's server is queried after that of the registry, hence the shorter timeout. */
const RELATED_MS = 3000;
/** A server that asks for a longer wait is not queried again in this lookup. */
const MAX_RETRY_AFTER_S = 2;
/** Milliseconds that a query after a wait must have for its reply. */
const MIN_ANSWER_MS = 500;

/** Queries RDAP: the server of the registry (RFC 9224), and for a domain that of the registrar, if it links to one. */
export async function walkRdap(walk: RegistryWalk): Promise<void> {
  const { data, subject, replies, signal } = walk;
  const server = await data.registries.findRdapServer(subject, signal).catch(() => null);
  if (server === null) {
    replies.noService = 'No RDAP server is known for it.';
    return;
  }
  const url = rdapUrl(server.url, subject);
  const object = await takeHop(walk, url, server.isListed);
  const links = object !== null && subject.kind === 'domain' ? relatedUrls(object) : [];
  const related = links.find((link) => mayFollow(url, link));
  if (related !== undefined) await takeHop(walk, related, false);
}

/** Whether a link may be followed: it must differ, though it may be on the same server, and never go from https to http. */
function mayFollow(from: string, to: string): boolean {
  const isSafe = /^https:/i.test(to) || (/^http:/i.test(to) && /^http:/i.test(from));
  return isSafe && parseUrl(to) !== null && withoutFragment(to) !== withoutFragment(from);
}

function withoutFragment(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}

/** Queries one server, adds its reply to the collected ones, and returns the object in it. */
async function takeHop(walk: RegistryWalk, url: string, isListed: boolean): Promise<JsonObject | null> {
  const { replies, onAnswer } = walk;
  const server = hostOf(url) ?? url;
  const startedAtMs = performance.now();
  const record = (outcome: ReplyKind, failure: Failure | null = null) => {
    const durationMs = Math.round(performance.now() - startedAtMs);
    replies.asked.push({ protocol: 'rdap', server, outcome, durationMs, failure });
  };
  try {
    const reply = await askRdap(walk, url, server);
    if (reply.outcome !== 'answered') {
      record(reply.outcome, reply.failure);
      // Only the registry's own server can say that there is no record.
      if (reply.outcome === 'not-found' && isListed) {
        replies.isNotFound = true;
        onAnswer();
      }
      return null;
    }
    replies.json ??= { ...reply.object };
    const { facts, text } = decodeFor(walk.signal, () => ({
      facts: readRdapFacts(reply.object),
      text: renderRdap(reply.object),
    }));
    const kind = isReservedName(facts) ? 'reserved' : 'record';
    record(kind === 'reserved' ? kind : 'answered');
    replies.facts.push({ server: reply.server, facts });
    replies.texts.push({ server: reply.server, text, isCut: false, kind });
    onAnswer();
    return reply.object;
  } catch (error) {
    record('failed', failureOf(error));
    return null;
  }
}

/** A name that the registry keeps, according to its status; a registrar would mean that somebody has registered it. */
function isReservedName({ status, registrar }: RegistrationFacts): boolean {
  return registrar === null && status.some(({ code }) => isReservedState(code));
}

type RdapReply =
  /** `server` sent the final reply: regional registries redirect to each other. */
  | { readonly outcome: 'answered'; readonly object: JsonObject; readonly server: string }
  | { readonly outcome: 'not-found'; readonly failure: null }
  | { readonly outcome: 'limited' | 'failed'; readonly failure: Failure };

async function askRdap(walk: RegistryWalk, url: string, server: string): Promise<RdapReply> {
  const { net, throttle, signal, replies, subject } = walk;
  const timeoutMs = replies.texts.length > 0 ? RELATED_MS : limits.timeoutMs;
  const ask = () => throttle.ask(server, signal, () => net.fetch(url, { ...limits, timeoutMs }, signal), walk);
  let response = await ask();
  while (response.status === 429) {
    const waitMs = waitBeforeRetry(response.headers.get('retry-after'), walk.endsAtMs);
    if (waitMs === null || !(await hasSlept(waitMs, signal))) return { outcome: 'limited', failure: LIMITED };
    response = await ask();
  }
  const text = Buffer.from(response.body).toString();
  const answer = decodeFor(signal, () => readRdapAnswer(text, subject));
  if (response.status === 200 && answer.kind === 'object') {
    return { outcome: 'answered', object: answer.object, server: hostOf(response.url) ?? server };
  }
  return readRefusal(answer, response.status, text);
}

/** Classifies a reply without an object: not found, limited, or unreadable. */
function readRefusal(answer: RdapAnswer, httpStatus: number, text: string): RdapReply {
  const isError = answer.kind === 'error';
  const status = isError && answer.status !== null ? answer.status : httpStatus;
  // A limit takes precedence over the status, because no search took place. Terms of use in notices always mention limits.
  const words = isError ? answer.words : text.slice(0, 4000);
  if (status === 429 || speaksOfLimits(words)) return { outcome: 'limited', failure: LIMITED };
  if (status === 404) return { outcome: 'not-found', failure: null };
  if (isError && speaksOfLimits(answer.notices)) return { outcome: 'limited', failure: LIMITED };
  return { outcome: 'failed', failure: UNREADABLE };
}

/** How long to wait before a retry, by `Retry-After` (RFC 9110 section 10.2.3), if the lookup lasts that long. */
function waitBeforeRetry(retryAfter: string | null, endsAtMs: number): number | null {
  const seconds = /^[1-9]$/.exec(retryAfter?.trim() ?? '')?.[0];
  if (seconds === undefined || Number(seconds) > MAX_RETRY_AFTER_S) return null;
  const waitMs = Number(seconds) * 1000;
  return performance.now() + waitMs + MIN_ANSWER_MS <= endsAtMs ? waitMs : null;
}

/** False when the lookup ended during the wait, because other servers had answered. */
function hasSlept(durationMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(durationMs, signal).then(
    () => true,
    () => false,
  );
}

function hostOf(url: string): string | null {
  return parseUrl(url)?.host ?? null;
}
