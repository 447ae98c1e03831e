import { type AnyTool, tools } from '@sonde/contract';
import { describe, expect, it, test } from 'vitest';
import { otherCommands, readCommandLine } from './command-line.ts';
import { readExtras } from './extras.ts';
import { allOptions, commonOptions } from './options.ts';
import { help, toolHelp, usage } from './usage.ts';

const lookup = {
  kind: 'lookup',
  call: null,
  id: 'dns',
  query: { domain: 'example.com' },
  format: null,
  isComplete: false,
  failOn: null,
  warnDays: null,
  color: null,
};

describe('the command line', () => {
  it('reads a tool and its target', () => {
    expect(readCommandLine(['dns', 'example.com'])).toEqual(lookup);
    expect(readCommandLine(['dns', 'example.com', '--json'])).toEqual({ ...lookup, format: 'json' });
    expect(readCommandLine(['--json', 'dns', 'example.com'])).toEqual({ ...lookup, format: 'json' });
    expect(readCommandLine(['dns', '--', '-x.example'])).toEqual({ ...lookup, query: { domain: '-x.example' } });
  });

  it.each(['table', 'json', 'ndjson', 'csv', 'markdown', 'junit', 'sarif'])('reads the format %s', (format) => {
    expect(readCommandLine(['dns', 'example.com', '--format', format])).toMatchObject({ kind: 'lookup', format });
    expect(readCommandLine([`--format=${format}`, 'dns', 'example.com'])).toMatchObject({ kind: 'lookup', format });
  });

  it('has no common option that a tool has as well, and options of one kind in all tools', () => {
    const parameters = Object.values(tools).flatMap(({ query }) => Object.keys(query.shape));
    expect(commonOptions.filter(({ name }) => parameters.includes(name))).toEqual([]);
    const kinds = new Map(allOptions().map(({ name, kind }) => [name, kind]));
    for (const { name, kind } of allOptions()) expect([name, kind]).toEqual([name, kinds.get(name)]);
    expect(allOptions().filter(({ name }) => name.startsWith('no-'))).toEqual([]);
    expect(Object.keys(tools).filter((id) => otherCommands.some((name) => name === id))).toEqual([]);
  });

  it('reads the protocol that STARTTLS begins in', () => {
    const query = { domain: 'mail.example.com', starttls: 'xmpp-server' };
    const asked = readCommandLine(['ssl', 'mail.example.com', '--starttls', 'xmpp-server']);
    expect(asked).toMatchObject({ kind: 'lookup', id: 'ssl', query });
  });

  it.each([
    ['--deep', { deep: 'true' }],
    ['--deep=true', { deep: 'true' }],
    ['--deep=1', { deep: 'true' }],
    ['--deep=false', { deep: 'false' }],
    ['--no-deep', { deep: 'false' }],
    ['--no-revocation', { revocation: 'false' }],
    ['--revocation', { revocation: 'true' }],
    ['--revocation=0', { revocation: 'false' }],
  ])('a flag is a flag: %s', (flag, query) => {
    expect(readCommandLine(['ssl', flag, 'example.com'])).toMatchObject({ query: { domain: 'example.com', ...query } });
    expect(readCommandLine([flag, 'ssl', 'example.com'])).toMatchObject({ query: { domain: 'example.com', ...query } });
  });

  it('reads what is judged, and how it is shown', () => {
    const args = ['ssl', 'example.com', '--fail-on', 'bad', '--warn-days', '30', '--all', '--no-color'];
    expect(readCommandLine(args)).toMatchObject({ failOn: 'bad', warnDays: 30, isComplete: true, color: false });
    expect(readCommandLine(['ssl', 'example.com', '--color'])).toMatchObject({ color: true, warnDays: null });
  });

  it.each([
    [['--help'], null],
    [['-h'], null],
    [['help'], null],
    [['dns', '--help'], 'dns'],
    [['help', 'ssl'], 'ssl'],
    [['nonsense', '--help'], null],
    [['report', '--help'], 'report'],
    [['help', 'report'], 'report'],
  ])('gives help for %j', (args, topic) => {
    expect(readCommandLine(args)).toEqual({ kind: 'help', topic });
  });

  it('reads what is to be explained or completed', () => {
    expect(readCommandLine(['--explain', 'no-reply'])).toEqual({ kind: 'explain', code: 'no-reply' });
    expect(readCommandLine(['ping', '--explain=no-reply'])).toEqual({ kind: 'explain', code: 'no-reply' });
    expect(readCommandLine(['explain', 'no-reply', '--no-color'])).toEqual({ kind: 'explain', code: 'no-reply' });
    expect(readCommandLine(['explain'])).toEqual({ kind: 'explain', code: null });
    expect(readCommandLine(['completion', 'zsh'])).toEqual({ kind: 'completion', shell: 'zsh' });
  });

  it('reads a report, with the formats of a lookup and a page', () => {
    const { id: _, query: __, call: ___, ...common } = lookup;
    const asked = { ...common, kind: 'report', target: 'example.com' };
    expect(readCommandLine(['report', 'example.com'])).toEqual(asked);
    for (const option of ['--out', '--format']) {
      expect(readCommandLine(['report', 'example.com', option, 'html'])).toEqual({ ...asked, format: 'html' });
    }
    const judged = readCommandLine(['report', 'example.com', '--fail-on', 'warn', '--warn-days', '14', '--all']);
    expect(judged).toEqual({ ...asked, failOn: 'warn', warnDays: 14, isComplete: true });
  });

  it.each([
    [[], 'Which tool?'],
    [['--json'], 'Which tool?'],
    [['nslookup', 'example.com'], 'There is no tool "nslookup".'],
    [['pign', 'example.com'], 'There is no tool "pign". Did you mean ping?'],
    [['__proto__', 'example.com'], 'There is no tool "__proto__".'],
    [['dns'], 'dns needs a domain.'],
    [['dns', 'a.example', 'b.example'], 'dns does not know what "b.example" is.'],
    [['dns', 'a.example', '@9.9.9.9', '@1.1.1.1'], 'server must be given once.'],
    [['dns', 'a.example', 'MX', '--type', 'A'], '--type must be given once.'],
    [['dns', 'a.example', '--domain', 'b.example'], 'dns has no option --domain.'],
    [['dns', 'a.example', '-f'], 'dns has no option -f.'],
    [['dns', 'a.example', '--count', '3'], 'dns has no option --count.'],
    [['dns', 'a.example', '--jsno'], 'dns has no option --jsno. Did you mean --json?'],
    [['dns', 'a.example', '--out', 'json'], 'dns has no option --out.'],
    [
      ['dns', 'a.example', '--format', 'html'],
      '--format must be one of table, json, ndjson, csv, markdown, junit, sarif.',
    ],
    [['raport', 'a.example'], 'There is no tool "raport". Did you mean report?'],
    [['dns', 'a.example', '--json=yes'], '--json is a flag: --json, --no-json or --json=false.'],
    [['dns', 'a.example', '--format'], '--format needs a value.'],
    [['dns', 'a.example', '--no-format'], 'format is no flag: there is no --no-format.'],
    [
      ['dns', 'a.example', '--format', 'xml'],
      '--format must be one of table, json, ndjson, csv, markdown, junit, sarif.',
    ],
    [['dns', 'a.example', '--format', 'csv', '--format', 'json'], '--format must be given once.'],
    [['dns', 'a.example', '--format', 'csv', '--json'], '--json and --format cannot be given together.'],
    [['ping', 'a.example', '--count', '3', '--count', '5'], '--count must be given once.'],
    [['ping', 'a.example', '--count'], '--count needs a value.'],
    [
      ['ssl', 'a.example', '--deep', 'false'],
      'A flag takes no value behind a space: write --FLAG, --no-FLAG or --FLAG=false.',
    ],
    [['ssl', 'a.example', '--no-deep=false'], '--no-deep takes no value.'],
    [['ssl', 'a.example', '--deep', '--no-deep'], '--no-deep must be given once.'],
    [
      ['ssl', 'a.example', '--starttls', 'smpt'],
      '--starttls must be one of smtp, imap, pop3, ftp, ldap, xmpp, xmpp-server, sieve, postgres, mysql, nntp, rdp. Did you mean smtp?',
    ],
    [['ssl', 'a.example', '--fail-on', 'good'], '--fail-on must be one of note, unknown, warn, bad.'],
    [['ssl', 'a.example', '--warn-days', 'soon'], '--warn-days must be a whole number from 0 to 9999.'],
    [['ssl', 'a.example', '--warn-days=-1'], '--warn-days must be a whole number from 0 to 9999.'],
    [['dns', 'a.example', '--warn-days', '30'], '--warn-days: nothing in an answer of dns ends.'],
    [['--explain'], '--explain needs a value.'],
    [['explain', 'no-reply', 'other'], 'explain takes one code.'],
    [['completion'], 'completion takes one of bash, zsh, fish.'],
    [['completion', 'csh'], 'completion takes one of bash, zsh, fish.'],
    [['completion', 'zsh', '--json'], 'completion has no option --json.'],
    [['help', 'pign'], 'There is no tool "pign". Did you mean ping?'],
  ])('refuses %j', (args, problem) => {
    expect(readCommandLine(args)).toMatchObject({ kind: 'misuse', problem });
  });
});

