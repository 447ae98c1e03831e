import { refusedName } from './names.ts';
import { refusedRanges } from './refused-ranges.ts';
import { networkAddresses, networkTargets, zone } from './topology.ts';

const { fast } = networkTargets;
const { client } = networkAddresses;
const words = (text: string) => text.split(' ');

/**
 * Hostile input for a host field, by kind of trick: each is either not a host at all, or one that must not be
 * contacted. None is an ordinary public name.
 */
export const hostileSpellings = {
  'an address of a refused range': refusedRanges.map(({ address }) => address),
  'an address of this machine': [client.ipv4, client.ipv6, client.ipv6.toUpperCase(), `[${client.ipv6}]`],
  'an old spelling of IPv4': words(
    '127.1 127.0.1 2130706433 0x7f000001 0x7F000001 0x7f.1 0x7f.0.0.1 0177.0.0.1 0177.1 017700000001 127.0.0.1. ' +
      '127.0.0.01 127.0.0.0x1 0 0x0 00 0.0 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 169.16689662 ' +
      '0xA9.0xFE.0xA9.0xFE 10.5 0xa000005 012.0.0.5 167772165 3232235777 4294967295 4294967296 42949672961 ' +
      '256.256.256.256 1.2.3.4.5 127..1 .127.0.0.1 127.0.0.1:80 +127.0.0.1 127.0.0.1e0 x.127 0x a.0x1f',
  ),
  'a form of IPv6': words(
    '::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:1 0000:0000:0000:0000:0000:ffff:0a00:0005 ::FFFF:10.0.0.5 ' +
      '::ffff:169.254.169.254 ::ffff:0:7f00:1 ::ffff:0:127.0.0.1 ::127.0.0.1 ::7f00:1 ::10.0.0.5 ::0.0.0.1 ' +
      '64:ff9b::10.0.0.5 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::10.0.0.5 64:ff9b:1:ffff::a9fe:a9fe ' +
      '2002:7f00:1:: 2002:a00:5::1 2002:a9fe:a9fe:: 2001:0:a00:5::1 2001:0:4136:e378:8000:63bf:f5ff:fffa ' +
      'fe80::5efe:10.0.0.5 fe80::1%eth0 fe80::1%25eth0 ::1%lo [::1] [::1]:443 [::ffff:10.0.0.5]:443 [::] :: ' +
      '0:0:0:0:0:0:0:1 0000::0001 ::1/128 ::ffff:127.1 ::ffff:0x7f000001 :::1 1::2::3 [::1 ::1] fec0::10.0.0.5 ' +
      'ff02::1 ff0e::1 1::1 4000::1 fe00::1',
  ),
  'a local name': words(
    'localhost localhost. LocalHost a.localhost localhost.localdomain localhost6 ip6-localhost ip6-loopback ' +
      'broadcasthost metadata metadata.google.internal instance-data.ec2.internal host.docker.internal ' +
      'kubernetes.default.svc printer.local router.lan nas.home.arpa gitlab.corp wiki.intranet db.internal ' +
      'DB.INTERNAL. facebookcorewwwi.onion box.home server.private x.alt 1.0.0.127.in-addr.arpa ' +
      '5.0.0.10.in-addr.arpa 254.169.254.169.in-addr.arpa 10.in-addr.arpa d.f.ip6.arpa 0.0.0.0.8.e.f.ip6.arpa ' +
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa',
  ),
  'another script': words(
    '１２７.0.0.1 １２７．０．０．１ 127。0。0。1 127｡0｡0｡1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ localhoſt locaⅼhost a.ｌｏｃａｌｈｏｓｔ ' +
      'db.ｉｎｔｅｒｎａｌ db。internal db.inter\u00adnal db.inter\u200bnal \u202elocalhost ｘ.ⓛⓞⓒⓐⓛ 〔::1〕 ：：1 xn--localhost xn--127.0.0.1',
  ),
  'something around the host': [
    'http://10.0.0.5/',
    'https://10.0.0.5/',
    'https://[::1]/',
    'https://localhost/',
    `https://${fast.name}@10.0.0.5/`,
    `https://10.0.0.5#@${fast.name}/`,
    `https://10.0.0.5\\@${fast.name}/`,
    `https://10.0.0.5%2f@${fast.name}/`,
    '//10.0.0.5',
    '10.0.0.5:6379',
    '10.0.0.5/',
    `10.0.0.5/${fast.name}`,
    `10.0.0.5#.${fast.name}`,
    `10.0.0.5?.${fast.name}`,
    `${fast.name}@10.0.0.5`,
    `${fast.name} 10.0.0.5`,
    `${fast.name},10.0.0.5`,
    'file:///etc/passwd',
    'gopher://10.0.0.5:6379/_INFO',
    'dict://10.0.0.5:11211/stats',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    'localhost%00',
    '%6cocalhost',
  ],
  'a control character': [
    `${fast.name}\0`,
    `${fast.name}\0.internal`,
    `10.0.0.5\0.${fast.name}`,
    `\0${fast.name}`,
    `${fast.name}\r\nx-injected: 1`,
    `${fast.name}\r\n\r\n<script>`,
    `${fast.name}\nrefer: 10.0.0.5`,
    `${fast.name}\tx`,
    `${fast.name}\u007f`,
    `${fast.name}\u001b[2J`,
    '10.0.0.5\r\nSET x 1\r\n',
    `\u2028${fast.name}\u2028x`,
  ],
  'an option or a command': [
    '-f/etc/passwd',
    '-f',
    '--help',
    '--',
    '-oProxyCommand=id',
    '-c1000000',
    '@/etc/passwd',
    '+trace',
    `; ping ${fast.name}`,
    '$(id).example',
    '`id`.example',
    '|id',
    '&& id',
    `${fast.name};id`,
    "' OR '1'='1",
    `\${jndi:ldap://10.0.0.5/a}`,
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '*',
    `*.${zone}`,
  ],
  'a word of the language': [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'true',
    '[object Object]',
    '[]',
    '{}',
  ],
  'no name': ['.', '..', '...', '-', '_', 'a..b.example', `.${zone}`, `${zone}..`, '-a.example', 'a-.example', 'a.b-'],
  'too long': [
    'a'.repeat(5000),
    'a.'.repeat(2500),
    '1.'.repeat(2500),
    'é'.repeat(700),
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}example`,
    `${`${'a'.repeat(63)}.`.repeat(4)}example`,
  ],
} as const satisfies Record<string, readonly string[]>;

/** Names whose every address is refused. */
export const insideNames: readonly string[] = [
  ...words(
    'private mixed-private metadata loopback zero own mapped mapped-public compatible translated nat64 nat64-local ' +
      'sixtofour teredo chain',
  ).map((label) => `${label}.${zone}`),
  ...refusedRanges.map(refusedName),
];

/** Names with refused addresses besides an address of the host `fast`. */
export const mixedNames: readonly string[] = ['mixed', 'public-private6', 'nat64-public'].map(
  (label) => `${label}.${zone}`,
);

/** Names whose aliases are endless, or end at something that is not a host name. */
export const endlessNames: readonly string[] = ['loop', 'dangling', 'escaped', 'chain-localhost'].map(
  (label) => `${label}.${zone}`,
);
