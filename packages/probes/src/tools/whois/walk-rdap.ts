import type { JsonObject } from '../../protocols/rdap/json-values.ts';
import { RDAP_ACCEPT, rdapUrl, readRdapAnswer, relatedUrl } from '../../protocols/rdap/rdap-answer.ts';
import { readRdapFacts } from '../../protocols/rdap/rdap-facts.ts';
import { renderRdap } from '../../protocols/rdap/render-rdap.ts';
import { speaksOfLimits } from '../../protocols/whois-text/verdict.ts';
import { type Failure, failureOf, LIMITED, type Outcome, UNREADABLE } from './finding.ts';
import type { Walk } from './walk.ts';

const limits = { timeoutMs: 6000, maxBytes: 1024 * 1024, maxRedirects: 4, accept: RDAP_ACCEPT };
/** A registrar's server comes on top of the registry's. */
const RELATED_MS = 3000;
/** Whoever asks for more patience is not asked again in this lookup. */
const MAX_RETRY_AFTER_S = 2;

/** Asks by RDAP: the registry's server (RFC 9224), and for a domain the registrar's that it links to. */
export async function walkRdap(walk: Walk): Promise<void> {
  const { data, subject, finding, signal } = walk;
  const server = await data.registries.findRdapServer(subject, signal).catch(() => null);
  if (server === null) {
    finding.noService = 'No RDAP server is known for it.';
    return;
  }
  const object = await takeHop(walk, rdapUrl(server.url, subject), server.isListed);
  const related = object !== null && subject.kind === 'domain' ? relatedUrl(object) : null;
  if (related !== null && mayFollow(server.url, related)) await takeHop(walk, related, false);
}

/** To another server, and never from https to http. */
function mayFollow(from: string, to: string): boolean {
  const isSafe = /^https:/i.test(to) || /^http:/i.test(from);
  return isSafe && hostOf(to) !== null && hostOf(to) !== hostOf(from);
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
  if (response.status === 429 && isSoon(response.headers.get('retry-after'))) {
    await pause(Number(response.headers.get('retry-after')) * 1000, signal);
    response = await ask();
  }
  const text = Buffer.from(response.body).toString();
  const answer = readRdapAnswer(text, subject);
  if (response.status === 200 && answer.kind === 'object') {
    return { outcome: 'answered', object: answer.object, server: hostOf(response.url) ?? server };
  }
  const status = answer.kind === 'error' && answer.status !== null ? answer.status : response.status;
  if (status === 404) return { outcome: 'not-found', failure: null };
  const words = answer.kind === 'error' ? answer.words : text.slice(0, 4000);
  if (status === 429 || speaksOfLimits(words)) return { outcome: 'limited', failure: LIMITED };
  return { outcome: 'failed', failure: UNREADABLE };
}

function isSoon(retryAfter: string | null): boolean {
  return retryAfter !== null && /^\d$/.test(retryAfter.trim()) && Number(retryAfter) <= MAX_RETRY_AFTER_S;
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
