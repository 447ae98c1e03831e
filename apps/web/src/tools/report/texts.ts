import { costInWords } from './expected-parts.ts';
import { partLists } from './part-lists.ts';

/** Texts shown before there is a report. */
export const texts = {
  invalid: 'Please enter a domain name or an IP address',
  placeholder: 'Enter a domain or an IP address',
  button: 'Report',
  busy: 'Reporting...',
  loading: 'Running the tools...',
  failed: 'The report could not be made.',
  about: `Runs several tools on one target at once, and lists what they find and what to do about it. A report on a name takes up to ${costInWords(partLists['domain'] ?? [])}; on an address, up to ${costInWords(partLists['ipv4'] ?? [])}. A result that was measured a moment ago costs a quarter.`,
} as const;
