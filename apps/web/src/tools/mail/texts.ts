export const texts = {
  invalid: 'Please enter a domain name or an email address',
  placeholder: 'Enter a domain or an email address',
  button: 'Check',
  busy: 'Checking...',
  loading: 'Reading what the domain publishes about its mail...',
  failed: 'The mail of this domain could not be checked.',
  reader: 'Read a message header',
  readerFailed: 'The header reader could not be loaded.',
  about:
    'Reads what a domain publishes about its mail: which servers receive it, who may send it, and how it is protected in transit. It cannot tell what becomes of a single message: that is up to its receiver.',
} as const;
