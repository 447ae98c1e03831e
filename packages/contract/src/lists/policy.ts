import { readableFacts } from '../answers/answer-facts.ts';
import { endingsOf } from '../answers/endings.ts';
import { type FactValue, setOf } from '../fact/fact.ts';
import { closestTo } from '../text/closest.ts';
import type { ToolId } from '../tools/index.ts';
import { tools } from '../tools/index.ts';
import type { ListAnswer, ListedOutcome, UnansweredLookup } from './list-outcome.ts';

/** The condition for one fact: a value, a set of texts, or a text with a comparison such as `<=10`. */
type Condition = string | number | boolean | null | readonly string[];

/** Conditions by tool and path, such as `mail.spf.lookups`. */
export type Policy = ReadonlyMap<string, Condition>;

/** A condition that an answer does not meet. */
export interface Missed {
  readonly path: string;
  /** In one sentence. May quote untrusted text. */
  readonly why: string;
}

/** Reads a policy; `problems` lists every reason why the value is not one. */
export function readPolicy(value: unknown): { readonly policy: Policy; readonly problems: readonly string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { policy: new Map(), problems: ['A policy is a JSON object such as {"ssl.valid": true}.'] };
  }
  const entries = Object.entries(value);
  const problems = entries.flatMap(([path, condition]) => problemOf(path, condition));
  if (entries.length === 0) problems.push('The policy is empty.');
  return { policy: new Map(entries), problems };
}

function problemOf(path: string, condition: unknown): string[] {
  const tool = toolOf(path);
  const [, ...names] = path.split('.');
  if (!Object.hasOwn(tools, tool) || names.length === 0) {
    return [`${JSON.stringify(path)} does not begin with the id of a tool and a dot.`];
  }
  if (names.includes('')) return [`${JSON.stringify(path)} has nothing before or after a dot.`];
  if (typeof condition === 'string' && BARE_COMPARISON.test(condition)) {
    return [`${JSON.stringify(path)} compares with nothing: ${JSON.stringify(condition)}.`];
  }
  const isList = Array.isArray(condition) && condition.every((member) => typeof member === 'string');
  if (isList || condition === null || ['string', 'number', 'boolean'].includes(typeof condition)) return [];
  return [`${JSON.stringify(path)} needs a text, a number, true, false, null or a list of texts.`];
}

export const toolOf = (path: string): string => path.split('.')[0] ?? '';

/**
 * The conditions about its tool that a lookup does not meet. A value that was not measured does not meet any: it may be
 * anything.
 */
export function missedOf(policy: Policy, ended: ListedOutcome): readonly Missed[] {
  const { target, tool, outcome } = ended;
  const conditions = [...policy].filter(([path]) => toolOf(path) === tool);
  if (outcome?.success !== true) {
    const why = `Not measured: ${outcome === null ? (ended as UnansweredLookup).state : outcome.message}`;
    return conditions.map(([path]) => ({ path, why }));
  }
  return conditions.flatMap(([path, condition]) => {
    const asked = path.slice(tool.length + 1);
    const value = measuredValue(tool as ToolId, outcome._data, asked);
    const why =
      value === undefined ? notMeasured(tool as ToolId, outcome._data, asked) : whyMissed(condition, value, target);
    return why === null ? [] : [{ path, why }];
  });
}

/**
 * The fact with this path, in which dots and slashes are equivalent; failing that, the field of the answer. Undefined: not
 * measured.
 */
function measuredValue(id: ToolId, answer: ListAnswer, path: string): FactValue | undefined {
  const wanted = path.replaceAll('/', '.');
  const facts = readableFacts(id, answer);
  for (const [name, value] of facts) if (name.replaceAll('/', '.') === wanted) return value;
  for (const [name, value] of facts) if (name.replaceAll('/', '.').endsWith(`.${wanted}`)) return value;
  if (wanted === 'daysLeft') return daysLeft(id, answer);
  if (wanted === 'lifeLeft') return lifeLeft(answer);
  return fieldOf(answer, wanted.split('.'));
}

const MAX_EDITS = 2;

