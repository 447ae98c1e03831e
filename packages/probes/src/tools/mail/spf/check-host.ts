import { expandMacros, type MacroString, parseMacroString } from '@sonde/contract/mail-text/spf-macro';
import { MAX_LOOKUPS, MAX_VOID } from '@sonde/contract/mail-text/spf-order';
import {
  isSpfRecord,
  type Mechanism,
  parseSpf,
  type Qualifier,
  type SpfRecord,
} from '@sonde/contract/mail-text/spf-record';
import type { Addresses, Looked, MailDns } from '../dns.ts';
import { isMailDomain, macroValues, type Sender } from './macro-values.ts';
import { familyOf, isInNetwork } from './networks.ts';
import { validatedNames } from './validated-names.ts';

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

export interface CheckedHost {
  readonly result: SpfResult;
  /** The term that decided, as written; null if none did. */
  readonly term: string | null;
  /** The explanation that the domain publishes; only for `fail`. */
  readonly explanation: string | null;
  /** Number of terms that counted as lookups. */
  readonly lookups: number;
}

const MAX_EXCHANGERS = 10;

const resultOf: Readonly<Record<Qualifier, SpfResult>> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/** Ends the evaluation from any depth. */
class SpfEnd extends Error {
  readonly result: 'temperror' | 'permerror';

  constructor(result: 'temperror' | 'permerror', message: string) {
    super(message);
    this.result = result;
  }
}

interface Evaluation {
  readonly dns: MailDns;
  readonly sender: Sender;
  lookups: number;
  voids: number;
  /** The names of the address, validated once, if a macro or ptr needs them. */
  names: Promise<readonly string[]> | null;
}

/**
 * check_host() of RFC 7208 section 4 for one address and sender.
 * @throws only the reason of the signal behind `dns`
 */
export async function checkHost(dns: MailDns, sender: Sender): Promise<CheckedHost> {
  const evaluation: Evaluation = { dns, sender, lookups: 0, voids: 0, names: null };
  try {
    const decided = await evaluate(evaluation, sender.domain);
    const { result, term } = decided;
    const explanation = result === 'fail' ? await explain(evaluation, decided) : null;
    return { result, term, explanation, lookups: evaluation.lookups };
  } catch (error) {
    if (!(error instanceof SpfEnd)) throw error;
    return { result: error.result, term: null, explanation: null, lookups: evaluation.lookups };
  }
}

interface Decided {
  readonly result: SpfResult;
  readonly term: string | null;
  readonly record: SpfRecord | null;
  readonly domain: string;
}

async function evaluate(evaluation: Evaluation, domain: string): Promise<Decided> {
  const decided = (result: SpfResult, term: string | null, record: SpfRecord | null): Decided => ({
    result,
    term,
    record,
    domain,
  });
  if (!isMailDomain(domain)) return decided('none', null, null);
  const looked = await evaluation.dns.texts(domain);
  if (looked.state === 'failed') throw new SpfEnd('temperror', `TXT of ${domain}`);
  const records = looked.texts.filter(isSpfRecord);
  const [text] = records;
  if (text === undefined) return decided('none', null, null);
  if (records.length > 1) throw new SpfEnd('permerror', `${records.length} records at ${domain}`);
  const record = parseSpf(text);
  if (record.problems.length > 0) throw new SpfEnd('permerror', `syntax at ${domain}`);
  for (const term of record.terms) {
    if (term.type !== 'mechanism' || !(await matches(evaluation, term, domain))) continue;
    return decided(resultOf[term.qualifier], term.text, record);
  }
  const redirect = record.terms.find((term) => term.type === 'modifier' && term.name === 'redirect');
  if (redirect?.type !== 'modifier') return decided('neutral', null, record);
  count(evaluation);
  const next = await evaluate(evaluation, await expand(evaluation, redirect.domain, domain));
  if (next.result === 'none') throw new SpfEnd('permerror', `redirect from ${domain} leads to no record`);
  return next;
}

function count(evaluation: Evaluation): void {
  evaluation.lookups += 1;
  if (evaluation.lookups > MAX_LOOKUPS) throw new SpfEnd('permerror', 'too many lookups');
}

