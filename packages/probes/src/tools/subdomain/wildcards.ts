import type { Net } from '../../net/net.ts';
import { groupBy } from './group-by.ts';
import { A, AAAA, askAll, type Hit } from './hits.ts';
import { labelOf, labelsLike, randomLabels, shapeOf } from './label-shapes.ts';

/** What invented names below one parent resolve to: all labels, or those of one shape. */
export interface WildcardLevel {
  readonly hasWildcard: boolean;
  /** True if no label got a reply, so that there may be a wildcard. */
  readonly isUntested: boolean;
  /** Addresses of both families, and the targets of aliases. */
  readonly pool: Set<string>;
  /** Those of the pool that answers are told apart by: the first alias of an answer, or its addresses. */
  readonly values: Set<string>;
  /** Distinct replies so far: one for a plain wildcard, many for one that rotates. */
  readonly answers: Set<string>;
  /** Makes random names that should not exist. */
  invent(count: number): string[];
}

export interface Sifted {
  /** Names that really exist. */
  readonly real: readonly Hit[];
  /** Names below a wildcard that resolve differently from it; `confirm` checks them again. */
  readonly doubtful: ReadonlyMap<WildcardLevel, readonly Hit[]>;
}

/**
 * Thousands of words are queried below the domain itself, and a few elsewhere. A hundred labels also detect a wildcard that
 * answers for one name in twenty. Where there is one wildcard, there may be others that answer as seldom.
 */
const LABELS_BELOW_DOMAIN = 100;
const LABELS_ELSEWHERE = 4;
const LABELS_IN_DOUBT = 100;
const MORE_LABELS = 12;
const LABELS_AAAA = 6;
const ROUND_LABELS = 120;
/** Random labels in the shape of names found. A few short ones may be real names; if half of them exist, it is a wildcard. */
const LABELS_OF_SHAPE = 6;
/** After this many labels without a new answer, at least, the pool counts as complete. */
const QUIET_LABELS = 180;
/** A pool that would need more labels counts as never complete; it has some two hundred answers. */
const MAX_LABELS = 3000;
/** Rounds in which the doubtful names are queried again: one whose reply changes is a wildcard answer. */
const REPEATS = 2;
/** If a wildcard has this many answers, an answer shared by this many words is also one of them. */
const ROTATING_ANSWERS = 8;
const SHARED_BY = 30;

interface SearchScope {
  readonly net: Net;
  readonly domain: string;
  readonly signal: AbortSignal;
}

/**
 * Separates real names from wildcard answers (RFC 4592), level by level: random labels show what a wildcard answers, and names
 * that resolve to the same are dropped. Name servers may synthesize answers by any rule, such as the length of a label, so
 * random labels in the shape of those found are tried as well.
 */
export class Wildcards {
  readonly #scope: SearchScope;
  readonly #levels = new Map<string, Promise<WildcardLevel>>();
  /** The levels with a wildcard, as prefixes; the empty string is the domain itself. */
  readonly found = new Set<string>();
  /** The levels at which a wildcard answers for only some names. */
  readonly partial = new Set<string>();
  /** True if at least one test for a wildcard above names found got no reply at all. */
  isUntested = false;

  constructor(scope: SearchScope) {
    this.#scope = scope;
  }

  /** Begins to look for a wildcard before names are found, so that `sift` waits less. */
  prepare(parent: string): void {
    // If it fails, so does `sift`.
    this.#wholeOf(parent).catch(() => {});
  }

