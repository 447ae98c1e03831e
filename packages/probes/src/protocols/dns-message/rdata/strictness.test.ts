import { describe, expect, test } from 'vitest';
import { decodeMessage } from '../decode.ts';
import { DnsFormatError } from '../dns-format-error.ts';
import { nameToWire } from '../name.ts';
import { typeNumber } from '../record-types.ts';
import { hexBytes, joinBytes, uint16s, wireMessage } from '../testing/wire-messages.ts';

const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
const string = (value: string) => joinBytes(Uint8Array.of(value.length), text(value));
const hex = (...parts: string[]) => hexBytes(parts.join(''));
const fooExample = joinBytes(hex('0001'), nameToWire('foo.example.com'));

function decode(type: string, rdata: Uint8Array): readonly string[] | undefined {
  // The name at offset 12, to which the pointers refer.
  const question = joinBytes(nameToWire('www.example'), uint16s(1, 1));
  return decodeMessage(wireMessage({ questions: [question], answers: [{ type: typeNumber(type), rdata }] })).answers[0]
    ?.fields;
}

describe('RDATA that does not fit its type is refused', () => {
  test.each<[string, string, Uint8Array]>([
    ['A of 3 octets', 'A', hex('C00002')],
    ['A of 5 octets', 'A', hex('C000020100')],
    ['A of none', 'A', hex('')],
    ['AAAA of 15 octets', 'AAAA', hex('20010DB80000000000000000000000')],
    ['MX without a name', 'MX', hex('000A')],
    ['MX with more than a name', 'MX', hex('000A', '00', '00')],
    ['NS of none', 'NS', hex('')],
    ['TXT of none', 'TXT', hex('')],
    ['TXT whose string is cut', 'TXT', hex('05', '616263')],
    ['HINFO of one string', 'HINFO', string('x')],
    ['HINFO of three strings', 'HINFO', joinBytes(string('x'), string('y'), string('z'))],
    ['CAA without a tag', 'CAA', hex('00', '00', '61')],
    ['CAA tag with a space', 'CAA', joinBytes(hex('00'), string('is sue'), text('x'))],
    ['CAA tag that is cut', 'CAA', hex('00', '09', '61')],
    ['DS without a digest', 'DS', hex('EC450501')],
    [
      'RRSIG without a signature',
      'RRSIG',
      joinBytes(hex('0001050300015180', '00000000', '00000000', '0A52'), nameToWire('.')),
    ],
    ['NSEC windows out of order', 'NSEC', joinBytes(nameToWire('.'), hex('010140', '000140'))],
    ['NSEC window twice', 'NSEC', joinBytes(nameToWire('.'), hex('000140', '000140'))],
    ['NSEC window of no octets', 'NSEC', joinBytes(nameToWire('.'), hex('0000'))],
    ['NSEC window of 33 octets', 'NSEC', joinBytes(nameToWire('.'), hex('0021', '40'.repeat(33)))],
    ['NSEC window that is cut', 'NSEC', joinBytes(nameToWire('.'), hex('000440'))],
    ['NSEC3 without next hashed owner', 'NSEC3', hex('0100000000', '00')],
    ['NSEC3 salt that is cut', 'NSEC3PARAM', hex('0100000004AA')],
    ['APL prefix of 33 bits', 'APL', hex('00012104C0000201')],
    ['APL address of 5 octets', 'APL', hex('00012005C000020101')],
    ['HIP without a key', 'HIP', hex('01020000', 'AA')],
    ['HIP lengths beyond the end', 'HIP', hex('FF02FFFF', 'AA')],
    ['IPSECKEY gateway that is cut', 'IPSECKEY', hex('0A0102C00002')],
    ['AMTRELAY with something after no relay', 'AMTRELAY', hex('0A0001')],
    ['EUI48 of 5 octets', 'EUI48', hex('00005E0053')],
    ['WKS of more than 65536 ports', 'WKS', joinBytes(hex('0A00000106'), new Uint8Array(8193))],
    ['SVCB without a target', 'SVCB', hex('0001')],
    ['SVCB keys twice', 'SVCB', joinBytes(fooExample, hex('0003 0002 0035', '0003 0002 0035'))],
    ['SVCB keys out of order', 'SVCB', joinBytes(fooExample, hex('0004 0004 C0000201', '0003 0002 0035'))],
    ['SVCB value beyond the end', 'SVCB', joinBytes(fooExample, hex('0003 0004 0035'))],
    ['SVCB port of 3 octets', 'SVCB', joinBytes(fooExample, hex('0003 0003 003500'))],
    ['SVCB ipv4hint of 5 octets', 'SVCB', joinBytes(fooExample, hex('0004 0005 C000020101'))],
    ['SVCB ech of none', 'SVCB', joinBytes(fooExample, hex('0005 0000'))],
    ['SVCB ipv4hint of none', 'SVCB', joinBytes(fooExample, hex('0004 0000'))],
    ['SVCB mandatory of none', 'SVCB', joinBytes(fooExample, hex('0000 0000'))],
    ['SVCB alpn with an empty id', 'SVCB', joinBytes(fooExample, hex('0001 0001 00'))],
    ['SVCB alpn id that is cut', 'SVCB', joinBytes(fooExample, hex('0001 0002 0261'))],
    ['SVCB no-default-alpn with a value', 'SVCB', joinBytes(fooExample, hex('0002 0001 00'))],
  ])('%s', (_, type, rdata) => {
    expect(() => decode(type, rdata)).toThrow(DnsFormatError);
  });
});

describe('compression inside RDATA', () => {
  const pointer = uint16s(0xc00c);

  test.each(['CNAME', 'DNAME', 'NS', 'PTR', 'MB', 'MD', 'MF', 'MG', 'MR'])('%s may point', (type) => {
    expect(decode(type, pointer)).toEqual(['www.example']);
  });

  test.each(['AFSDB', 'KX', 'MX', 'RT'])('%s may point', (type) => {
    expect(decode(type, joinBytes(hex('0001'), pointer))).toEqual(['1', 'www.example']);
  });

  test.each<[string, Uint8Array]>([
    ['SOA', joinBytes(pointer, pointer, new Uint8Array(20))],
    ['RP', joinBytes(pointer, pointer)],
    ['MINFO', joinBytes(pointer, pointer)],
    ['SRV', joinBytes(hex('000000000000'), pointer)],
    ['NAPTR', joinBytes(hex('00000000000000'), pointer)],
    ['RRSIG', joinBytes(new Uint8Array(18), pointer, hex('01'))],
    ['NSEC', joinBytes(pointer, hex('000140'))],
  ])('%s may point', (type, rdata) => {
    expect(decode(type, rdata)).toContain('www.example');
  });

  test.each<[string, Uint8Array]>([
    ['SVCB', joinBytes(hex('0001'), pointer)],
    ['HTTPS', joinBytes(hex('0001'), pointer)],
    ['LP', joinBytes(hex('0001'), pointer)],
    ['TALINK', joinBytes(pointer, pointer)],
    ['IPSECKEY', joinBytes(hex('0A0302'), pointer)],
    ['AMTRELAY', joinBytes(hex('0A03'), pointer)],
    ['HIP', joinBytes(hex('01020001', 'AA', '01'), pointer)],
  ])('%s must not', (type, rdata) => {
    expect(() => decode(type, rdata)).toThrow('compressed name where none is allowed');
  });
});