/** Throws `temperror` for an unknown result, and counts void lookups. */
function needed<Answer extends Looked | Addresses>(evaluation: Evaluation, answer: Answer): Answer {
  if (answer.state === 'failed') throw new SpfEnd('temperror', answer.reason ?? 'failed');
  if (answer.state !== 'found') {
    evaluation.voids += 1;
    if (evaluation.voids > MAX_VOID) throw new SpfEnd('permerror', 'too many lookups that find nothing');
  }
  return answer;
}

async function matches(evaluation: Evaluation, term: Mechanism, domain: string): Promise<boolean> {
  const { name } = term;
  const { ip } = evaluation.sender;
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') return isIn(ip, term.address ?? '', term);
  count(evaluation);
  const target = term.domain === null ? domain : await expand(evaluation, term.domain, domain);
  switch (name) {
    case 'include':
      return includes(evaluation, target);
    case 'exists':
      return needed(evaluation, await evaluation.dns.ask(target, 'A')).state === 'found';
    case 'ptr':
      return (await namesOf(evaluation)).some(
        (one) => one === target.toLowerCase() || one.endsWith(`.${target.toLowerCase()}`),
      );
    case 'a': {
      const answer = needed(evaluation, await evaluation.dns.ask(target, typeFor(ip)));
      return answer.records.some(({ fields: [address = ''] }) => isIn(ip, address, term));
    }
    default:
      return matchesExchanger(evaluation, term, target);
  }
}

async function includes(evaluation: Evaluation, target: string): Promise<boolean> {
  const { result } = await evaluate(evaluation, target);
  if (result === 'none') throw new SpfEnd('permerror', `${target} has no record`);
  return result === 'pass';
}

async function matchesExchanger(evaluation: Evaluation, term: Mechanism, target: string): Promise<boolean> {
  const { ip } = evaluation.sender;
  const { records } = needed(evaluation, await evaluation.dns.ask(target, 'MX'));
  if (records.length > MAX_EXCHANGERS) throw new SpfEnd('permerror', `${records.length} MX records at ${target}`);
  const hosts = records.map(({ fields: [, host = ''] }) => host).filter((host) => host !== '.');
  const answers = await Promise.all(hosts.map((host) => evaluation.dns.ask(host, typeFor(ip))));
  if (answers.some((answer) => answer.records.some(({ fields: [address = ''] }) => isIn(ip, address, term))))
    return true;
  if (answers.some(({ state }) => state === 'failed')) throw new SpfEnd('temperror', `an MX of ${target}`);
  return false;
}

const typeFor = (ip: string) => (familyOf(ip) === 4 ? 'A' : 'AAAA');

function isIn(ip: string, address: string, { bits4, bits6 }: Mechanism): boolean {
  return isInNetwork(ip, address, familyOf(address) === 4 ? bits4 : bits6);
}

function namesOf(evaluation: Evaluation): Promise<readonly string[]> {
  evaluation.names ??= validatedNames(evaluation.dns, evaluation.sender.ip);
  return evaluation.names;
}

async function expand(evaluation: Evaluation, spec: MacroString, domain: string): Promise<string> {
  const name = expandMacros(spec, await valuesFor(evaluation, spec, domain));
  return shortened(name.endsWith('.') ? name.slice(0, -1) : name);
}

async function valuesFor(evaluation: Evaluation, spec: MacroString, domain: string) {
  const needsNames = spec.parts.some((part) => 'letter' in part && part.letter === 'p');
  return macroValues(evaluation.sender, domain, needsNames ? await namesOf(evaluation) : []);
}

const MAX_NAME = 253;

/** RFC 7208 section 7.3: labels are removed from the left until the name fits. */
function shortened(name: string): string {
  let rest = name;
  while (rest.length > MAX_NAME && rest.includes('.')) rest = rest.slice(rest.indexOf('.') + 1);
  return rest;
}

/** RFC 7208 section 6.2; on any error, there is no explanation. */
async function explain(evaluation: Evaluation, { record, domain }: Decided): Promise<string | null> {
  const exp = record?.terms.find((term) => term.type === 'modifier' && term.name === 'exp');
  if (exp?.type !== 'modifier') return null;
  const { texts } = await evaluation.dns.texts(await expand(evaluation, exp.domain, domain));
  const [text] = texts;
  if (text === undefined || texts.length > 1) return null;
  const read = parseMacroString(text, true);
  return 'message' in read ? null : expandMacros(read, await valuesFor(evaluation, read, domain));
}