  /** All hits must be exactly one label below `parent`. */
  async sift(parent: string, hits: readonly Hit[]): Promise<Sifted> {
    const whole = await this.#wholeOf(parent);
    this.isUntested ||= whole.isUntested;
    const left = whole.hasWildcard ? await this.#outside(whole, hits) : hits;
    const real: Hit[] = [];
    const doubtful = new Map<WildcardLevel, readonly Hit[]>();
    await Promise.all(
      [...groupBy(left, ({ prefix }) => shapeOf(labelOf(prefix)))].map(async ([shape, group]) => {
        // A wildcard with many answers would seem to differ for every shape, so only its whole pool is compared.
        const isPlain = whole.answers.size < ROTATING_ANSWERS;
        const level = isPlain
          ? await this.#levelOf(`${shape} ${parent}`, () => this.#exploreShape(parent, group, whole))
          : whole;
        this.isUntested ||= level.isUntested;
        if (level !== whole && level.hasWildcard) doubtful.set(level, await this.#outside(level, group));
        else if (!whole.hasWildcard) real.push(...group);
        else doubtful.set(whole, [...(doubtful.get(whole) ?? []), ...group]);
      }),
    );
    return { real, doubtful };
  }

  /**
   * The doubtful names that still resolve differently once the pool of the wildcard is complete; none if it never is.
   */
  async confirm(level: WildcardLevel, doubtful: readonly Hit[]): Promise<readonly Hit[]> {
    let left = doubtful;
    let asked = 0;
    let quiet = 0;
    for (let round = 0; left.length > 0; round += 1) {
      const missing = labelsToComplete(level.values.size) - quiet;
      if (missing <= 0) break;
      if (asked + missing > MAX_LABELS) return [];
      const before = level.values.size;
      const answered = await this.#growAsCompared(level, left, Math.min(missing, ROUND_LABELS));
      if (answered === 0) {
        this.isUntested = true;
        return [];
      }
      if (round < REPEATS) left = await this.#unchanged(left);
      left = left.filter((hit) => !isOfPool(hit, level));
      asked += ROUND_LABELS;
      quiet = level.values.size === before ? quiet + answered : 0;
    }
    return level.answers.size < ROTATING_ANSWERS ? left : withoutCrowds(left);
  }

  /** What labels of any shape resolve to. */
  #wholeOf(parent: string): Promise<WildcardLevel> {
    return this.#levelOf(parent, () => this.#explore(parent));
  }

  #levelOf(key: string, explore: () => Promise<WildcardLevel>): Promise<WildcardLevel> {
    const known = this.#levels.get(key);
    if (known !== undefined) return known;
    const made = explore();
    this.#levels.set(key, made);
    return made;
  }

  async #explore(parent: string): Promise<WildcardLevel> {
    const elsewhere = this.found.size > 0 ? LABELS_IN_DOUBT : LABELS_ELSEWHERE;
    const labels = parent === '' ? LABELS_BELOW_DOMAIN : elsewhere;
    const invent = (count: number) => below(parent, randomLabels(count));
    const { hits, answered, isUntested } = await this.#try(invent(labels));
    const level = await this.#levelWith(hits, invent, isUntested);
    if (!level.hasWildcard) return level;
    this.found.add(parent);
    if (hits.length < answered) this.partial.add(parent);
    return level;
  }

  /** Whether random labels in the shape of `group` exist, and resolve differently from `whole`. */
  async #exploreShape(parent: string, group: readonly Hit[], whole: WildcardLevel): Promise<WildcardLevel> {
    const models = group.map(({ prefix }) => labelOf(prefix));
    const invent = (count: number) => below(parent, labelsLike(models, count));
    const { hits, answered, isUntested } = await this.#try(invent(LABELS_OF_SHAPE));
    const own = whole.hasWildcard ? await this.#outside(whole, hits) : hits;
    const level = await this.#levelWith(own.length * 2 >= answered ? own : [], invent, isUntested);
    if (!level.hasWildcard || this.found.has(parent)) return level;
    this.found.add(parent);
    this.partial.add(parent);
    return level;
  }

  async #try(names: readonly string[]) {
    const { hits, failed } = await askAll(this.#scope, A, names);
    const isUntested = names.length > 0 && failed === names.length;
    return { hits, answered: names.length - failed, isUntested };
  }

  async #levelWith(hits: readonly Hit[], invent: WildcardLevel['invent'], isUntested: boolean): Promise<WildcardLevel> {
    const hasWildcard = hits.length > 0;
    const level: WildcardLevel = {
      hasWildcard,
      isUntested,
      pool: new Set(),
      values: new Set(),
      answers: new Set(),
      invent,
    };
    if (!level.hasWildcard) return level;
    for (const hit of hits) add(hit, level);
    await this.#grow(level, A, MORE_LABELS);
    await this.#grow(level, AAAA, LABELS_AAAA);
    return level;
  }

  /** Adds what further labels resolve to. Returns how many got a reply. */
  async #grow(level: WildcardLevel, type: number, labels: number): Promise<number> {
    const { hits, failed } = await askAll(this.#scope, type, level.invent(labels));
    for (const hit of hits) add(hit, level);
    return labels - failed;
  }

  /** Names that are compared by their IPv6 addresses need the whole pool of these, too. */
  async #growAsCompared(level: WildcardLevel, doubtful: readonly Hit[], labels: number): Promise<number> {
    const isByIpv6 = doubtful.some(({ addresses }) => addresses.some((address) => address.includes(':')));
    const types = isByIpv6 ? [A, AAAA] : [A];
    return Math.min(...(await Promise.all(types.map((type) => this.#grow(level, type, labels)))));
  }

  /** The hits that resolve differently from the wildcard. */
  async #outside(level: WildcardLevel, hits: readonly Hit[]): Promise<readonly Hit[]> {
    const whole = await this.#withIpv6(hits);
    return whole.filter((hit) => !isOfPool(hit, level));
  }

  /** Names without an IPv4 address are compared by their IPv6 addresses. */
  async #withIpv6(hits: readonly Hit[]): Promise<readonly Hit[]> {
    const bare = hits.filter(({ addresses, aliases }) => addresses.length === 0 && aliases.length === 0);
    if (bare.length === 0) return hits;
    const asked = await askAll(
      this.#scope,
      AAAA,
      bare.map(({ prefix }) => prefix),
    );
    const ipv6 = new Map(asked.hits.map((hit) => [hit.prefix, hit]));
    return hits.map((hit) => {
      const other = hit.addresses.length > 0 ? undefined : ipv6.get(hit.prefix);
      return other === undefined ? hit : { ...other, isPartial: hit.isPartial };
    });
  }

  async #unchanged(hits: readonly Hit[]): Promise<readonly Hit[]> {
    const again = await askAll(
      this.#scope,
      A,
      hits.map(({ prefix }) => prefix),
    );
    const whole = await this.#withIpv6(again.hits);
    const before = new Map(hits.map((hit) => [hit.prefix, keyOf(hit)]));
    return whole.filter((hit) => before.get(hit.prefix) === keyOf(hit));
  }
}