describe('further words', () => {
  const tool: AnyTool = {
    ...tools.dns,
    words: [
      { parameter: 'server', read: (word) => /^@(.+)$/.exec(word)?.[1] ?? null },
      { parameter: 'type', read: (word) => (/^[A-Z]+$/.test(word) ? word : null) },
    ],
  };

  it('stand for what the contract of the tool says', () => {
    expect(readExtras(tool, ['example.com', 'MX', '@192.0.2.53'])).toEqual({
      query: { domain: 'example.com', type: 'MX', server: '192.0.2.53' },
    });
  });

  it.each([
    [['example.com', 'MX', 'TXT'], 'type must be given once.'],
    [['example.com', 'mx'], 'dns does not know what "mx" is.'],
    [[], 'dns needs a domain.'],
  ])('that nobody knows are refused: %j', (words, problem) => {
    expect(readExtras(tool, words)).toEqual({ problem });
  });
});

describe('the help', () => {
  it('is made from the contracts', () => {
    for (const { id, summary } of Object.values(tools)) {
      expect(help(100)).toContain(`  ${id} `);
      expect(help(100)).toContain(summary);
    }
  });

  it('of a tool has its target, and every option with what it takes', () => {
    const text = toolHelp('ssl', 100);
    for (const part of [
      'sonde ssl DOMAIN',
      '--deep ',
      '--no-revocation ',
      '--starttls WORD',
      'xmpp-server',
      '--fail-on STATE',
    ]) {
      expect(text).toContain(part);
    }
    expect(toolHelp('whois', 100)).toContain('sonde whois IP-OR-DOMAIN');
    expect(toolHelp('report', 100)).toContain('--out FORMAT');
    expect(help(100)).toContain('  report TARGET ');
  });

  const helped = [...Object.values(tools).map(({ id }) => id), 'report'] as const;

  it.each([40, 60, 80])('has no line of more than %i columns', (columns) => {
    const texts = [help(columns), usage(null, columns), ...helped.map((topic) => toolHelp(topic, columns))];
    for (const line of texts.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

test.each([
  [['example.com', 'MX', '@9.9.9.9'], { type: 'MX', server: '9.9.9.9' }],
  [['example.com', 'mx', 'TYPE65', 'a,aaaa'], { type: 'mx,TYPE65,a,aaaa' }],
  [['example.com', '@https://dns.example/dns-query', 'TXT'], { type: 'TXT', server: 'https://dns.example/dns-query' }],
  [['example.com', 'A', '--everywhere'], { type: 'A', everywhere: 'true' }],
])('dns takes types and a server as dig does: %j', (words, query) => {
  expect(readCommandLine(['dns', ...words])).toMatchObject({
    kind: 'lookup',
    id: 'dns',
    query: { domain: 'example.com', ...query },
  });
});
