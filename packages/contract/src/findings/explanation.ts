import type { FindingState } from './finding.ts';

/** Where something is mended: a server program, or a place where a setting is kept. */
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

/** What is known about a finding, independent of the answer. Sentences in plain English, without values. */
export interface Explanation {
  /** The states it may have. */
  readonly states: readonly FindingState[];
  /** What is the case, as a short heading without a full stop. */
  readonly title: string;
  /** What it means. */
  readonly meaning: string;
  /** Why it matters. */
  readonly importance: string;
  /** What a browser, a resolver, a mail server or another client does because of it. */
  readonly effect: string;
  /** How to mend it, by place: lines of configuration, or a sentence. A text alone says why there is nothing to mend. */
  readonly remedies: Readonly<Partial<Record<RemedyPlace, string>>> | string;
  /** The document that it rests on: an RFC, a guideline, a registry. */
  readonly source: { readonly name: string; readonly url: string };
}
