import { type Facts, noFacts } from '../registration/facts.ts';
import { readDomainFacts } from './domain-facts.ts';
import { readFields } from './fields.ts';
import { readNumberFacts } from './number-facts.ts';
import { kindOfAnswer, resourcesOf } from './number-resources.ts';
import { type Subject, whoisSlashDates } from './questions.ts';

/**
 * What the text of a WHOIS answer says, as far as its layout and words are known. Of networks and AS numbers it is the most
 * specific one around the subject, or of all when there is none; the server's name tells what its text does not.
 */
export function readFacts(text: string, subject: Subject | null = null, server = ''): Facts {
  const fields = readFields(text);
  const kind = subject === null ? kindOfAnswer(fields) : subject.kind;
  if (kind === null || kind === 'domain') return readDomainFacts(fields, text, whoisSlashDates(server));
  const resources = resourcesOf(fields, kind, subject);
  return resources.length === 0 ? noFacts : readNumberFacts(resources, text);
}
