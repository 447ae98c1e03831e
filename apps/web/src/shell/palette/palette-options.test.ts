import { describe, expect, it } from 'vitest';
import { screens } from '../../tools/index.ts';
import { paletteExtras } from './palette-extras.ts';
import { type PaletteExtra, paletteGroups, wordsOf } from './palette-options.ts';
import { ranker } from './palette-rank.ts';

const extra = (group: string, key: string, name: string, words: string) => ({
  ...{ group, key, name, words },
  icon: () => null,
  does: { href: key },
});

function offered(
  text: string,
  { path = '/', recent = [] as { tool: string; target: string }[], extras = [] as readonly PaletteExtra[] } = {},
) {
  return paletteGroups({ text, screens, recent, extras, path }).map(({ name, options }) => [
    name,
    ...options.map(({ key }) => key),
  ]);
}

/** Without the links of tools that these tests do not know, which stand between the others. */
const known = (groups: readonly (readonly string[])[]) =>
  groups.map(([name, ...keys]) => [name, ...keys.filter((key) => KNOWN.test(key))]);
const KNOWN = /^\/(?:\?|(?:ssl|whois|dns|subdomain|ping|traceroute|delegation|mail|mac|report)\b)/;

describe('what the palette offers', () => {
  it('lists every tool before anything is typed', () => {
    expect(offered('')).toEqual([['Tools', ...screens.map(({ path }) => path)]]);
  });

  it('finds tools by their menu name or their title', () => {
    expect(known(offered('certificate'))).toEqual([['Tools', '/ssl']]);
    expect(known(offered('mac id'))).toEqual([['Tools', '/mac']]);
  });

  it("looks up a domain with every tool that takes one, the report first, then the current page's tool", () => {
    const links = offered(' example.com ', { path: '/whois' });
    expect(links).toHaveLength(1);
    expect(links[0]?.slice(1, 3)).toEqual(['/report?target=example.com', '/whois?domain=example.com']);
    expect(known(links)).toEqual([
      [
        'Run with example.com',
        '/report?target=example.com',
        '/whois?domain=example.com',
        '/?q=example.com',
        '/ssl?domain=example.com',
        '/dns?domain=example.com',
        '/subdomain?domain=example.com',
        '/ping?host=example.com',
        '/traceroute?host=example.com',
        '/delegation?domain=example.com',
        '/mail?domain=example.com',
      ],
    ]);
  });

  it('looks up an address only with tools that take addresses', () => {
    expect(known(offered('2001:db8::1'))).toEqual([
      [
        'Run with 2001:db8::1',
        '/?q=2001%3Adb8%3A%3A1',
        '/ssl?domain=2001%3Adb8%3A%3A1',
        '/whois?resource=2001%3Adb8%3A%3A1',
        '/dns?address=2001%3Adb8%3A%3A1',
        '/ping?host=2001%3Adb8%3A%3A1',
        '/traceroute?host=2001%3Adb8%3A%3A1',
        '/report?target=2001%3Adb8%3A%3A1',
      ],
    ]);
  });

  it.each([
    ['https://shop.test:8443/path?x=1', '/whois?domain=shop.test', '/ssl?domain=shop.test%3A8443'],
    ['me@shop.test', '/whois?domain=shop.test', '/ssl?domain=shop.test'],
    [' shop.test:443 ', '/whois?domain=shop.test', '/ssl?domain=shop.test'],
    ['hxxp://shop[.]test', '/whois?domain=shop.test', '/ssl?domain=shop.test'],
  ])('takes the target out of %s', (text, whois, ssl) => {
    const [[name, ...links] = []] = offered(text);
    expect(name).toBe('Run with shop.test');
    expect(links).toEqual(expect.arrayContaining([whois, ssl]));
  });

  it('offers only the tools that take the text', () => {
    expect(known(offered('as15169'))).toEqual([['Run with AS15169', '/whois?resource=AS15169']]);
    expect(known(offered('_dmarc.shop.test'))).toEqual([
      ['Run with _dmarc.shop.test', '/dns?domain=_dmarc.shop.test', '/delegation?domain=_dmarc.shop.test'],
    ]);
  });

  it('offers no lookup with a tool that is only announced', () => {
    const [[, ...keys] = []] = offered('example.com');
    const soon = screens.filter(({ status }) => status === 'soon');
    expect(soon.length).toBeGreaterThan(0);
    for (const { path } of soon) expect(keys.filter((key) => key.startsWith(path))).toEqual([]);
    expect(keys).toContain('/dns?domain=example.com');
  });

  it('finds everything else by its name and by synonyms, after the tools', () => {
    const extras = [
      extra('Pages', '/login', 'Sign in', 'account'),
      extra('Pages', '/privacy-policy', 'Privacy policy', 'cookies'),
      extra('Theme', 'dark', 'Dark theme', 'colours'),
    ];
    expect(offered('', { extras }).slice(1)).toEqual([
      ['Pages', '/login', '/privacy-policy'],
      ['Theme', 'dark'],
    ]);
    expect(offered('ACCOUNT', { extras })).toEqual([['Pages', '/login']]);
    expect(offered('dark', { extras })).toEqual([['Theme', 'dark']]);
  });

  it('offers earlier lookups, at most five, without the one just typed', () => {
    const recent = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ tool: 'dns', target: `${name}.example` }));
    expect(offered('example', { recent })).toEqual([
      ['Recent', ...['a', 'b', 'c', 'd', 'e'].map((name) => `/dns?domain=${name}.example`)],
    ]);
    const groups = offered('a.example', { recent: [{ tool: 'dns', target: 'a.example' }] });
    expect(groups.map(([name]) => name)).toEqual(['Run with a.example']);
  });

  it('leaves out remembered lookups of a tool that no longer exists', () => {
    expect(offered('example.org', { recent: [{ tool: 'gone', target: 'old.example.org' }] })).toHaveLength(1);
  });
});

