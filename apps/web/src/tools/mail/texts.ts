export const texts = {
  invalid: 'Please enter a domain name or an email address',
  placeholder: 'Enter a domain or an email address',
  button: 'Check',
  busy: 'Checking...',
  loading: 'Reading what the domain publishes about its mail...',
  failed: 'The mail of this domain could not be checked.',
  reader: 'Read the header of a message',
  readerFailed: 'The reader of headers could not be loaded.',
  about:
    'Reads what a domain publishes about its mail: who takes it, who may send it, and how it is protected on the way. Whether one message arrives, it cannot tell: that is up to the receiver.',
} as const;
