import { type Mnemonic, typeNumber } from '../type-names.ts';
import { ipv4, ipv6 } from './addresses.ts';
import { apl } from './apl.ts';
import { cert } from './cert.ts';
import { nextHashedOwner, salt, timestamp, typeBitMap } from './dnssec.ts';
import { columns, type RdataForm } from './form.ts';
import { amtrelay, ipseckey } from './gateways.ts';
import { hip } from './hip.ts';
import { loc } from './loc.ts';
import {
  base64,
  eui,
  hex,
  hyphenBase64,
  locator,
  name,
  nsapAddress,
  optionalBase64,
  plainName,
  recordType,
  uint8,
  uint16,
  uint32,
} from './plain-fields.ts';
import { caaTag, longString, optionalString, string, strings } from './strings.ts';
import { svcb } from './svcb.ts';
import { wks } from './wks.ts';

const text = columns(['Text', strings]);
const dnskey = columns(['Flags', uint16], ['Protocol', uint8], ['Algorithm', uint8], ['Public key', optionalBase64]);
const ds = columns(['Key tag', uint16], ['Algorithm', uint8], ['Digest type', uint8], ['Digest', hex]);
const rrsig = columns(
  ['Type covered', recordType],
  ['Algorithm', uint8],
  ['Labels', uint8],
  ['Original TTL', uint32],
  ['Signature expiration', timestamp],
  ['Signature inception', timestamp],
  ['Key tag', uint16],
  ["Signer's name", name],
  ['Signature', base64],
);
const tlsa = columns(
  ['Certificate usage', uint8],
  ['Selector', uint8],
  ['Matching type', uint8],
  ['Certificate association data', hex],
);

