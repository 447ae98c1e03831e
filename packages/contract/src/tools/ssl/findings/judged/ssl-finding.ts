import type { Finding } from '../../../../finding/finding.ts';
import type { Unjudged } from '../../../../finding/unjudged.ts';
import type { ssl } from '../../contract.ts';
import type { SslCode } from '../../explanations.ts';

export type UnjudgedSsl = Unjudged<typeof ssl>;

export interface SslFinding extends Finding {
  readonly code: SslCode;
}

/** How many names the evidence lists; the others are counted. */
const LISTED = 3;

/** `a, b, c and 2 more`. */
export function listed(names: readonly string[], most = LISTED): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

export function hasGap({ gaps }: Pick<UnjudgedSsl, 'gaps'>, part: string): boolean {
  return gaps.some((gap) => gap.part === part);
}
