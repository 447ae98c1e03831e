import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { decodeWhoisText } from './decode-text.ts';
import { whoisCharset } from './questions.ts';

/** Replies in the character sets that registries and registrars used before UTF-8; the bytes were made by GNU iconv. */
const replies: readonly (readonly [charset: string, server: string, hex: string, text: string])[] = [
  ['GB18030', 'whois.cnnic.cn', 'b1b1bea9b0d9b6c8cdf8d1b6bfc6bcbcd3d0cfdeb9abcbbe', '北京百度网讯科技有限公司'],
  [
    'GB18030',
    'whois.registrar.example',
    'b1b1bea9b9c8cfe8d0c5cfa2bcbccaf5d3d0cfdeb9abcbbe',
    '北京谷翔信息技术有限公司',
  ],
  ['GBK', 'whois.registrar.example', 'cfc3c3c5d2d7c3fbbfc6bcbcb9c9b7ddd3d0cfdeb9abcbbe', '厦门易名科技股份有限公司'],
  ['EUC-KR', 'whois.kr', 'c1d6bdc4c8b8bbe720bfa4c1f6', '주식회사 엘지'],
  ['EUC-KR', 'whois.registrar.co.kr', 'c7d1b1b9c0cec5cdb3ddc1f8c8efbff8', '한국인터넷진흥원'],
  [
    'EUC-JP',
    'whois.registrar.jp',
    'b3f4bcb0b2f1bcd2a5c6a5b9a5c820a5c9a5e1a5a4a5f3b4c9cdfd',
    '株式会社テスト ドメイン管理',
  ],
  [
    'EUC-JP',
    'whois.registrar.example',
    'a4b5a4afa4e9a5a4a5f3a5bfa1bca5cda5c3a5c8b3f4bcb0b2f1bcd2',
    'さくらインターネット株式会社',
  ],
  [
    'SHIFT_JIS',
    'whois.registrar.example',
    '82b382ad82e783438393835e815b836c836283678a948eae89ef8ed0',
    'さくらインターネット株式会社',
  ],
  ['BIG5', 'whois.twnic.net.tw', 'b05db9ceaa6ba448a578c657baf4b8f4b8eab054a4a4a4df', '財團法人台灣網路資訊中心'],
  ['BIG5', 'whois.registrar.example', 'a578c657a954baf4aad1a5f7a6b3adada4bda571', '台灣固網股份有限公司'],
  ['WINDOWS-1251', 'whois.kg', 'c1e8f8eae5ea20f2e5ebe5eaeeec', 'Бишкек телеком'],
  [
    'WINDOWS-1251',
    'whois.registrar.example',
    'cee1f9e5f1f2e2ee20f120eee3f0e0ede8f7e5ededeee920eef2e2e5f2f1f2e2e5ededeef1f2fcfe2022d0e5e3e8f1f2f0e0f2eef022',
    'Общество с ограниченной ответственностью "Регистратор"',
  ],
  [
    'WINDOWS-1251',
    'whois.registrar.example',
    'cecece20d0c5c3c8d1d2d0c0d2ced020c4ceccc5cdcec2',
    'ООО РЕГИСТРАТОР ДОМЕНОВ',
  ],
  [
    'KOI8-R',
    'whois.registrar.example',
    'efc2ddc5d3d4d7cf20d320cfc7d2c1cec9dec5cececfca20cfd4d7c5d4d3d4d7c5cececfd3d4d8c02022f2c5c7c9d3d4d2c1d4cfd222',
    'Общество с ограниченной ответственностью "Регистратор"',
  ],
  ['KOI8-R', 'whois.registrar.example', 'e9d7c1cecfd720e9d7c1ce20e9d7c1cecfd7c9de', 'Иванов Иван Иванович'],
  ['ISO-8859-2', 'whois.registrar.pl', '5a61bff3b3e62067eab66cb1206a61bcf1205370f3b36b61', 'Zażółć gęślą jaźń Spółka'],
  ['ISO-8859-2', 'whois.registrar.cz', '50f8ed6b6c616420732e722e6f2e2c20aeefe172', 'Příklad s.r.o., Žďár'],
  [
    'ISO-8859-9',
    'whois.registrar.tr',
    'dd7374616e62756c2042fc79fc6bfe656869722042656c65646979657369',
    'İstanbul Büyükşehir Belediyesi',
  ],
  ['ISO-8859-1', 'whois.registrar.fr', '536f6369e974e92047e96ee972616c65', 'Société Générale'],
  ['WINDOWS-1252', 'whois.registrar.example', '4c929c75767265209620934c7464942080', 'L’œuvre – “Ltd” €'],
];

const reply = (text: string) => `Domain Name: example\nRegistrant: ${text}\nStatus: ok\n`;

describe('the holder in', () => {
  it.each(replies)('%s from %s', (_, server, hex, holder) => {
    const bytes = Buffer.concat([
      Buffer.from('Domain Name: example\nRegistrant: '),
      Buffer.from(hex, 'hex'),
      Buffer.from('\nStatus: ok\n'),
    ]);
    expect(decodeWhoisText(bytes, whoisCharset(server))).toBe(reply(holder));
  });
});

describe('UTF-16', () => {
  const text = 'Registrant: 株式会社\n';

  it.each([
    ['little-endian with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['little-endian without a mark', Buffer.from(text, 'utf16le')],
    ['big-endian with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
    ['big-endian without a mark', Buffer.from(text, 'utf16le').swap16()],
  ])('%s', (_, bytes) => expect(cleanText(decodeWhoisText(bytes))).toBe(text.trim()));
});

it('a western text is not taken for another one', () => {
  for (const text of [
    'Société Générale à Genève',
    'Müller & Söhne, Österreich',
    'Ávila Ñandú, España',
    'Ångström ÆØÅ A/S',
    'ÀÉÎÕÜ',
  ]) {
    expect(decodeWhoisText(Buffer.from(reply(text), 'latin1'))).toBe(reply(text));
  }
});

it('the known character set of a server is not used for bytes that are not well-formed in it', () => {
  const western = Buffer.from('Registrant: Société\n', 'latin1');
  expect(decodeWhoisText(western, { server: null, ending: 'euc-kr' })).not.toContain('\ufffd');
});