/** Every type with a form of its own; the titles are the terms of the RFC named after it. */
const forms: Partial<Record<Mnemonic, RdataForm>> = {
  A: columns(['Address', ipv4]), // RFC 1035
  AAAA: columns(['Address', ipv6]), // RFC 3596
  AFSDB: columns(['Subtype', uint16], ['Hostname', name]), // RFC 1183
  AMTRELAY: amtrelay, // RFC 8777
  APL: apl, // RFC 3123
  AVC: text,
  CAA: columns(['Flags', uint8], ['Tag', caaTag], ['Value', longString]), // RFC 8659
  CDNSKEY: dnskey, // RFC 7344
  CDS: ds, // RFC 7344
  CERT: cert, // RFC 4398
  CNAME: columns(['Canonical name', name]), // RFC 1035
  CSYNC: columns(['SOA serial', uint32], ['Flags', uint16], ['Types', typeBitMap]), // RFC 7477
  DHCID: columns(['Digest', base64]), // RFC 4701
  DLV: ds, // RFC 4431
  DNAME: columns(['Target', name]), // RFC 6672
  DNSKEY: dnskey, // RFC 4034
  DOA: columns(
    ['Enterprise', uint32],
    ['Type', uint32],
    ['Location', uint8],
    ['Media type', string],
    ['Data', hyphenBase64],
  ),
  DS: ds, // RFC 4034
  EID: columns(['Endpoint identifier', hex]),
  EUI48: columns(['EUI-48 address', eui(6)]), // RFC 7043
  EUI64: columns(['EUI-64 address', eui(8)]), // RFC 7043
  GPOS: columns(['Longitude', string], ['Latitude', string], ['Altitude', string]), // RFC 1712
  HINFO: columns(['CPU', string], ['OS', string]), // RFC 1035
  HIP: hip, // RFC 8005
  HTTPS: svcb, // RFC 9460
  IPSECKEY: ipseckey, // RFC 4025
  ISDN: columns(['ISDN address', string], ['Subaddress', optionalString]), // RFC 1183
  KEY: dnskey, // RFC 2535
  KX: columns(['Preference', uint16], ['Exchanger', name]), // RFC 2230
  L32: columns(['Preference', uint16], ['Locator32', ipv4]), // RFC 6742
  L64: columns(['Preference', uint16], ['Locator64', locator]), // RFC 6742
  LOC: loc, // RFC 1876
  LP: columns(['Preference', uint16], ['FQDN', plainName]), // RFC 6742
  MB: columns(['Mailbox host', name]), // RFC 1035
  MD: columns(['Mail destination', name]), // RFC 1035
  MF: columns(['Mail forwarder', name]), // RFC 1035
  MG: columns(['Mail group member', name]), // RFC 1035
  MINFO: columns(['Responsible mailbox', name], ['Error mailbox', name]), // RFC 1035
  MR: columns(['New mailbox', name]), // RFC 1035
  MX: columns(['Preference', uint16], ['Exchange', name]), // RFC 1035
  NAPTR: columns(
    ['Order', uint16],
    ['Preference', uint16],
    ['Flags', string],
    ['Services', string],
    ['Regexp', string],
    ['Replacement', name],
  ), // RFC 3403
  NIMLOC: columns(['Nimrod locator', hex]),
  NID: columns(['Preference', uint16], ['Node ID', locator]), // RFC 6742
  NINFO: text,
  NS: columns(['Name server', name]), // RFC 1035
  NSAP: columns(['NSAP address', nsapAddress]), // RFC 1706
  'NSAP-PTR': columns(['Owner', name]), // RFC 1706
  NSEC: columns(['Next domain name', name], ['Types', typeBitMap]), // RFC 4034
  NSEC3: columns(
    ['Hash algorithm', uint8],
    ['Flags', uint8],
    ['Iterations', uint16],
    ['Salt', salt],
    ['Next hashed owner name', nextHashedOwner],
    ['Types', typeBitMap],
  ), // RFC 5155
  NSEC3PARAM: columns(['Hash algorithm', uint8], ['Flags', uint8], ['Iterations', uint16], ['Salt', salt]), // RFC 5155
  OPENPGPKEY: columns(['Public key', base64]), // RFC 7929
  PTR: columns(['Domain name', name]), // RFC 1035
  PX: columns(['Preference', uint16], ['MAP822', name], ['MAPX400', name]), // RFC 2163
  RESINFO: text, // RFC 9606
  RKEY: dnskey,
  RP: columns(['Mailbox', name], ['Text name', name]), // RFC 1183
  RRSIG: rrsig, // RFC 4034
  RT: columns(['Preference', uint16], ['Intermediate host', name]), // RFC 1183
  SIG: rrsig, // RFC 2535
  SINK: columns(['Meaning', uint8], ['Coding', uint8], ['Subcoding', uint8], ['Data', optionalBase64]),
  SMIMEA: tlsa, // RFC 8162
  SOA: columns(
    ['Primary name server', name],
    ['Responsible mailbox', name],
    ['Serial', uint32],
    ['Refresh', uint32],
    ['Retry', uint32],
    ['Expire', uint32],
    ['Minimum TTL', uint32],
  ), // RFC 1035
  SPF: text, // RFC 7208
  SRV: columns(['Priority', uint16], ['Weight', uint16], ['Port', uint16], ['Target', name]), // RFC 2782
  SSHFP: columns(['Algorithm', uint8], ['Fingerprint type', uint8], ['Fingerprint', hex]), // RFC 4255
  SVCB: svcb, // RFC 9460
  TA: ds,
  TALINK: columns(['Previous name', plainName], ['Next name', plainName]),
  TLSA: tlsa, // RFC 6698
  TXT: text, // RFC 1035
  URI: columns(['Priority', uint16], ['Weight', uint16], ['Target', longString]), // RFC 7553
  WALLET: text,
  WKS: wks, // RFC 1035
  X25: columns(['PSDN address', string]), // RFC 1183
  ZONEMD: columns(['Serial', uint32], ['Scheme', uint8], ['Hash algorithm', uint8], ['Digest', hex]), // RFC 8976
};

const formByNumber = new Map(Object.entries(forms).map(([mnemonic, form]) => [typeNumber(mnemonic), form]));

export function formOf(type: number): RdataForm | undefined {
  return formByNumber.get(type);
}
