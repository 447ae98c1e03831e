import type { SubdomainSource } from '@sonde/contract';
import type { LocalData } from '../../../data/data.ts';
import type { Net } from '../../../net/net.ts';

/** What a source is given. */
export interface SourceContext {
  /** What is searched. */
  readonly domain: string;
  /** The zone that it is in: itself, or one above. */
  readonly zone: string;
  readonly net: Net;
  readonly data: LocalData;
  /** Fires at the source's own deadline, too. */
  readonly signal: AbortSignal;
  /** Takes texts with names in them; whatever is not below the domain is left out. */
  suggest(names: Iterable<string>): void;
}

/** One place where names are known. It throws when it could not be asked; that is a gap with its name. */
export interface Source {
  readonly name: SubdomainSource;
  readonly timeoutMs: number;
  /** Whether the operator wants it; default: yes. */
  isWanted?(data: LocalData): boolean;
  find(context: SourceContext): Promise<void>;
}
