import type { OperatorEndpoint } from '../../net/net.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import type { Referral } from '../../protocols/whois-text/referral.ts';
import type { Failure } from './finding.ts';

/** What the root has said lately: which server serves which top-level domain or which /8 changes once in years. */
export interface RootReferrals {
  find(root: OperatorEndpoint, subject: Subject): Referral | null;
  keep(root: OperatorEndpoint, subject: Subject, referral: Referral): void;
  /** Why the root could not be asked a moment ago, or null: it is not knocked at again for every lookup. */
  failureOf(root: OperatorEndpoint): Failure | null;
  keepFailure(root: OperatorEndpoint, failure: Failure): void;
  /** Joins the question that is under way for the same part, if there is one; its end is when `find` may know more. */
  joinQuestion(root: OperatorEndpoint, subject: Subject): Promise<unknown> | null;
  /** Tells the others of a question that begins. */
  tellQuestion(root: OperatorEndpoint, subject: Subject, question: Promise<unknown>): void;
}

/** As long as the server keeps a failed lookup. */
const FAILURE_MS = 10_000;
const FRESH_MS = 24 * 60 * 60_000;
/** More than there are top-level domains. */
const MAX_KEPT = 3000;

export function createRootReferrals(now: () => number = performance.now.bind(performance)): RootReferrals {
  const kept = new Map<string, { readonly referral: Referral; readonly untilMs: number }>();
  let failed: { readonly root: string; readonly failure: Failure; readonly untilMs: number } | null = null;
  const underWay = new Map<string, Promise<unknown>>();
  return {
    failureOf: ({ host, port }) =>
      failed !== null && failed.root === `${host} ${port}` && failed.untilMs > now() ? failed.failure : null,
    keepFailure: ({ host, port }, failure) => {
      failed = { root: `${host} ${port}`, failure, untilMs: now() + FAILURE_MS };
    },
    joinQuestion: (root, subject) => underWay.get(keyOf(root, subject) ?? '') ?? null,
    tellQuestion: (root, subject, question) => {
      const key = keyOf(root, subject);
      if (key === null) return;
      underWay.set(key, question);
      const forget = () => void (underWay.get(key) === question && underWay.delete(key));
      question.then(forget, forget);
    },
    find: (root, subject) => {
      const entry = kept.get(keyOf(root, subject) ?? '');
      return entry !== undefined && entry.untilMs > now() ? entry.referral : null;
    },
    keep: (root, subject, referral) => {
      const key = keyOf(root, subject);
      if (key === null) return;
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { referral, untilMs: now() + FRESH_MS });
    },
  };
}

/** What IANA delegates as a whole: a top-level domain, the IPv4 addresses with one first octet; else nothing is sure. */
function keyOf({ host, port }: OperatorEndpoint, subject: Subject): string | null {
  const part = delegatedPart(subject);
  return part === null ? null : `${host} ${port} ${part}`;
}

function delegatedPart(subject: Subject): string | null {
  if (subject.kind === 'domain') return subject.name.slice(subject.name.lastIndexOf('.'));
  const isIpv4 = subject.kind === 'network' && !subject.address.includes(':');
  return isIpv4 ? (subject.address.split('.')[0] ?? null) : null;
}
