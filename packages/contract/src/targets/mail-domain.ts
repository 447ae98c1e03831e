import { toHostName } from './domain.ts';
import { readPasted } from './pasted.ts';

/** The domain whose mail is meant, as lower-case A-labels, or null: a domain name, or that of a mail address or a URL. */
export function toMailDomain(text: string): string | null {
  const name = toHostName(text);
  if (name !== null) return name;
  const pasted = readPasted(text);
  return pasted !== null && pasted.kind === 'domain' ? pasted.host : null;
}
