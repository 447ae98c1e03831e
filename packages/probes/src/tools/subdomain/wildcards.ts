import { randomBytes } from 'node:crypto';
import type { Net } from '../../net/net.ts';
import { A, AAAA, askAll, type Hit } from './hits.ts';

/** What names that nobody made lead to, below one name. */
interface Level {
  readonly hasWildcard: boolean;
  /** Addresses of both families, and names that aliases lead to. */
  readonly pool: Set<string>;
  /** Different answers so far: one for a plain wildcard, many for one that rotates. */
  readonly answers: Set<string>;
}

export interface Sifted {
  /** Names that somebody made. */
  readonly real: readonly Hit[];
  /** Names that exist below a wildcard and lead elsewhere; `confirm` looks again. */
  readonly doubtful: readonly Hit[];
}

/**
 * Below the domain itself thousands of words are asked for, elsewhere a few: so many labels find a wildcard that answers
 * one name in twenty, too. Where there is one wildcard there may be others.
 */
const LABELS_BELOW_DOMAIN = 100;
const LABELS_ELSEWHERE = 4;
const LABELS_IN_DOUBT = 40;
const MORE_LABELS = 12;
const LABELS_AAAA = 6;
const ROUND_LABELS = 60;
const MAX_ROUNDS = 10;
/** So many rounds without a new answer, and the pool is known. */
const QUIET_ROUNDS = 3;
/** Rounds in which the doubtful names are asked again: what changes its mind is no host. */
const REPEATS = 2;
/** Of a wildcard with so many answers, an answer that so many words share is one more of its own. */
const ROTATING_ANSWERS = 8;
const SHARED_BY = 30;

interface Surroundings {
  readonly net: Net;
  readonly domain: string;
  readonly signal: AbortSignal;
}

/**
 * Tells names that somebody made from names that exist only because all do (RFC 4592), level by level: random labels
 * show what a wildcard answers, and a name that leads nowhere else is one of its inventions.
 */
export class Wildcards {
  readonly #around: Surroundings;
  readonly #levels = new Map<string, Promise<Level>>();
  /** The levels with a wildcard, as prefixes; the empty text is the domain itself. */
  readonly found = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** All hits must be below `parent` by one label. */
  async sift(parent: string, hits: readonly Hit[]): Promise<Sifted> {
    const level = await this.#levelOf(parent);
    if (!level.hasWildcard) return { real: hits, doubtful: [] };
    const whole = await this.#withIpv6(hits);
    return { real: [], doubtful: whole.filter((hit) => !isOfPool(hit, level)) };
  }

  /** Those of the doubtful names that still lead elsewhere when the wildcard has shown all it has; none if it never does. */
  async confirm(parent: string, doubtful: readonly Hit[]): Promise<readonly Hit[]> {
    const level = await this.#levelOf(parent);
    let left = doubtful;
    let quiet = 0;
    for (let round = 0; quiet < QUIET_ROUNDS && left.length > 0; round += 1) {
      if (round === MAX_ROUNDS) return [];
      const before = level.pool.size;
      await this.#grow(level, parent, ROUND_LABELS);
      if (round < REPEATS) left = await this.#unchanged(left);
      left = left.filter((hit) => !isOfPool(hit, level));
      quiet = level.pool.size === before ? quiet + 1 : 0;
    }
    return level.answers.size < ROTATING_ANSWERS ? left : withoutCrowds(left);
  }

  #levelOf(parent: string): Promise<Level> {
    const known = this.#levels.get(parent);
    if (known !== undefined) return known;
    const made = this.#explore(parent);
    this.#levels.set(parent, made);
    return made;
  }

  async #explore(parent: string): Promise<Level> {
    const elsewhere = this.found.size > 0 ? LABELS_IN_DOUBT : LABELS_ELSEWHERE;
    const labels = parent === '' ? LABELS_BELOW_DOMAIN : elsewhere;
    const hits = await askAll(this.#around, A, randomNames(parent, labels));
    const level: Level = { hasWildcard: hits.length > 0, pool: new Set(), answers: new Set() };
    if (!level.hasWildcard) return level;
    this.found.add(parent);
    for (const hit of hits) add(hit, level);
    await this.#grow(level, parent, MORE_LABELS);
    for (const hit of await askAll(this.#around, AAAA, randomNames(parent, LABELS_AAAA))) add(hit, level);
    return level;
  }

  async #grow(level: Level, parent: string, labels: number): Promise<void> {
    for (const hit of await askAll(this.#around, A, randomNames(parent, labels))) add(hit, level);
  }

  /** A name without IPv4 address is judged by its IPv6 ones. */
  async #withIpv6(hits: readonly Hit[]): Promise<readonly Hit[]> {
    const bare = hits.filter(({ addresses, aliases }) => addresses.length === 0 && aliases.length === 0);
    if (bare.length === 0) return hits;
    const asked = await askAll(
      this.#around,
      AAAA,
      bare.map(({ prefix }) => prefix),
    );
    const byPrefix = new Map(asked.map((hit) => [hit.prefix, hit]));
    return hits.map((hit) => (hit.addresses.length > 0 ? hit : (byPrefix.get(hit.prefix) ?? hit)));
  }

  async #unchanged(hits: readonly Hit[]): Promise<readonly Hit[]> {
    const again = await askAll(
      this.#around,
      A,
      hits.map(({ prefix }) => prefix),
    );
    const whole = await this.#withIpv6(again);
    const before = new Map(hits.map((hit) => [hit.prefix, keyOf(hit)]));
    return whole.filter((hit) => before.get(hit.prefix) === keyOf(hit));
  }
}

function isOfPool({ addresses, aliases }: Hit, { pool }: Level): boolean {
  const [alias] = aliases;
  return alias === undefined ? addresses.every((address) => pool.has(address)) : pool.has(alias);
}

function add(hit: Hit, { pool, answers }: Level): void {
  answers.add(keyOf(hit));
  for (const value of [...hit.addresses, ...hit.aliases]) pool.add(value);
}

function keyOf({ addresses, aliases }: Hit): string {
  return `${aliases[0] ?? ''} ${[...new Set(addresses)].sort().join(' ')}`;
}

function withoutCrowds(hits: readonly Hit[]): readonly Hit[] {
  const crowds = new Map<string, number>();
  for (const hit of hits) crowds.set(keyOf(hit), (crowds.get(keyOf(hit)) ?? 0) + 1);
  return hits.filter((hit) => (crowds.get(keyOf(hit)) ?? 0) < SHARED_BY);
}

/** Labels that nobody has made, of different lengths: some wildcards go by patterns. */
function randomNames(parent: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const label = `z${randomBytes(16)
      .toString('hex')
      .slice(0, index % 4 === 3 ? 8 : 12)}`;
    return parent === '' ? label : `${label}.${parent}`;
  });
}
