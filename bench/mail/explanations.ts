import type { Peer } from './contenders.ts';

const netDns = 'Net::DNS refuses to build the question, which ends the program and not the evaluation';
const longName = 'the resolver of Node refuses the name, which counts as an error of the servers';
const cares = 'the resolver of Node refuses names with these characters, which counts as an error of the servers';
const mapped = 'it compares an IPv4 address with networks of IPv6 as the address that maps it';
const modifiers = 'it does not read the modifier exp, so an error in it is not one';
const macroName = 'it takes an expanded name that is none for an error of the record';

/** Explains each deviation, case by case; any other is a disagreement. `sonde`: deviates from what the suite allows. */
export const explanations: Readonly<Partial<Record<`${Peer | 'sonde'} ${string}`, string>>> = {
  'sonde null-text':
    'a TXT record without any string cannot be (RFC 1035 section 3.3.14): the decoder refuses the message, as resolvers do',
  'pyspf null-text': 'it reads a TXT record without any string, which the decoder of Sonde refuses',
  'Mail::SPF null-text': 'it reads a TXT record without any string, which the decoder of Sonde refuses',
  'sonde p-macro-multiple':
    'the guard of Sonde asks nothing about addresses of private networks, so their names are unknown',
  'pyspf p-macro-multiple': 'Sonde asks nothing about addresses of private networks',
  'Mail::SPF p-macro-multiple': 'Sonde asks nothing about addresses of private networks',
  'Mail::SPF toolonglabel': netDns,
  'Mail::SPF emptylabel': netDns,
  'Mail::SPF invalid-domain-empty-label': netDns,
  'Mail::SPF multispf1':
    'the suite allows both: two equal records are one to the network layer of Sonde (RFC 2181 section 5)',
  'mailauth multispf1':
    'the suite allows both: two equal records are one to the network layer of Sonde (RFC 2181 section 5)',
  'pyspf redirect-after-mechanisms1': 'it counts a redirect beside all, which is ignored (RFC 7208 section 6.1)',
  'Mail::SPF redirect-after-mechanisms1': 'it counts a redirect beside all, which is ignored (RFC 7208 section 6.1)',
  'mailauth invalid-domain-empty-label': 'the suite allows both results',
  'mailauth invalid-domain-long': longName,
  'mailauth invalid-domain-long-via-macro': longName,
  'mailauth a-colon-domain': cares,
  'mailauth a-colon-domain-ip4mapped': cares,
  'mailauth mx-colon-domain': cares,
  'mailauth mx-colon-domain-ip4mapped': cares,
  'mailauth macro-mania-in-domain': cares,
  'mailauth bare-ip6': 'it passes over ip6 without an address, which is an error of syntax',
  'Mail::SPF cidr6-0-ip4': mapped,
  'Mail::SPF cidr6-ip4': mapped,
  'mailauth exp-syntax-error': modifiers,
  'mailauth exp-twice': modifiers,
  'mailauth exp-only-macro-char': modifiers,
  'mailauth invalid-hello-macro': macroName,
  'mailauth hello-domain-literal': macroName,
  'mailauth require-valid-helo': macroName,
  'Mail::SPF mx-limit': 'it looks at ten MX records and goes on, where RFC 7208 section 4.6.4 has an error',
};
