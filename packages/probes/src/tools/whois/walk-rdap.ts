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
import { speaksOfLimits } from '../../protocols/whois-text/verdict.ts';
import { type Failure, failureOf, LIMITED, type Outcome, UNREADABLE } from './finding.ts';
import type { Walk } from './walk.ts';

const limits = { timeoutMs: 6000, maxBytes: 1024 * 1024, maxRedirects: 4, accept: RDAP_ACCEPT };
/** A registrar's server comes on top of the registry's. */
const RELATED_MS = 3000;
/** Whoever asks for a longer wait is not asked again in this lookup. */
const MAX_RETRY_AFTER_S = 2;
/** An answer that comes after a wait has at least this long. */
const MIN_ANSWER_MS = 500;

/** Asks by RDAP: the registry's server (RFC 9224), and for a domain the registrar's that it links to. */
export async function walkRdap(walk: Walk): Promise<void> {
  const { data, subject, finding, signal } = walk;
  const server = await data.registries.findRdapServer(subject, signal).catch(() => null);
  if (server === null) {
    finding.noService = 'No RDAP server is known for it.';
    return;
  }
  const url = rdapUrl(server.url, subject);
  const object = await takeHop(walk, url, server.isListed);
  const links = object !== null && subject.kind === 'domain' ? relatedUrls(object) : [];
  const related = links.find((link) => mayFollow(url, link));
  if (related !== undefined) await takeHop(walk, related, false);
}

/** To another address, which may be on the same server, and never from https to http. */
function mayFollow(from: string, to: string): boolean {
  const isSafe = /^https:/i.test(to) || (/^http:/i.test(to) && /^http:/i.test(from));
  return isSafe && URL.canParse(to) && withoutFragment(to) !== withoutFragment(from);
}

function withoutFragment(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}

/** Asks one server, adds what it says to the finding, and gives the object it answered with. */
async function takeHop(walk: Walk, url: string, isListed: boolean): Promise<JsonObject | null> {
  const { finding, found } = walk;
  const server = hostOf(url) ?? url;
  const startedAtMs = performance.now();
  const tell = (outcome: Outcome, failure: Failure | null = null) => {
    const durationMs = Math.round(performance.now() - startedAtMs);
    finding.asked.push({ protocol: 'rdap', server, outcome, durationMs, failure });
  };
  try {
    const reply = await askRdap(walk, url, server);
    if (reply.outcome !== 'answered') {
      tell(reply.outcome, reply.failure);
      // Only the registry's own server can say that there is no record.
      if (reply.outcome === 'not-found' && isListed) {
        finding.isNotFound = true;
        found();
      }
      return null;
    }
    tell('answered');
    finding.json ??= { ...reply.object };
    finding.facts.push({ server: reply.server, facts: readRdapFacts(reply.object) });
    finding.words.push({ server: reply.server, text: renderRdap(reply.object), isCut: false, isTelling: true });
    found();
    return reply.object;
  } catch (error) {
    tell('failed', failureOf(error));
    return null;
  }
}

type Reply =
  /** `server` is the one that answered in the end: regional registries redirect to each other. */
  | { readonly outcome: 'answered'; readonly object: JsonObject; readonly server: string }
  | { readonly outcome: 'not-found'; readonly failure: null }
  | { readonly outcome: 'limited' | 'failed'; readonly failure: Failure };

async function askRdap(walk: Walk, url: string, server: string): Promise<Reply> {
  const { net, manners, signal, finding, subject, share } = walk;
  const timeoutMs = finding.words.length > 0 ? RELATED_MS : limits.timeoutMs;
  const ask = () => manners.ask(server, signal, () => net.fetch(url, { ...limits, timeoutMs }, signal), share);
  let response = await ask();
  while (response.status === 429) {
    const waitMs = waitBeforeRetry(response.headers.get('retry-after'), walk.endsAtMs);
    if (waitMs === null || !(await pause(waitMs, signal))) return { outcome: 'limited', failure: LIMITED };
    response = await ask();
  }
  const text = Buffer.from(response.body).toString();
  const answer = readRdapAnswer(text, subject);
  if (response.status === 200 && answer.kind === 'object') {
    return { outcome: 'answered', object: answer.object, server: hostOf(response.url) ?? server };
  }
  return readRefusal(answer, response.status, text);
}

/** What is no object: the word that there is none, a limit, or nothing that anybody can read. */
function readRefusal(answer: RdapAnswer, httpStatus: number, text: string): Reply {
  const isError = answer.kind === 'error';
  const status = isError && answer.status !== null ? answer.status : httpStatus;
  // A registry that limits us has not looked, whatever its status is; terms of use, in notices, speak of limits always.
  const words = isError ? answer.words : text.slice(0, 4000);
  if (status === 429 || speaksOfLimits(words)) return { outcome: 'limited', failure: LIMITED };
  if (status === 404) return { outcome: 'not-found', failure: null };
  if (isError && speaksOfLimits(answer.notices)) return { outcome: 'limited', failure: LIMITED };
  return { outcome: 'failed', failure: UNREADABLE };
}

/** How long to wait before asking again: what `Retry-After` says (RFC 9110 section 10.2.3), if the lookup lasts so long. */
function waitBeforeRetry(retryAfter: string | null, endsAtMs: number): number | null {
  const seconds = /^[1-9]$/.exec(retryAfter?.trim() ?? '')?.[0];
  if (seconds === undefined || Number(seconds) > MAX_RETRY_AFTER_S) return null;
  const waitMs = Number(seconds) * 1000;
  return performance.now() + waitMs + MIN_ANSWER_MS <= endsAtMs ? waitMs : null;
}

/** False when the lookup ends before: others have answered meanwhile. */
function pause(durationMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = () => {
      clearTimeout(timer);
      resolve(false);
    };
    if (signal.aborted) return resolve(false);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve(true);
    }, durationMs);
    signal.addEventListener('abort', giveUp, { once: true });
    return undefined;
  });
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
