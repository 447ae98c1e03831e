import type { NumericDates } from '../registration/dates.ts';
import { noFacts, type RegistrationFacts } from '../registration/facts.ts';
import { readDomainFacts } from './domain-facts.ts';
import { readFields } from './fields.ts';
import { readNumberFacts } from './number-facts.ts';
import { kindOfAnswer, resourcesOf } from './number-resources.ts';
import { type Subject, whoisDateOrder } from './questions.ts';

/**
 * The facts in the text of a WHOIS reply, as far as its layout and field names are known. For a network or an AS number
 * they describe the most specific resource that contains the subject, or the most specific of all without a subject.
 * `server` resolves what the text leaves open, such as the order of day and month.
 */
export function readFacts(text: string, subject: Subject | null = null, server = ''): RegistrationFacts {
  const fields = readFields(text);
  const kind = subject === null ? kindOfAnswer(fields) : subject.kind;
  if (kind === null || kind === 'domain')
    return readDomainFacts(fields, text, { order: dateOrder(text, server), server });
  const resources = resourcesOf(fields, kind, subject);
  return resources.length === 0 ? noFacts : readNumberFacts(resources, text);
}

/** AFNIC states its format in a comment; other servers are known. */
function dateOrder(text: string, server: string): NumericDates {
  return /^%+ complete date format ?: ?DD\/MM\/YYYY/m.test(text) ? 'day-first' : whoisDateOrder(server);
}
