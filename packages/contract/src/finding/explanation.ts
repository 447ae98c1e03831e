import type { FindingState } from './finding.ts';

/** Where a problem is fixed: a server program, or a place where a setting is kept. */
export const remedyPlaces = [
  'nginx',
  'Apache',
  'Caddy',
  'HAProxy',
  'Postfix',
  'Dovecot',
  'OpenSSH',
  'Certificate authority',
  'Registrar',
  'Zone file',
  'Name server',
  'Firewall',
  'Any server',
] as const;
export type RemedyPlace = (typeof remedyPlaces)[number];

/** Explains a finding independently of the answer: sentences in plain English, without values. */
export interface Explanation {
  /** The states that the finding may have. */
  readonly states: readonly FindingState[];
  /** A short heading that states the finding, without a full stop. */
  readonly title: string;
  /** What it means. */
  readonly meaning: string;
  /** Why it matters. */
  readonly importance: string;
  /** What a browser, a resolver, a mail server or another client does because of it. */
  readonly effect: string;
  /** How to fix it, by place: lines of configuration, or a sentence. A plain string explains why there is nothing to fix. */
  readonly remedies: Readonly<Partial<Record<RemedyPlace, string>>> | string;
  /** The document it is based on: an RFC, a guideline, a registry. */
  readonly source: { readonly name: string; readonly url: string };
}
