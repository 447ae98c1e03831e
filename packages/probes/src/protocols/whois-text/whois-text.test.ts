import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { decodeWhoisText } from './decode-text.ts';
import { readFields } from './fields.ts';
import { whoisCharset, whoisQuestion } from './questions.ts';
import { readFacts } from './read-facts.ts';
import { readReferral } from './referral.ts';
import { classifyReply } from './reply-class.ts';

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding);

describe('bytes as text', () => {
  it.each([
    ['ASCII', bytes('Registrar: Example'), 'Registrar: Example'],
    ['UTF-8', bytes('Düsseldorf 日本 €', 'utf8'), 'Düsseldorf 日本 €'],
    ['Latin-1', bytes('Düsseldorf é à'), 'Düsseldorf é à'],
    ['Windows-1252', Buffer.from([0x80, 0x20, 0x93, 0x61, 0x94]), '€ “a”'],
    ['ISO-2022-JP', bytes('[Registrant] \x1b$B3t<02q<R\x1b(B'), '[Registrant] 株式会社'],
    ['Shift-JIS', Buffer.from('8a948eae89ef8ed083658358836781', 'hex').subarray(0, 14), '株式会社テスト'],
  ])('%s', (_, raw, text) => expect(decodeWhoisText(raw)).toBe(text));

  it('the character set of the server decides if the bytes do not', () => {
    const cyrillic = Buffer.from([0xc1, 0xe8, 0xf8, 0xea, 0xe5, 0xea]);
    expect(decodeWhoisText(cyrillic, whoisCharset('whois.kg'))).toBe('Бишкек');
    expect(whoisCharset('whois.example')).toEqual({ server: null, ending: null });
    expect(whoisCharset('constructor')).toEqual({ server: null, ending: null });
    expect(whoisCharset('whois.registrar.example', 'example.kr').ending).toBe('euc-kr');
  });

  it('well-formed UTF-8 is UTF-8, whatever the table says, even if cut inside a character', () => {
    const utf8 = bytes('Associação Exemplo é', 'utf8');
    expect(decodeWhoisText(utf8, { server: 'iso-8859-1' })).toBe('Associação Exemplo é');
    expect(decodeWhoisText(utf8.subarray(0, -1), { server: 'iso-8859-1' })).toBe('Associação Exemplo ');
  });
});

describe('clean text', () => {
  it('has line feeds and tabs, but no other invisible characters', () => {
    expect(cleanText('a\r\nb\rc\td\n')).toBe('a\nb\nc\td');
    expect(cleanText('\u001b[31mred\u001b[0m\u0000\u0007\u009b\u202eabc\ufeff')).toBe('redabc');
    expect(cleanText('\n[Domain Name] EXAMPLE.JP')).toBe('[Domain Name] EXAMPLE.JP');
  });
});

describe('fields', () => {
  const keys = (text: string) => readFields(text).map(({ key, value }) => `${key}=${value}`);

  it('are distinguished from times, addresses and comments', () => {
    expect(keys('Domain: a.example\n% comment: no\n10:00:00 UTC\nhttps://a.example/\nkey:tight')).toEqual([
      'domain=a.example',
      'key=tight',
    ]);
  });

  it('may be empty without swallowing the next line', () => {
    expect(readFields('Reseller:\nDomain Status: ok').map(({ section }) => section)).toEqual([null]);
  });

  it('of an endless reply are read up to a limit', () => {
    expect(readFields('a: b\n'.repeat(200_000)).length).toBeLessThanOrEqual(5000);
  });
});

describe('questions', () => {
  const domain = { kind: 'domain', name: 'example.com' } as const;
  const network = { kind: 'network', address: '192.0.2.1' } as const;
  const autnum = { kind: 'autnum', number: 64_496 } as const;

  it.each([
    ['whois.iana.org', domain, 'example.com'],
    ['whois.verisign-grs.com', domain, 'domain example.com'],
    ['whois.denic.de', domain, '-T dn,ace example.com'],
    ['whois.jprs.jp', domain, 'example.com/e'],
    ['whois.nic.ad.jp', network, '192.0.2.1/e'],
    ['whois.punktum.dk', domain, '--charset=utf-8 --show-handles example.com'],
    ['whois.arin.net', network, 'n + 192.0.2.1'],
    ['whois.arin.net', autnum, 'a + 64496'],
    ['whois.ripe.net', network, '--charset UTF-8 -r 192.0.2.1'],
    ['whois.ripe.net', autnum, '--charset UTF-8 -r AS64496'],
    ['whois.corenic.net', domain, '-C UTF-8 example.com'],
    ['whois.nic.cat', domain, '-C UTF-8 example.com'],
    ['whois.nic.museum', domain, '-C UTF-8 example.com'],
    ['__proto__', domain, 'example.com'],
  ])('%s', (server, subject, line) => expect(whoisQuestion(server, subject)).toBe(`${line}\r\n`));
});

describe('referrals', () => {
  it.each([
    ['refer: whois.verisign-grs.com', { host: 'whois.verisign-grs.com', port: 43 }],
    ['   Registrar WHOIS Server: WHOIS.Registrar.Example.', { host: 'whois.registrar.example', port: 43 }],
    ['Whois Server: whois.example:4343', { host: 'whois.example', port: 4343 }],
    ['ReferralServer: whois://whois.ripe.net', { host: 'whois.ripe.net', port: 43 }],
    ['ReferralServer: whois://[2001:db8::1]:4343/', { host: '2001:db8::1', port: 4343 }],
    ['whois: 127.0.0.1:4444', { host: '127.0.0.1', port: 4444 }],
  ])('%s', (text, referral) => expect(readReferral(text)).toEqual(referral));

  it.each([
    'Registrar WHOIS Server:',
    'Registrar WHOIS Server: http://www.registrar.example/whois',
    'ReferralServer: rwhois://rwhois.example:4321',
    'refer: whois.example:0',
    'refer: whois.example:70000',
    'refer: whois.example whois.example',
    'refer: whois.example\u0000.evil',
    'refer: -whois.example',
    'Remarks: whois.example',
  ])('none in %j', (text) => expect(readReferral(text)).toBeNull());
});

describe('reply classes', () => {
  const replyClass = (text: string) => classifyReply(text, readFacts(text));

  it('a refusal that looks like a field is a refusal', () => {
    expect(replyClass('Status: 429\nMessage: Too many requests')).toBe('limited');
    expect(replyClass('Registrant: Query rate limit exceeded')).toBe('limited');
  });

  it('wording inside a record does not count', () => {
    expect(replyClass('Registrar: Not Found Ltd, Too Many Requests Inc.\nCreated: 2001-01-01')).toBe('record');
    expect(replyClass('Domain: a.example\nStatus: connect')).toBe('record');
  });

  it('an unknown text is neither a record nor a refusal', () => {
    expect(replyClass('220 mail.example ESMTP ready')).toBe('unrecognised');
    expect(replyClass('Status: maintenance\nMessage: back on Monday')).toBe('unrecognised');
    expect(replyClass('')).toBe('failed');
    expect(replyClass('%ERROR:108: bad character in input')).toBe('failed');
  });
});
