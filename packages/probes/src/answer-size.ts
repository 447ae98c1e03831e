import { type AnyTool, type Gap, ToolError } from '@sonde/contract';
import { MAX_ANSWER_OCTETS } from '@sonde/contract/work-limits';

/** For the envelope, and for the gaps that name what was left out. */
const RESERVED_BYTES = 8_000;
const MAX_NAMES = 20;
/** Quotes, colon and comma of a field. */
const AROUND_BYTES = 4;
/** The least share of an item of a list that is worth shortening; with less, further items are left out instead. */
const LEAST_SHARE_BYTES = 8_000;
/** What every answer has beside its data. Findings were judged by all that was measured, so they stay as they are. */
const FIXED: ReadonlySet<string> = new Set(['gaps', 'checkedAt', 'findings', 'checks', 'verdict']);

type Fields = Readonly<Record<string, unknown>>;
/** Called for everything that is left out; `item` is the item of the outermost list that it belongs to. */
type OnCut = (item: unknown) => void;

/** The most that JSON needs for a UTF-16 unit of a text, escaped, and for a number. */
const MOST_PER_UNIT_BYTES = 6;
const MOST_PER_NUMBER_BYTES = 25;

/**
 * What is left of the room after a value whose JSON is as long as it could be; below zero for what may not fit. Most answers
 * are far from the limit, and to write them takes several times as long.
 */
function leastRoomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length * MOST_PER_UNIT_BYTES - AROUND_BYTES;
  if (!isNested(value)) return room - MOST_PER_NUMBER_BYTES;
  let left = room - AROUND_BYTES;
  for (const part of Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)]) {
    left = leastRoomAfter(part, left);
    if (left < 0) break;
  }
  return left;
}

/** The sizes of lists and objects that were computed before: each is needed several times. */
const knownBytes = new WeakMap<object, number>();

/** The size of a value as JSON. */
function bytesOf(value: unknown): number {
  if (!isNested(value)) return Buffer.byteLength(JSON.stringify(value) ?? '');
  const known = knownBytes.get(value);
  if (known !== undefined) return known;
  const parts = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  // Brackets, and a comma or colon behind each part, of which there is one too many.
  const bytes = parts.some(isNested)
    ? parts.reduce((sum: number, part) => sum + bytesOf(part) + 1, 2)
    : Buffer.byteLength(JSON.stringify(value));
  knownBytes.set(value, bytes);
  return bytes;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the answer as it is if it is small enough. Otherwise lists are shortened, the longest ones most, until it is, and
 * a gap names each part in which something was left out. Texts and numbers are never changed. Equal answers are cut
 * equally.
 * @throws ToolError `protocol` if that is not enough.
 */
export function fitAnswer<Answer extends Fields & { readonly gaps: readonly Gap[] }>(
  answer: Answer,
  tool: Pick<AnyTool, 'nameOfCut'>,
  maxBytes = MAX_ANSWER_OCTETS,
): Answer {
  const max = maxBytes - RESERVED_BYTES;
  if (leastRoomAfter(answer, max) >= 0 || Buffer.byteLength(JSON.stringify(answer)) <= max) return answer;
  const cuts = new Set<string>();
  const fixed = Object.keys(answer).filter((name) => FIXED.has(name) && bytesOf(answer[name]) < max / 2);
  const name = (field: string, item: unknown) => tool.nameOfCut?.(field, item) ?? field;
  const fields = fitFields(answer, max, (field, item) => cuts.add(name(field, item)), fixed);
  const gaps = [...cuts].slice(0, MAX_NAMES).map((part): Gap => ({ part, code: 'left-out' }));
  if (fields === null) throw new ToolError('protocol', 'The answer is larger than the limit.', { reason: 'too-large' });
  return { ...answer, ...fields, gaps: [...answer.gaps, ...gaps] };
}

/** Null if the value cannot be made that small. */
function fit(value: unknown, max: number, onCut: OnCut): { readonly value: unknown } | null {
  if (bytesOf(value) <= max) return { value };
  if (Array.isArray(value)) return { value: fitItems(value, max, onCut) };
  if (!isFields(value)) return null;
  const fields = fitFields(value, max, (_, item) => onCut(item), []);
  return fields === null ? null : { value: fields };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shortens the largest fields to the same size. `fixed`: fields that are not shortened. */
function fitFields(
  fields: Fields,
  max: number,
  onCut: (field: string, item: unknown) => void,
  fixed: readonly string[],
): Fields | null {
  const sizes = new Map(Object.entries(fields).map(([name, value]) => [name, bytesOf(value) + aroundOf(name)]));
  const sizeOf = (name: string) => sizes.get(name) ?? 0;
  const left = fixed.reduce((sum, name) => sum - sizeOf(name), max);
  const others = Object.keys(fields).filter((name) => !fixed.includes(name));
  if (left < 0) return null;
  const level = levelOf(others.map(sizeOf), left);
  const fitted: Record<string, unknown> = { ...fields };
  for (const name of others.filter((one) => sizeOf(one) > level)) {
    const one = fit(fields[name], level - aroundOf(name), (item) => onCut(name, item));
    // What cannot be shortened leaves less to the others.
    if (one === null) return fitFields(fields, max, onCut, [...fixed, name]);
    fitted[name] = one.value;
  }
  return fitted;
}

const aroundOf = (name: string) => Buffer.byteLength(name) + AROUND_BYTES;

/** Shortens the largest items if each has a fair share of what is allowed; otherwise leaves out the last ones. */
function fitItems(items: readonly unknown[], max: number, onCut: OnCut): readonly unknown[] {
  const sizes = items.map((item) => bytesOf(item) + 1);
  const level = levelOf(sizes, max - AROUND_BYTES);
  const kept = level < LEAST_SHARE_BYTES ? new Map<number, unknown>() : fitLargest(items, sizes, level, onCut);
  let left = [...kept.values()].reduce((sum: number, item) => sum - bytesOf(item) - 1, max - AROUND_BYTES);
  let isFull = false;
  for (const [index, item] of items.entries()) {
    const size = sizes[index] ?? 0;
    if (kept.has(index)) continue;
    if (size > left || isFull) {
      onCut(item);
      // Only a huge item is passed over: otherwise the first items remain, without gaps between them.
      isFull ||= size <= LEAST_SHARE_BYTES;
      continue;
    }
    kept.set(index, item);
    left -= size;
  }
  return items.flatMap((_, index) => (kept.has(index) ? [kept.get(index)] : []));
}

/** The items that have at most this size, and those that can be shortened to it, by index. */
function fitLargest(
  items: readonly unknown[],
  sizes: readonly number[],
  level: number,
  onCut: OnCut,
): Map<number, unknown> {
  const fitted = new Map<number, unknown>();
  for (const [index, item] of items.entries()) {
    if ((sizes[index] ?? 0) <= level) fitted.set(index, item);
    else if (isFields(item)) {
      const one = fit(item, level - 1, () => onCut(item));
      if (one !== null) fitted.set(index, one.value);
    }
  }
  return fitted;
}

/** The size to which the largest ones have to be shortened so that all fit; infinite if they do already. */
function levelOf(sizes: readonly number[], max: number): number {
  let left = max;
  for (const [index, size] of [...sizes].sort((a, b) => a - b).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
