import type { Finding, FindingState } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import type { mailExplanations } from '../../../mail/record-explanations.ts';
import type { mail } from '../contract.ts';
import type { mailCheckExplanations } from '../explanations.ts';

export type UnjudgedMail = Unjudged<typeof mail>;

/** Codes shared with the DNS lookup, with the same meaning. */
type SharedCode = Extract<
  keyof typeof mailExplanations,
  | 'mx-address'
  | 'mx-alias'
  | 'mx-null'
  | 'mx-null-and-others'
  | 'spf-missing'
  | 'spf-several'
  | 'spf-passes-all'
  | 'spf-neutral'
  | 'spf-syntax'
  | 'spf-wide'
  | 'dmarc-enforced'
  | 'dmarc-none'
  | 'dmarc-partial'
  | 'dmarc-several'
>;
export type MailCode = keyof typeof mailCheckExplanations | SharedCode;

export interface MailFinding extends Finding {
  readonly code: MailCode;
}

export function finding(
  code: MailCode,
  state: FindingState,
  about: string,
  evidence: string,
  fix: string | null,
): MailFinding {
  return { code, state, about, evidence, fix };
}
