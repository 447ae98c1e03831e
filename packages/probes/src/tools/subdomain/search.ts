import {
  type AddressFamily,
  addressFamilies,
  type FailureReason,
  type Subdomain,
  type SubdomainSource,
} from '@sonde/contract';
import { type BulkReport, type Net, ZoneFailure } from '../../net/net.ts';
import { type Entry, listedAs, newEntry } from './entry.ts';
import { groupBy } from './group-by.ts';
import { A, AAAA, type Hit, readHit } from './hits.ts';
import { byBranch, parentOf, prefixOf } from './names.ts';
import { type WildcardLevel, Wildcards } from './wildcards.ts';

export interface SearchOptions {
  readonly net: Net;
  readonly domain: string;
  readonly signal: AbortSignal;
  /** Called for every name that `takeChanges` now has, with all that is known of it. */
  readonly onListed?: () => void;
}

/** More than any page shows; a zone transfer from a provider could yield millions. */
const MAX_NAMES = 10_000;
/** Names as received from sources, which repeat each one dozens of times. */
const MAX_TEXTS = 400_000;

/**
 * The names found so far. Sources `suggest` names that they know, or `guess`. Every name is resolved here, A first, then AAAA
 * for names that exist.
 */
export class Search {
  readonly #options: SearchOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #wildcards: Wildcards;
  readonly #foundBy = new Map<SubdomainSource, number>();
  /** Words for names that another source had found before the word was tried. */
  readonly #wordsForKnown = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #working = new Set<Promise<void>>();
  #pending: string[] = [];
  #isScheduled = false;
  #failure: unknown = null;
  #texts = 0;
  #zoneFailure: ZoneFailure | null = null;
  readonly #reasons = new Map<AddressFamily, FailureReason>();
  asked = 0;
  /** Questions with a reply, including NXDOMAIN. */
  answered = 0;
  hasTooMany = false;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#wildcards = new Wildcards(options);
  }

  get wildcards(): string[] {
    return this.#named(this.#wildcards.found);
  }

  /** The wildcards that answer for only some names. */
  get partialWildcards(): string[] {
    return this.#named(this.#wildcards.partial);
  }

  /** True when a test for wildcards got no reply, so that guessed names may be wildcard answers. */
  get isUntested(): boolean {
    return this.#wildcards.isUntested;
  }

  /** Why the last question without a reply for this family got none; null if all were answered. */
  failureOf(family: AddressFamily): FailureReason | null {
    return this.#reasons.get(family) ?? null;
  }

  /** Prefixes of names that exist. */
  get existing(): string[] {
    return [...this.#entries].flatMap(([prefix, { exists }]) => (exists ? [prefix] : []));
  }

  /** How many names a source has provided, including those already known from others. */
  foundBy(source: SubdomainSource): number {
    return this.#foundBy.get(source) ?? 0;
  }

  /** Adds names that a source knows; ignores those that are not below the domain. */
  suggest(texts: Iterable<string>, source: SubdomainSource): void {
    // One at a time, so that nothing beyond the limits is read.
    for (const text of texts) {
      this.#texts += 1;
      this.hasTooMany ||= this.#texts > MAX_TEXTS;
      if (this.#texts > MAX_TEXTS) break;
      const prefix = prefixOf(text, this.#options.domain);
      if (prefix === null) continue;
      const entry = this.#enter(prefix);
      if (entry === null) break;
      if (!entry.isSettled && entry.sources.size === 0) this.#pending.push(prefix);
      this.#addSource(prefix, entry, source);
    }
    this.#schedule();
  }

  /** Queries names that may exist, and lists those that are not wildcard answers. Returns how many got no reply. */
  async guess(prefixes: Iterable<string>, source: SubdomainSource): Promise<number> {
    const doubtful = new Map<WildcardLevel, Hit[]>();
    let silent = 0;
    const list = (hits: readonly Hit[]) => {
      for (const { prefix } of hits) {
        const entry = this.#enter(prefix);
        if (entry !== null) this.#addSource(prefix, entry, source);
      }
      this.#track(this.#settle(hits));
    };
    const candidates = this.#unknownOf(prefixes, source);
    this.#wildcards.prepare('');
    for await (const { hits, failed } of this.#ask(A, candidates, false)) {
      silent += failed.length;
      for (const [parent, group] of groupBy(hits, ({ prefix }) => parentOf(prefix))) {
        const sifted = await this.#wildcards.sift(parent, group);
        list(sifted.real);
        for (const [level, more] of sifted.doubtful) doubtful.set(level, [...(doubtful.get(level) ?? []), ...more]);
      }
    }
    for (const [level, hits] of doubtful) list(await this.#wildcards.confirm(level, hits));
    return silent;
  }

  /** Waits until every name is resolved. @throws the first failure on the way. */
  async settled(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
    if (this.#failure !== null) throw this.#failure;
  }

  /** The names that are new or changed since the last call. */
  takeChanges(): Subdomain[] {
    const changes = [...this.#changed].flatMap((prefix) => this.#listed(prefix) ?? []);
    this.#changed.clear();
    return changes;
  }

  /** All names, including those without a reply. */
  list(): Subdomain[] {
    this.#creditWords();
    for (const entry of this.#entries.values()) entry.isSettled = true;
    return byBranch(this.#entries.keys()).flatMap((prefix) => this.#listed(prefix) ?? []);
  }

  *#unknownOf(prefixes: Iterable<string>, source: SubdomainSource): Generator<string> {
    for (const prefix of prefixes) {
      if (!this.#entries.has(prefix)) yield prefix;
      else if (source === 'words') this.#wordsForKnown.add(prefix);
    }
  }

  /** Credits words for names that exist, even if another source was faster; below a wildcard, a word proves nothing. */
  #creditWords(): void {
    for (const prefix of this.#wordsForKnown) {
      const entry = this.#entries.get(prefix);
      if (entry?.exists && !this.#wildcards.found.has(parentOf(prefix))) this.#addSource(prefix, entry, 'words');
    }
  }

  #named(prefixes: ReadonlySet<string>): string[] {
    const { domain } = this.#options;
    return byBranch(prefixes).map((prefix) => (prefix === '' ? domain : `${prefix}.${domain}`));
  }

  #listed(prefix: string): Subdomain | null {
    const entry = this.#entries.get(prefix);
    if (entry === undefined || !entry.isSettled) return null;
    return listedAs(`${prefix}.${this.#options.domain}`, entry);
  }

  #enter(prefix: string): Entry | null {
    const known = this.#entries.get(prefix);
    if (known !== undefined) return known;
    if (this.#entries.size >= MAX_NAMES) {
      this.hasTooMany = true;
      return null;
    }
    const made = newEntry();
    this.#entries.set(prefix, made);
    return made;
  }

  #addSource(prefix: string, entry: Entry, source: SubdomainSource): void {
    if (entry.sources.has(source)) return;
    entry.sources.add(source);
    this.#foundBy.set(source, this.foundBy(source) + 1);
    this.#changed.add(prefix);
  }

  /** Names that arrive in one iteration of the event loop are resolved together. */
  #schedule(): void {
    if (this.#pending.length === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    this.#track(Promise.resolve().then(() => this.#resolvePending()));
  }

  async #resolvePending(): Promise<void> {
    const prefixes = this.#pending;
    this.#pending = [];
    this.#isScheduled = false;
    const unheard = new Set(prefixes);
    for await (const { hits, failed } of this.#ask(A, prefixes)) {
      for (const { prefix } of hits) unheard.delete(prefix);
      for (const { prefix } of failed) unheard.delete(prefix);
      this.#track(this.#settle(hits));
      // A source knows these names, so the query for the other family may succeed.
      if (failed.length > 0) this.#track(this.#askIpv6(failed.map(({ prefix }) => prefix)));
    }
    // NXDOMAIN is about the name, whatever the type (RFC 8020).
    for (const prefix of unheard) this.#end(prefix, addressFamilies);
  }

  /** Records the addresses of names that exist, and asks for their IPv6 addresses. */
  async #settle(hits: readonly Hit[]): Promise<void> {
    if (hits.length === 0) return;
    this.#addAddresses(hits, 'ipv4');
    await this.#askIpv6(hits.map(({ prefix }) => prefix));
  }

  async #askIpv6(prefixes: readonly string[]): Promise<void> {
    const open = new Set(prefixes);
    for await (const { hits, failed } of this.#ask(AAAA, prefixes)) {
      for (const { prefix } of failed) {
        open.delete(prefix);
        this.#end(prefix, []);
      }
      for (const { prefix } of hits) open.delete(prefix);
      this.#addAddresses(hits, 'ipv6');
      for (const { prefix } of hits) this.#end(prefix, []);
    }
    for (const prefix of open) this.#end(prefix, this.#entries.get(prefix)?.exists ? ['ipv6'] : addressFamilies);
  }

  #addAddresses(hits: readonly Hit[], family: AddressFamily): void {
    const allowed = this.#options.net.keepAllowed(new Set(hits.flatMap(({ addresses }) => addresses)));
    for (const { prefix, addresses, aliases, isPartial } of hits) {
      const entry = this.#entries.get(prefix);
      if (entry === undefined) continue;
      entry.exists = true;
      if (!isPartial) entry.unknown.delete(family);
      if (addresses.length > 0) entry.hasAddress = true;
      for (const address of addresses) {
        if (allowed.has(address)) (address.includes(':') ? entry.ipv6 : entry.ipv4).add(address);
      }
      if (aliases.length === 0) continue;
      entry.aliases = aliases;
      this.suggest(aliases, 'records');
    }
  }

  /** Marks a name as settled; it has no more addresses of the `known` families. */
  #end(prefix: string, known: readonly AddressFamily[]): void {
    const entry = this.#entries.get(prefix);
    if (entry === undefined) return;
    for (const family of known) entry.unknown.delete(family);
    entry.isSettled = true;
    this.#changed.add(prefix);
    this.#options.onListed?.();
  }

  /** Names that a source knows precede those that are only guessed. */
  async *#ask(type: number, prefixes: Iterable<string>, isUrgent = true) {
    const { net, domain, signal } = this.#options;
    if (this.#zoneFailure !== null) throw this.#zoneFailure;
    let before = 0;
    try {
      for await (const report of net.askMany({ zone: domain, type, prefixes, isUrgent }, signal)) {
        const settled = report.settled - before;
        before = report.settled;
        if (type === A) this.asked += settled;
        this.answered += settled - report.failures.length;
        for (const { reason } of report.failures) this.#reasons.set(type === A ? 'ipv4' : 'ipv6', reason);
        yield { hits: await this.#read(report, type), failed: report.failures };
      }
    } catch (error) {
      // Name servers that are dead for one source are dead for all: further queries fail at once.
      if (error instanceof ZoneFailure) this.#zoneFailure = error;
      throw error;
    }
  }

  #read({ answers }: BulkReport, type: number): Promise<Hit[]> {
    const { net, domain, signal } = this.#options;
    return Promise.all(answers.map((answer) => readHit(answer, { net, domain, type, signal })));
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#working.delete(tracked));
    this.#working.add(tracked);
  }
}
