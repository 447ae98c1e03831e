import type { DataOf, Tools } from '@sonde/contract';

export type MeasuredRegistration = DataOf<Tools['whois']>['registration'];
export type Contact = MeasuredRegistration['contacts'][number];
/** What an answer says about a larger resource that contains the queried one. */
export type Enclosing = Omit<MeasuredRegistration['partOf'][number], 'server'>;

/** What one answer says about a registration, from RDAP or WHOIS; null and [] where it says nothing. */
export type RegistrationFacts = Omit<
  MeasuredRegistration,
  'kind' | 'name' | 'state' | 'partOf' | 'sources' | 'notes'
> & {
  /** Larger resources that contain the queried one, the smallest first. */
  readonly partOf: readonly Enclosing[];
  /** True if the answer says that data are redacted. */
  readonly isRedacted: boolean;
};

export const noFacts: RegistrationFacts = {
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

/** Longer values are cut; the complete text of the reply is part of the answer. */
const MAX_CHARACTERS = 500;
export const MAX_ITEMS = 64;

const REDACTED =
  /^[<(*\s]*(?:redacted(?:\b|_)|data (?:redacted|protected)|(?:data )?not (?:disclosed|shown|published)\b|n\/a\b|non-disclosed|hidden|withheld|private(?: person)?$|personal information$|gdpr |ano nymous$|please (?:query|contact) the (?:rdds|registrar|whois server)|statutory masking|restricted$)/i;

/** What registries write for an empty value; question marks stand for letters that a server could not write (.sy). */
const BLANK =
  /^(?:[-–—.]*|[?\s]+|<?(?:none|null|nil|unknown|not applicable|not[. ]defined|no value|suspended domain name)>?|no (?:registrar|registration status) listed\..{0,80})$/i;

/** True for the texts that registries write in place of a redacted value. */
export function isRedactedValue(value: string): boolean {
  return REDACTED.test(value.trim());
}

/** A value as it is shown: one line of at most 500 characters; null if it is empty or redacted. */
export function shownValue(value: string | null | undefined): string | null {
  const text = (value ?? '').replace(/\s+/g, ' ').trim();
  return BLANK.test(text) || isRedactedValue(text) ? null : text.slice(0, MAX_CHARACTERS);
}
