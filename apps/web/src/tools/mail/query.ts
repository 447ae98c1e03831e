import { mail, type Reading } from '@sonde/contract';
import { ask } from '../../browser/api/ask.ts';
import type { LookupPartsOptions } from '../lookup/lookup-parts.ts';
import { type MailOptions, parametersOf } from './asked.ts';

export type MailAnswer = Reading<typeof mail.answer>;
type MailPart = Reading<typeof mail.progress>;

/** What is known so far: absent fields are still on their way, null ones could not be determined. */
export type MailKnown = Partial<MailAnswer>;

/** Runs only when the button is pressed: a check connects to servers of the domain. */
export function mailLookup(
  domain: string,
  options: MailOptions,
  isAsked: boolean,
): LookupPartsOptions<MailAnswer, MailPart, MailKnown> {
  const parameters = parametersOf(options);
  return {
    queryKey: ['mail', domain, ...Object.entries(parameters).flat()],
    queryFn: ({ signal, onPart, fresh }) => ask(mail, { domain, ...parameters, ...fresh }, signal, onPart),
    enabled: isAsked,
    retry: false,
    addParts: (known, parts) => Object.assign({}, known, ...parts.map(({ part: _, ...fields }): MailKnown => fields)),
  };
}
