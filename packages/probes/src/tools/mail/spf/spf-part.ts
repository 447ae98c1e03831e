import type { SpfPart } from '@sonde/contract';
import { isEmpty } from '@sonde/contract/mail-text/address-set';
import { type SpfPasses, spfPasses } from '@sonde/contract/mail-text/spf-passes';
import type { Qualifier } from '@sonde/contract/mail-text/spf-record';
import { NetFailure } from '../../../net/net.ts';
import { type MailDns, withPatience } from '../dns.ts';
import { allowedOf } from './allowed.ts';
import { checkHost } from './check-host.ts';
import { countTree } from './count-tree.ts';
import { senderOf } from './macro-values.ts';
import { type RecordNode, readTree } from './read-tree.ts';

export interface SpfQuestion {
  readonly domain: string;
  readonly ip: string | null;
  readonly sender: string | null;
}

/** The part of the answer. */
export interface SpfFound {
  readonly part: SpfPart;
  /** True if records were left out because there are too many. */
  readonly isCut: boolean;
  /** Why it is unknown whether there is a record; null if it is known. */
  readonly failure: NetFailure | null;
}

/** Less than the deadline of the part, so that what has been read so far becomes an answer. */
const PATIENCE_MS = 11_000;

const words: Readonly<Record<Qualifier, string>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/**
 * The tree of a domain's SPF record, and the result for an address if one was given.
 * @throws NetFailure when the name servers do not answer whether there is a record, and no address was given whose result
 * is then a temporary error
 */
export async function spfPart(dns: MailDns, { domain, ip, sender }: SpfQuestion): Promise<SpfFound> {
  const [tree, checked] = await withPatience(dns, PATIENCE_MS, (patient) =>
    Promise.all([readTree(patient, domain), ip === null ? null : checkHost(patient, senderOf(ip, sender ?? domain))]),
  );
  const failure = tree.failure === null ? null : new NetFailure(tree.failure, `${domain} TXT`);
  if (failure !== null && checked === null) throw failure;
  const counted = countTree(tree);
  const passes = tree.text === null ? null : spfPasses(tree);
  const part: SpfPart = {
    record: tree.text,
    records: [...tree.texts],
    ttlSeconds: tree.texts.length === 0 ? null : tree.ttlSeconds,
    failure: tree.failure,
    octets: tree.text?.length ?? 0,
    allTextOctets: tree.failure === null ? tree.allTextOctets : null,
    ...counted,
    terms: [...counted.terms],
    all: allOf(tree),
    allowed: passes === null ? null : allowedOf(passes),
    permanentError: passes === null ? null : passes.error,
    allowsNobody: passes === null ? null : allowsNobody(passes),
    problems: (tree.record?.problems ?? []).map(({ column, message }) => ({ column, message })),
    result: checked?.result ?? null,
    resultTerm: checked?.term ?? null,
    explanation: checked?.explanation ?? null,
  };
  const isCut = tree.problem === 'not-read' || counted.terms.some(({ problem }) => problem === 'not-read');
  return { part, isCut, failure };
}

/** The result of the record, or of the one it redirects to, for everyone else. */
function allOf(node: RecordNode): string | null {
  if (node.record === null) return null;
  for (const { term, below, ignored } of node.terms) {
    if (ignored !== null) continue;
    if (term.type === 'mechanism' && term.name === 'all') return words[term.qualifier];
    if (term.name === 'redirect') return below === null ? null : allOf(below);
  }
  return words['?'];
}

/** Null if a term or an error leaves it open. */
function allowsNobody({ passes, unknown, error }: SpfPasses): boolean | null {
  if (!isEmpty(passes)) return false;
  return unknown.length > 0 || error !== null ? null : true;
}