describe('words of the trade', () => {
  const extras = paletteExtras({ isSignedIn: false });
  const first = (text: string) => offered(text, { extras })[0]?.[1];
  it.each([
    ['spam', '/mail'],
    ['my ip', '/'],
    ['abuse', '/whois'],
    ['expiry', '/ssl'],
    ['list', '/lists'],
    ['bulk', '/lists'],
    ['200 domains', '/lists'],
    ['compare', '/lists'],
    ['token', 'tokens'],
    ['api', '/api/docs'],
    ['nameserver', '/delegation'],
    ['name server', '/dns'],
    ['blacklist', '/mail'],
    ['reverse', '/dns'],
    ['subdomains', '/subdomain'],
    ['header', '/mail#header'],
    ['certificate', '/ssl'],
    ['certificate', '/certificate'],
    ['csr', '/certificate'],
    ['port', '/ssl'],
    ['arp', '/mac'],
    ['slow', '/ping'],
    ['slow', '/traceroute'],
    ['slow', '/web'],
    ['android', '/ssl'],
    ['name server changed', '/dns'],
    ['changed name servers', '/dns'],
    ['propagation', '/dns'],
  ])('%s leads to %s', (text, key) => {
    expect(offered(text, { extras }).flatMap(([, ...keys]) => keys)).toContain(key);
  });

  it.each([
    ['list', '/lists'],
    ['lists', '/lists'],
    ['watch', '/watch'],
    ['certificate', '/ssl'],
    ['certificate decoder', '/certificate'],
    ['header', '/mail#header'],
    ['mx', '/dns'],
    ['nameserver', '/dns'],
    ['dark', 'theme dark'],
    ['okup', '/dns'],
    ['slow', '/ping'],
    ['name server changed', '/delegation'],
    ['changed name servers', '/delegation'],
    ['propagation', '/delegation'],
    ['certificates expire', '/lists'],
    ['certificates expire soon', '/lists'],
  ])('%s has %s first', (text, key) => {
    expect(first(text)).toBe(key);
  });

  it('has an exact word of a name before the beginning of one: a tool “HTTP Headers” would not take “header”', () => {
    const rankOf = ranker('header');
    const reader = rankOf({ names: ['Message header reader'], words: '' });
    const tool = rankOf({ names: ['HTTP Headers', 'HTTP Headers'], words: 'header' });
    expect([reader, tool]).toEqual([1, 2]);
  });

  it('has a tool first for its names, and for each word of them that no other tool has', () => {
    const wordsOfNames = screens.map(({ name, title }) => new Set(`${name} ${title}`.toLowerCase().split(' ')));
    screens.forEach(({ name, title, path }, index) => {
      for (const text of [name, title]) expect([text, first(text)]).toEqual([text, path]);
      const own = [...(wordsOfNames[index] ?? [])];
      for (const word of own.filter((each) => wordsOfNames.filter((words) => words.has(each)).length === 1))
        expect([word, first(word)]).toEqual([word, path]);
    });
  });

  it('has a tool first for each further word of it that nothing else has', () => {
    const others = (of: string) => [
      ...screens.flatMap(({ id, name, title }) => (id === of ? [] : [`${name} ${title} ${wordsOf(id)}`])),
      ...extras.map(({ name, words }) => `${name} ${words}`),
    ];
    for (const { id, path } of screens.filter((one) => wordsOf(one.id) !== '')) {
      const own = new Set(wordsOf(id).split(' '));
      const elsewhere = ` ${others(id).join(' ').toLowerCase()}`;
      // Not the name of a file, which is a domain as well.
      const alone = [...own].filter((word) => !elsewhere.includes(` ${word}`) && !word.includes('.'));
      expect(alone).not.toEqual([]);
      for (const word of alone) expect([word, first(word)]).toEqual([word, path]);
    }
  });

  it('has a page first for its name', () => {
    for (const { name, key } of extras) expect([name, first(name)]).toEqual([name, key]);
  });

  it('offers the target of the page to the other tools before anything is typed', () => {
    const [group] = paletteGroups({
      text: '',
      screens,
      recent: [],
      extras: [],
      path: '/dns',
      search: '?address=192.0.2.1',
    });
    expect(group?.name).toBe('Continue with 192.0.2.1');
    expect(group?.options.map(({ key }) => key)).toContain('/whois?resource=192.0.2.1');
    expect(group?.options.map(({ key }) => key)).not.toContain('/dns?address=192.0.2.1');
  });

  it.each([
    [
      'a.test b.test',
      'This is a list of 2 targets.',
      { href: '/lists', reads: { reader: 'list', text: 'a.test b.test' } },
    ],
    ['-----BEGIN CERTIFICATE-----', 'This is a certificate. It is decoded in your browser.', { href: '/certificate' }],
  ])('reads %s', (text, name, does) => {
    const [group] = paletteGroups({ text, screens, recent: [], extras: [], path: '/' });
    expect(group?.name).toBe(name);
    expect(group?.options[0]?.does).toMatchObject(does);
  });
});
