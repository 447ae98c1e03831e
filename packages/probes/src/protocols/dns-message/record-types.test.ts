import { describe, expect, test } from 'vitest';
import { decodeMessage } from './decode.ts';
import { DnsFormatError } from './dns-format-error.ts';
import { nameToWire } from './name.ts';
import { titlesOf, typeMnemonic, typeNumber } from './record-types.ts';
import { hexBytes, joinBytes, wireMessage } from './testing/wire-messages.ts';

const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
const string = (value: string) => joinBytes(Uint8Array.of(value.length), text(value));
const hex = (...parts: string[]) => hexBytes(parts.join(''));

function fieldsOf(type: string, ...parts: readonly Uint8Array[]): readonly string[] {
  const rdata = joinBytes(...parts);
  const message = decodeMessage(wireMessage({ answers: [{ type: typeNumber(type), rdata }] }));
  return message.answers[0]?.fields ?? [];
}

/** Type, RDATA, fields; the examples of the RFCs where they have any. */
const vectors: [type: string, rdata: Uint8Array, fields: string[]][] = [
  ['A', hex('C0000201'), ['192.0.2.1']],
  ['AAAA', hex('20010DB8000000000000000000000001'), ['2001:db8::1']],
  ['AAAA', hex('20010DB8000000000001000000000001'), ['2001:db8::1:0:0:1']],
  ['AAAA', hex('20010DB8000000010001000100010001'), ['2001:db8:0:1:1:1:1:1']],
  ['AAAA', hex('00010000000000000000000000000000'), ['1::']],
  ['AAAA', hex('00000000000000000000000000000000'), ['::']],
  ['AAAA', hex('00000000000000000000FFFFC0000201'), ['::ffff:192.0.2.1']],
  ['AFSDB', joinBytes(hex('0001'), nameToWire('Bigbird.Toaster.COM')), ['1', 'Bigbird.Toaster.COM']],
  ['AMTRELAY', hex('0A01CB00710F'), ['10', '0', '1', '203.0.113.15']],
  ['AMTRELAY', hex('0A8220010DB8000000000000000000000015'), ['10', '1', '2', '2001:db8::15']],
  ['AMTRELAY', joinBytes(hex('8003'), nameToWire('amtrelays.example.com')), ['128', '0', '3', 'amtrelays.example.com']],
  ['AMTRELAY', hex('0A00'), ['10', '0', '0', '.']],
  ['APL', hex('00011503C0A820', '00011C84C0A82600'), ['1:192.168.32.0/21 !1:192.168.38.0/28']],
  ['APL', hex('00020801FF'), ['2:ff00::/8']],
  ['APL', hex(''), ['']],
  ['AVC', string('app-name:WOLFGANG'), ['"app-name:WOLFGANG"']],
  ['CAA', joinBytes(hex('00'), string('issue'), text('ca1.example.net')), ['0', 'issue', '"ca1.example.net"']],
  ['CAA', joinBytes(hex('80'), string('TBS'), text('Un"known\\')), ['128', 'TBS', '"Un\\"known\\\\"']],
  ['CDNSKEY', hex('00000300', '00'), ['0', '3', '0', 'AA==']],
  ['CDS', hex('0000000000'), ['0', '0', '0', '00']],
  ['CERT', hex('0001FFFF08', '010203'), ['PKIX', '65535', 'RSASHA256', 'AQID']],
  ['CERT', hex('006400012C', '010203'), ['100', '1', '44', 'AQID']],
  ['CNAME', nameToWire('USC-ISIC.ARPA'), ['USC-ISIC.ARPA']],
  ['CSYNC', hex('00000042', '0003', '000460000008'), ['66', '3', 'A NS AAAA']],
  ['CSYNC', hex('00000042', '0000'), ['66', '0', '']],
  [
    'DHCID',
    hex('000201636FC0B8271C82825BB1AC5C41CF5351AA69B4FEBD94E8F17CDB95000DA48C40'),
    ['AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA='],
  ],
  ['DLV', hex('0001050199'), ['1', '5', '1', '99']],
  ['DNAME', nameToWire('target.example.net'), ['target.example.net']],
  ['DNSKEY', hex('0101030D', '0102'), ['257', '3', '13', 'AQI=']],
  ['DNSKEY', hex('C000030D'), ['49152', '3', '13', '']],
  ['DOA', joinBytes(hex('00000001', '00000002', '03'), string('text/plain')), ['1', '2', '3', '"text/plain"', '-']],
  [
    'DS',
    hex('EC450501', '2BB183AF5F22588179A53B0A98631FAD1A292118'),
    ['60485', '5', '1', '2BB183AF5F22588179A53B0A98631FAD1A292118'],
  ],
  ['EID', hex('E32C6F78163A9348'), ['E32C6F78163A9348']],
  ['EUI48', hex('00005E00532A'), ['00-00-5e-00-53-2a']],
  ['EUI64', hex('00005EEF1000002A'), ['00-00-5e-ef-10-00-00-2a']],
  ['GPOS', joinBytes(string('-32.6882'), string('116.8652'), string('10.0')), ['"-32.6882"', '"116.8652"', '"10.0"']],
  ['HINFO', joinBytes(string('DEC-2060'), string('TOPS20')), ['"DEC-2060"', '"TOPS20"']],
  [
    'HIP',
    joinBytes(hex('10020003', '200100107B1A74DF365639CC39F1D578', '010203'), nameToWire('rvs.example.com')),
    ['2', '200100107B1A74DF365639CC39F1D578', 'AQID', 'rvs.example.com'],
  ],
  ['HIP', hex('01020001', 'AA', '01'), ['2', 'AA', 'AQ==', '']],
  ['HTTPS', joinBytes(hex('0000'), nameToWire('foo.example.com')), ['0', 'foo.example.com', '']],
  ['IPSECKEY', hex('0A0102C0000226', '010351'), ['10', '1', '2', '192.0.2.38', 'AQNR']],
  ['IPSECKEY', hex('0A0002', '010351'), ['10', '0', '2', '.', 'AQNR']],
  ['IPSECKEY', joinBytes(hex('0A0302'), nameToWire('gw.example'), hex('01')), ['10', '3', '2', 'gw.example', 'AQ==']],
  [
    'IPSECKEY',
    hex('0A0202', '20010DB8000080020000000020000001', '010351'),
    ['10', '2', '2', '2001:db8:0:8002::2000:1', 'AQNR'],
  ],
  ['IPSECKEY', hex('0A0000'), ['10', '0', '0', '.', '']],
  ['ISDN', string('150862028003217'), ['"150862028003217"', '']],
  ['ISDN', joinBytes(string('150862028003217'), string('004')), ['"150862028003217"', '"004"']],
  ['KEY', hex('0200FF01', '010351'), ['512', '255', '1', 'AQNR']],
  ['KX', joinBytes(hex('000A'), nameToWire('kx.example')), ['10', 'kx.example']],
  ['L32', hex('000A', '0A010200'), ['10', '10.1.2.0']],
  ['L64', hex('000A', '20010DB811401000'), ['10', '2001:db8:1140:1000']],
  [
    'LOC',
    hex('00', '33', '16', '13', '89172DD0', '70BE15F0', '00988D20'),
    ['42 21 54.000 N', '71 6 18.000 W', '-24.00m', '30m', '10000m', '10m'],
  ],
  [
    'LOC',
    hex('00', '00', '05', '99', '80000001', '7FFFFFFF', 'FFFFFFFF'),
    ['0 0 0.001 N', '0 0 0.001 W', '42849672.95m', '0.00m', '0m', '90000000m'],
  ],
  ['LP', joinBytes(hex('000A'), nameToWire('l64-subnet1.example.com')), ['10', 'l64-subnet1.example.com']],
  ['MB', nameToWire('a.example'), ['a.example']],
  ['MD', nameToWire('a.example'), ['a.example']],
  ['MF', nameToWire('a.example'), ['a.example']],
  ['MG', nameToWire('a.example'), ['a.example']],
  ['MINFO', joinBytes(nameToWire('a.example'), nameToWire('.')), ['a.example', '.']],
  ['MR', nameToWire('a.example'), ['a.example']],
  ['MX', joinBytes(hex('000A'), nameToWire('VENERA.ISI.EDU')), ['10', 'VENERA.ISI.EDU']],
  ['MX', hex('0000', '00'), ['0', '.']],
  [
    'NAPTR',
    joinBytes(hex('0064000A'), string('u'), string('E2U+sip'), string('!^(.*)\\.$!sip:\\1@x!'), nameToWire('.')),
    ['100', '10', '"u"', '"E2U+sip"', '"!^(.*)\\\\.$!sip:\\\\1@x!"', '.'],
  ],
  ['NID', hex('000A', '00144FFFFF20EE64'), ['10', '14:4fff:ff20:ee64']],
  ['NIMLOC', hex('12ab'), ['12AB']],
  ['NINFO', joinBytes(string('a'), string('b')), ['"a" "b"']],
  ['NS', nameToWire('ns.example'), ['ns.example']],
  ['NSAP', hex('47000580'), ['0x47000580']],
  ['NSAP-PTR', nameToWire('foo.bar'), ['foo.bar']],
  [
    'NSEC',
    joinBytes(nameToWire('host.example.com'), hex('0006400100000003', '041B', '00'.repeat(26), '20')),
    ['host.example.com', 'A MX RRSIG NSEC TYPE1234'],
  ],
  [
    'NSEC3',
    hex('0101000C', '04AABBCCDD', '14', '174EB2409FE28BCB4887A1836F957F0A8425E27B', '000722010000000290'),
    ['1', '1', '12', 'AABBCCDD', '2T7B4G4VSA5SMI47K61MV5BV1A22BOJR', 'NS SOA MX RRSIG DNSKEY NSEC3PARAM'],
  ],
  ['NSEC3', hex('01000000', '00', '01', 'FF'), ['1', '0', '0', '-', 'VS', '']],
  ['NSEC3PARAM', hex('0100000C', '04AABBCCDD'), ['1', '0', '12', 'AABBCCDD']],
  ['OPENPGPKEY', hex('99010D'), ['mQEN']],
  ['PTR', nameToWire('MILTON.ISI.EDU'), ['MILTON.ISI.EDU']],
  [
    'PX',
    joinBytes(hex('000A'), nameToWire('net2.it'), nameToWire('PRMD-net2.ADMD-p400.C-it')),
    ['10', 'net2.it', 'PRMD-net2.ADMD-p400.C-it'],
  ],
  ['RESINFO', joinBytes(string('qnamemin'), string('exterr=15-17')), ['"qnamemin" "exterr=15-17"']],
  ['RKEY', hex('0000FF01', '010351'), ['0', '255', '1', 'AQNR']],
  [
    'RP',
    joinBytes(nameToWire('louie\\.trantor.umd.edu'), nameToWire('LAM1.people')),
    ['louie\\.trantor.umd.edu', 'LAM1.people'],
  ],
  [
    'RRSIG',
    joinBytes(
      hex('0001', '05', '03', '00015180', '3E7C9DD7', '3E5510D7', '0A52'),
      nameToWire('example.com'),
      hex('010351'),
    ),
    ['A', '5', '3', '86400', '20030322173103', '20030220173103', '2642', 'example.com', 'AQNR'],
  ],
  ['RT', joinBytes(hex('000A'), nameToWire('Relay.Prime.COM')), ['10', 'Relay.Prime.COM']],
  [
    'SIG',
    joinBytes(hex('0000', '05', '00', '00000000', 'FFFFFFFF', '00000000', '0001'), nameToWire('.'), hex('01')),
    ['TYPE0', '5', '0', '0', '21060207062815', '19700101000000', '1', '.', 'AQ=='],
  ],
  ['SINK', hex('010203', '010203'), ['1', '2', '3', 'AQID']],
  ['SMIMEA', hex('030000', '3082'), ['3', '0', '0', '3082']],
  [
    'SOA',
    joinBytes(
      nameToWire('VENERA.ISI.EDU'),
      nameToWire('Action\\.domains.ISI.EDU'),
      hex('00000014', '00001C20', '00000258', '0036EE80', 'FFFFFFFF'),
    ),
    ['VENERA.ISI.EDU', 'Action\\.domains.ISI.EDU', '20', '7200', '600', '3600000', '4294967295'],
  ],
  ['SPF', string('v=spf1 -all'), ['"v=spf1 -all"']],
  [
    'SRV',
    joinBytes(hex('0000', '0001', '0009'), nameToWire('old-slow-box.example.com')),
    ['0', '1', '9', 'old-slow-box.example.com'],
  ],
  [
    'SSHFP',
    hex('0201', '123456789ABCDEF67890123456789ABCDEF67890'),
    ['2', '1', '123456789ABCDEF67890123456789ABCDEF67890'],
  ],
  ['TA', hex('0001050199'), ['1', '5', '1', '99']],
  ['TALINK', joinBytes(nameToWire('.'), nameToWire('b.example')), ['.', 'b.example']],
  ['TLSA', hex('030101', 'D2ABDE24'), ['3', '1', '1', 'D2ABDE24']],
  ['TXT', joinBytes(string('one'), string(''), string('two words')), ['"one" "" "two words"']],
  ['TXT', string('"\\;@\x00\x1f\x7f\xc3\xa9<b>~'), ['"\\"\\\\;@\\000\\031\\127\\195\\169<b>~"']],
  [
    'URI',
    joinBytes(hex('000A0001'), text('ftp://ftp1.example.com/public')),
    ['10', '1', '"ftp://ftp1.example.com/public"'],
  ],
  ['WALLET', joinBytes(string('BTC'), string('bc1')), ['"BTC" "bc1"']],
  ['WKS', hex('0A000001', '06', '00000040'), ['10.0.0.1', '6', '25']],
  ['X25', string('311061700956'), ['"311061700956"']],
  ['ZONEMD', hex('783B2E25', '01', '01', 'C220B8'), ['2017144357', '1', '1', 'C220B8']],
];

