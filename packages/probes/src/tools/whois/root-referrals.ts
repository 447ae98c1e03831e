import type { OperatorEndpoint } from '../../net/net.ts';
import type { Subject } from '../../protocols/whois-text/questions.ts';
import type { Referral } from '../../protocols/whois-text/referral.ts';
import type { Failure } from './replies.ts';

/** Remembers referrals of the root: the server of a top-level domain or of a /8 changes once in years. */
export interface RootReferrals {
  find(root: OperatorEndpoint, subject: Subject): Referral | null;
  remember(root: OperatorEndpoint, subject: Subject, referral: Referral): void;
  /** Why the root could recently not be queried, or null; spares each further lookup the same timeout. */
  failureOf(root: OperatorEndpoint): Failure | null;
  rememberFailure(root: OperatorEndpoint, failure: Failure): void;
  /** The running query about the same delegation, if any; once it has ended, `find` may know more. */
  joinQuestion(root: OperatorEndpoint, subject: Subject): Promise<unknown> | null;
  /** Makes a new query known to other lookups. */
  announceQuestion(root: OperatorEndpoint, subject: Subject, question: Promise<unknown>): void;
}

/** As long as the server caches a failed lookup. */
const FAILURE_MS = 10_000;
const FRESH_MS = 24 * 60 * 60_000;
/** More than the number of top-level domains. */
const MAX_REFERRALS = 3000;

export function createRootReferrals(now: () => number = performance.now.bind(performance)): RootReferrals {
  const referrals = new Map<string, { readonly referral: Referral; readonly untilMs: number }>();
  let failed: { readonly root: string; readonly failure: Failure; readonly untilMs: number } | null = null;
  const underWay = new Map<string, Promise<unknown>>();
  return {
    failureOf: ({ host, port }) =>
      failed !== null && failed.root === `${host} ${port}` && failed.untilMs > now() ? failed.failure : null,
    rememberFailure: ({ host, port }, failure) => {
      failed = { root: `${host} ${port}`, failure, untilMs: now() + FAILURE_MS };
    },
    joinQuestion: (root, subject) => underWay.get(keyOf(root, subject) ?? '') ?? null,
    announceQuestion: (root, subject, question) => {
      const key = keyOf(root, subject);
      if (key === null) return;
      underWay.set(key, question);
      const forget = () => void (underWay.get(key) === question && underWay.delete(key));
      question.then(forget, forget);
    },
    find: (root, subject) => {
      const entry = referrals.get(keyOf(root, subject) ?? '');
      return entry !== undefined && entry.untilMs > now() ? entry.referral : null;
    },
    remember: (root, subject, referral) => {
      const key = keyOf(root, subject);
      if (key === null) return;
      if (referrals.size >= MAX_REFERRALS) referrals.clear();
      referrals.set(key, { referral, untilMs: now() + FRESH_MS });
    },
  };
}

/** IANA delegates a top-level domain, or the IPv4 addresses of a /8, as a whole; nothing else can be remembered. */
function keyOf({ host, port }: OperatorEndpoint, subject: Subject): string | null {
  const part = delegatedPart(subject);
  return part === null ? null : `${host} ${port} ${part}`;
}

function delegatedPart(subject: Subject): string | null {
  if (subject.kind === 'domain') return subject.name.slice(subject.name.lastIndexOf('.'));
  const isIpv4 = subject.kind === 'network' && !subject.address.includes(':');
  return isIpv4 ? (subject.address.split('.')[0] ?? null) : null;
}