function isOfPool({ addresses, aliases }: Hit, { pool }: WildcardLevel): boolean {
  const [alias] = aliases;
  return alias === undefined ? addresses.every((address) => pool.has(address)) : pool.has(alias);
}

function add(hit: Hit, { pool, values, answers }: WildcardLevel): void {
  answers.add(keyOf(hit));
  for (const value of [...hit.addresses, ...hit.aliases]) pool.add(value);
  for (const value of comparedOf(hit)) values.add(value);
}

function keyOf(hit: Hit): string {
  return [...new Set(comparedOf(hit))].sort().join(' ');
}

/** The addresses behind an alias may change with every reply, and say nothing about the name. */
function comparedOf({ addresses, aliases }: Hit): readonly string[] {
  return aliases.length > 0 ? aliases.slice(0, 1) : addresses;
}

/**
 * How many labels in a row without a new answer show that a wildcard has no more than `answers`, in 999 of 1,000 searches: if one
 * of n equally frequent answers is missing, m labels all miss it with a probability of e^(-m/n). The further factor n in the
 * logarithm is for answers that are less frequent than others.
 */
function labelsToComplete(answers: number): number {
  return Math.max(QUIET_LABELS, Math.ceil(answers * Math.log(1000 * answers)));
}

function withoutCrowds(hits: readonly Hit[]): readonly Hit[] {
  const crowds = new Map<string, number>();
  for (const hit of hits) crowds.set(keyOf(hit), (crowds.get(keyOf(hit)) ?? 0) + 1);
  return hits.filter((hit) => (crowds.get(keyOf(hit)) ?? 0) < SHARED_BY);
}

function below(parent: string, labels: readonly string[]): string[] {
  return parent === '' ? [...labels] : labels.map((label) => `${label}.${parent}`);
}
