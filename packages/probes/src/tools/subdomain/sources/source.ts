import type { SubdomainSource } from '@sonde/contract';
import type { LocalData } from '../../../data/data.ts';
import type { TargetLimits } from '../../../limits/target-limits.ts';
import type { Net } from '../../../net/net.ts';

/** What a source works with. */
export interface SourceContext {
  /** The domain below which names are searched. */
  readonly domain: string;
  /** The zone that contains the domain: the domain itself or a parent. */
  readonly zone: string;
  readonly net: Net;
  readonly data: LocalData;
  readonly limits: Pick<TargetLimits, 'searchTurns'>;
  /** Also fires at the source's own deadline. */
  readonly signal: AbortSignal;
  /** Adds names; those that are not below the domain are ignored. */
  suggest(names: Iterable<string>): void;
}

/** One source of names. If it cannot be queried it throws, which becomes a gap with its name. */
export interface Source {
  readonly name: SubdomainSource;
  readonly timeoutMs: number;
  /** Whether the configuration enables it; default: yes. */
  isEnabled?(data: LocalData): boolean;
  find(context: SourceContext): Promise<void>;
}
