import type { DataOf, Tools } from '@sonde/contract';

export type Registration = DataOf<Tools['whois']>['registration'];
export type Contact = Registration['contacts'][number];
/** What an answer says of a registration around the one that was asked for. */
export type Enclosing = Omit<Registration['partOf'][number], 'server'>;

/** What one answer says of a registration, whatever the protocol; null and [] where it is silent. */
export type Facts = Omit<Registration, 'kind' | 'name' | 'partOf' | 'sources' | 'notes'> & {
  /** Registrations around the one that was asked for, the nearest first. */
  readonly partOf: readonly Enclosing[];
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
  partOf: [],
  isRedacted: false,
};

/** What a value may hold; longer ones are cut, for nobody reads them here: the whole text stands beside. */
const MAX_CHARACTERS = 500;
export const MAX_ITEMS = 64;

const REDACTED =
  /^[<(*\s]*(?:redacted\b|data (?:redacted|protected)|(?:data )?not (?:disclosed|shown)|n\/a\b|non-disclosed|hidden|withheld|private$|gdpr |ano nymous$|please query the (?:rdds|registrar|whois server)|statutory masking|restricted$)/i;

/** What a form has where nothing was filled in. */
const BLANK = /^[-–—.]*$/;

/** True for what registries write in place of a value that they hold back. */
export function isRedactedValue(value: string): boolean {
  return REDACTED.test(value.trim());
}

/** A value fit to be shown, or null when there is none. */
export function shownValue(value: string | null | undefined): string | null {
  const text = (value ?? '').replace(/\s+/g, ' ').trim();
  return BLANK.test(text) || isRedactedValue(text) ? null : text.slice(0, MAX_CHARACTERS);
}
