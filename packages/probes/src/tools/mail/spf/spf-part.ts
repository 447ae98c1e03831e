import type { SpfPart } from '@sonde/contract';
import { NetFailure } from '../../../net/net.ts';
import type { Qualifier } from '../../../protocols/mail-text/spf/parse.ts';
import type { MailDns } from '../dns.ts';
import { checkHost } from './check-host.ts';
import { countTree } from './count-tree.ts';
import { senderOf } from './macro-values.ts';
import { type RecordNode, readTree } from './read-tree.ts';

export interface SpfQuestion {
  readonly domain: string;
  readonly ip: string | null;
  readonly sender: string | null;
}

/** The part of the answer, and whether the name exists. */
export interface SpfFound {
  readonly part: SpfPart;
  /** True if records were left out because there are too many. */
  readonly isCut: boolean;
}

const words: Readonly<Record<Qualifier, string>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/**
 * The tree of a domain's SPF record, and the result for an address if one was given.
 * @throws NetFailure when the name servers do not answer whether there is a record
 */
export async function spfPart(dns: MailDns, { domain, ip, sender }: SpfQuestion): Promise<SpfFound> {
  const [tree, checked] = await Promise.all([
    readTree(dns, domain),
    ip === null ? null : checkHost(dns, senderOf(ip, sender ?? domain)),
  ]);
  if (tree.failure !== null) throw new NetFailure(tree.failure, `${domain} TXT`);
  const counted = countTree(tree);
  const part: SpfPart = {
    record: tree.text,
    records: [...tree.texts],
    ttlSeconds: tree.texts.length === 0 ? null : tree.ttlSeconds,
    octets: tree.text?.length ?? 0,
    ...counted,
    terms: [...counted.terms],
    all: allOf(tree),
    allowsNobody: tree.text === null ? null : allowsNobody(tree),
    problems: (tree.record?.problems ?? []).map(({ column, message }) => ({ column, message })),
    result: checked?.result ?? null,
    resultTerm: checked?.term ?? null,
    explanation: checked?.explanation ?? null,
  };
  return { part, isCut: counted.terms.some(({ problem }) => problem === 'not-read') };
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

/** Null if part of it could not be read. */
function allowsNobody(node: RecordNode): boolean | null {
  if (node.record === null || node.record.problems.length > 0) return null;
  let known: boolean | null = true;
  for (const { term, below, ignored } of node.terms) {
    const passes =
      term.type === 'modifier' ? term.name === 'redirect' : term.type === 'mechanism' && term.qualifier === '+';
    if (ignored !== null || !passes) continue;
    if (term.name !== 'include' && term.name !== 'redirect') return false;
    const inner = below === null ? null : allowsNobody(below);
    if (inner === false) return false;
    if (inner === null) known = null;
  }
  return known;
}
