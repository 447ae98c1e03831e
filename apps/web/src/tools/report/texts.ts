import { toolsInWords } from './expected-parts.ts';
import { partLists } from './part-lists.ts';

/** Texts shown before there is a report. */
export const texts = {
  invalid: 'Please enter a domain name or an IP address',
  placeholder: 'Enter a domain or an IP address',
  button: 'Report',
  busy: 'Reporting...',
  loading: 'Running the tools...',
  failed: 'The report could not be made.',
  about: `Runs several tools on one target at once, and lists what they find and what to do about it: ${toolsInWords(partLists['domain'] ?? [])} on a name, ${toolsInWords(partLists['ipv4'] ?? [])} on an address.`,
} as const;
