import * as z from 'zod/mini';
import { requiredField } from '../../../target-field.ts';
import { toDnsName } from '../../../targets/domain.ts';
import { toMailDomain } from '../../../targets/mail-domain.ts';

const MAX_SELECTORS = 20;
const MAX_SENDER = 320;
/** A selector is one or more labels (RFC 6376 section 3.1). */
const SELECTOR = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;
const SENDER = /^[\x21-\x7e]+$/;

/** The domain of a mailbox, or a domain name, as lower-case A-labels. */
export const mailDomainField = requiredField(
  'domain',
  {
    missing: 'Please enter a domain name or an email address',
    invalid: 'Please enter a domain name or an email address (e.g. example.com)',
  },
  toMailDomain,
);

/** DKIM selectors, comma separated; an empty list if the parameter is missing. */
export const selectorsField = z.pipe(
  z.optional(z.string({ error: "'selectors' must be given once." })),
  z.transform((text: string | undefined, { issues }): string[] => {
    const selectors = (text ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((one) => one !== '');
    const isValid = selectors.every((one) => one.length <= 180 && SELECTOR.test(one));
    if (isValid && selectors.length <= MAX_SELECTORS) return [...new Set(selectors)];
    const message = `'selectors' must be names such as s1 or mail.2026, comma separated, ${MAX_SELECTORS} at most.`;
    issues.push({ code: 'custom', message, input: text });
    return [];
  }),
);

/** An envelope sender for SPF: a mailbox, or only a domain; null if the parameter is missing. */
export const senderField = z.pipe(
  z.optional(z.string({ error: "'sender' must be given once." })),
  z.transform((text: string | undefined, { issues }): string | null => {
    const sender = text?.trim() ?? '';
    if (sender === '') return null;
    const domain = sender.slice(sender.lastIndexOf('@') + 1);
    if (sender.length <= MAX_SENDER && SENDER.test(sender) && toDnsName(domain) !== null) return sender;
    issues.push({ code: 'custom', message: "'sender' must be an email address or a domain name.", input: text });
    return null;
  }),
);