/** What was not measured has no fact, like a misspelled name: a similar one that was measured may be meant. */
function notMeasured(id: ToolId, answer: ListAnswer, path: string): string {
  const wanted = path.replaceAll('/', '.');
  const own = [...readableFacts(id, answer).keys()].map((name) => name.replaceAll('/', '.'));
  const names = new Set([...own, ...own.map((name) => name.replace(/^.*\./, '')), ...Object.keys(answer), ...SPANS]);
  names.delete(wanted);
  const [similar] = Object.hasOwn(answer, wanted) ? [] : closestTo(wanted, [...names], MAX_EDITS);
  return `Not measured, or there is no such fact.${similar === undefined ? '' : ` Did you mean ${id}.${similar}?`}`;
}

const SPANS = ['daysLeft', 'lifeLeft'];

/** Facts about records contain the owner name; that of the target itself is optional in policies. */
function withoutOwner<Value extends FactValue>(target: string, value: Value): Value | readonly string[] {
  if (!Array.isArray(value)) return value;
  return setOf(
    value.map((member: string) => (member.startsWith(`${target} `) ? member.slice(target.length + 1) : member)),
  );
}

function fieldOf(answer: unknown, path: readonly string[]): FactValue | undefined {
  let value = answer;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? setOf(value) : undefined;
  // A field with null was not measured, whereas a fact with null is a fact.
  return typeof value === 'object' ? undefined : (value as FactValue);
}

const DAY_MS = 86_400_000;

/** Days until the first certificate, or the registration, expires. */
function daysLeft(id: ToolId, answer: ListAnswer): number | undefined {
  const ends = endingsOf(id, answer).map((ending) => Date.parse(ending.ends ?? ''));
  const left = (Math.min(...ends) - Date.parse(answer.checkedAt ?? '')) / DAY_MS;
  return Number.isFinite(left) ? Math.floor(left * 10) / 10 : undefined;
}

/** The remaining share of the certificate's validity, from 1 to 0. */
function lifeLeft({ validFrom, validUntil, checkedAt = '' }: ListAnswer): number | undefined {
  const [from, until] = [Date.parse(String(validFrom)), Date.parse(String(validUntil))];
  const share = (until - Date.parse(checkedAt)) / (until - from);
  return Number.isFinite(share) ? Math.max(0, Math.floor(share * 1000) / 1000) : undefined;
}

const COMPARISON = /^(<=|>=|!=|<|>|=)\s*(\S.*)$/s;
const BARE_COMPARISON = /^(?:<=|>=|!=|<|>|=)\s*$/;

/** Why the value does not meet the condition; null if it does. */
function whyMissed(condition: Condition, measured: FactValue, target: string): string | null {
  const value = withoutOwner(target, measured);
  const [, operator, operand = ''] = typeof condition === 'string' ? (COMPARISON.exec(condition) ?? []) : [];
  const isMet =
    operator === undefined
      ? isEqual(withoutOwner(target, condition), value)
      : compares(value, operator, operand.trimEnd());
  return isMet ? null : `It is ${JSON.stringify(value)}; asked for: ${JSON.stringify(condition)}.`;
}

function isEqual(condition: Condition, value: FactValue): boolean {
  if (Array.isArray(condition)) {
    return JSON.stringify(setOf(condition)) === JSON.stringify(Array.isArray(value) ? setOf(value) : [String(value)]);
  }
  if (Array.isArray(value)) return value.length === 1 && value[0] === condition;
  return value === condition;
}

/** Compares numbers numerically, and other texts, such as times in UTC, by their characters. */
function compares(value: FactValue, operator: string, operand: string): boolean {
  if (operator === '=') return String(value) === operand;
  if (operator === '!=') return String(value) !== operand;
  if (value === null || typeof value === 'boolean' || Array.isArray(value)) return false;
  const number = Number(operand);
  if (typeof value === 'number' && Number.isNaN(number)) return false;
  const order =
    typeof value === 'number' ? Math.sign(value - number) : value < operand ? -1 : value === operand ? 0 : 1;
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  return operator === '<=' ? order <= 0 : order >= 0;
}