/** RFC 9460 appendix D and section 2. */
const fooExample = joinBytes(hex('0001'), nameToWire('foo.example.com'));
const svcbVectors: [parameters: Uint8Array, text: string][] = [
  [hex(''), ''],
  [hex('0003 0002 0035'), 'port=53'],
  [hex('029B 0005 68656C6C6F'), 'key667="hello"'],
  [hex('029B 0009 68656C6C6FD2716F6F'), 'key667="hello\\210qoo"'],
  [hex('029B 0000'), 'key667'],
  [
    hex('0006 0020 20010DB8000000000000000000000001 20010DB8000000000000000000530001'),
    'ipv6hint=2001:db8::1,2001:db8::53:1',
  ],
  [
    hex('0000 0004 00010004', '0001 0009 02 6832 05 68332D3139', '0004 0004 C0000201'),
    'mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
  ],
  [hex('0001 000C 08 665C6F6F2C626172 02 6832'), 'alpn="f\\\\\\\\oo\\\\,bar,h2"'],
  [hex('0001 0003 02 6832', '0002 0000'), 'alpn="h2" no-default-alpn'],
  [hex('0000 0002 0009', '0005 0004 01020304', '0009 0000'), 'mandatory=key9 ech=AQIDBA== key9'],
  [joinBytes(hex('0007 0010'), text('/dns-query{?dns}')), 'dohpath="/dns-query{?dns}"'],
];

