import type { DataOf, Tools } from '@sonde/contract';

export type Registration = DataOf<Tools['whois']>['registration'];
export type Contact = Registration['contacts'][number];

/** What one answer says of a registration, whatever the protocol; null and [] where it is silent. */
export type Facts = Omit<Registration, 'kind' | 'name' | 'sources' | 'notes'> & {
  /** True when the answer says that it holds something back. */
  readonly isRedacted: boolean;
};

export const noFacts: Facts = {
  handle: null,
  label: null,
  range: null,
  registrar: null,
  created: null,
  updated: null,
  expires: null,
  registrarExpires: null,
  status: [],
  nameServers: [],
  dnssec: null,
  ds: [],
  country: null,
  contacts: [],
  abuse: null,
  isRedacted: false,
};

/** What a value may hold; longer ones are cut, for nobody reads them here: the whole text stands beside. */
const MAX_CHARACTERS = 500;
export const MAX_ITEMS = 64;

const REDACTED =
  /^[<(*\s]*(?:redacted\b|data (?:redacted|protected)|(?:data )?not (?:disclosed|shown)|n\/a\b|non-disclosed|hidden|withheld|private$|gdpr |please query the r(?:dds|egistrar)|statutory masking|restricted$)/i;

/** True for what registries write in place of a value that they hold back. */
export function isRedactedValue(value: string): boolean {
  return REDACTED.test(value.trim());
}

/** A value fit to be shown, or null when there is none. */
export function shownValue(value: string | null | undefined): string | null {
  const text = (value ?? '').replace(/\s+/g, ' ').trim();
  return text === '' || isRedactedValue(text) ? null : text.slice(0, MAX_CHARACTERS);
}