describe('RDATA', () => {
  test.each(vectors)('%s', (type, rdata, fields) => {
    expect(fieldsOf(type, rdata)).toEqual(fields);
  });

  test.each(svcbVectors)('SVCB %#', (parameters, expected) => {
    expect(fieldsOf('SVCB', fooExample, parameters)).toEqual(['1', 'foo.example.com', expected]);
    expect(fieldsOf('HTTPS', fooExample, parameters)).toEqual(['1', 'foo.example.com', expected]);
  });

  test('every type with a form of its own has a vector', () => {
    const all = Array.from({ length: 65_536 }, (_, type) => type);
    const withForm = all.filter((type) => titlesOf(type)[0] !== 'RDATA').map(typeMnemonic);
    const withVector = new Set([...vectors.map(([type]) => type), 'SVCB']);
    expect(withForm.filter((type) => !withVector.has(type))).toEqual([]);
  });

  test.each(vectors)('%s has one title per field', (type, rdata) => {
    expect(titlesOf(typeNumber(type))).toHaveLength(fieldsOf(type, rdata).length);
  });
});

describe('the generic form (RFC 3597 section 5)', () => {
  test('of a type without a form', () => {
    expect(fieldsOf('TYPE62347', hex('0A000001'))).toEqual(['\\# 4 0A000001']);
    expect(fieldsOf('TYPE62347')).toEqual(['\\# 0']);
    expect(fieldsOf('NULL', hex('ff'))).toEqual(['\\# 1 FF']);
    expect(titlesOf(62347)).toEqual(['RDATA']);
  });

  test.each([
    ['LOC of version 1', 'LOC', '01', '12161389173E81', '70BE15F0', '00988D20'],
    ['LOC beyond the pole', 'LOC', '00', '121613', '00000000', '80000000', '00989680'],
    ['LOC beyond the date line', 'LOC', '00', '121613', '80000000', 'FFFFFFFF', '00989680'],
    ['LOC with a size of no meaning', 'LOC', '00', 'A21613', '80000000', '80000000', '00989680'],
    ['LOC of another length', 'LOC', '00', '121613'],
    ['an APL of an unknown family', 'APL', '00030801FF'],
    ['an IPSECKEY gateway of an unknown type', 'IPSECKEY', '0A0402', '010351'],
    ['an AMTRELAY of an unknown type', 'AMTRELAY', '0A7F', '0102'],
  ])('of %s, padded to the titles', (_, type, ...rdata) => {
    const [first, ...rest] = fieldsOf(type, hex(...rdata));
    const digits = rdata.join('');
    expect(first).toBe(`\\# ${digits.length / 2} ${digits}`);
    expect(rest).toEqual(
      titlesOf(typeNumber(type))
        .slice(1)
        .map(() => ''),
    );
  });
});

describe('mnemonics', () => {
  test.each([
    ['A', 1],
    ['HTTPS', 65],
    ['CAA', 257],
    ['NSAP-PTR', 23],
    ['DLV', 32769],
    ['TYPE65280', 65280],
  ] as const)('%s is %i', (mnemonic, number) => {
    expect(typeNumber(mnemonic)).toBe(number);
    expect(typeMnemonic(number)).toBe(mnemonic);
  });

  test('are read in any case, and known types in the generic spelling', () => {
    expect(typeNumber('mx')).toBe(15);
    expect(typeNumber('type15')).toBe(15);
  });

  test.each(['', 'B', 'TYPE', 'TYPE65536', 'TYPE-1', 'TYPE1.5', 'constructor'])('%j is not one', (mnemonic) => {
    expect(() => typeNumber(mnemonic)).toThrow(DnsFormatError);
  });
});
