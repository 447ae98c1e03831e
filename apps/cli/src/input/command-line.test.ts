import { type AnyTool, tools } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands/registry.ts';
import { allOptions } from './command-line.ts';
import { readExtras } from './extras.ts';
import { commonOptions } from './options.ts';
import { read } from './testing/read.ts';
import { commandHelp, help, usage } from './usage.ts';

const lookup = {
  name: 'dns',
  call: null,
  from: null,
  id: 'dns',
  query: { domain: 'example.com' },
  format: null,
  isComplete: false,
  failOn: null,
  warnDays: null,
  color: null,
  evidence: null,
  timing: false,
  isShort: false,
};

describe('the command line', () => {
  it('reads a tool and its target', async () => {
    expect(await read(['dns', 'example.com'])).toEqual(lookup);
    expect(await read(['dns', 'example.com', '--json'])).toEqual({ ...lookup, format: 'json' });
    expect(await read(['--json', 'dns', 'example.com'])).toEqual({ ...lookup, format: 'json' });
    expect(await read(['dns', '--', '-x.example'])).toEqual({ ...lookup, query: { domain: '-x.example' } });
  });

  it.each(['table', 'json', 'ndjson', 'csv', 'markdown', 'junit', 'sarif'])('reads the format %s', async (format) => {
    expect(await read(['dns', 'example.com', '--format', format])).toMatchObject({ name: 'dns', format });
    expect(await read([`--format=${format}`, 'dns', 'example.com'])).toMatchObject({ name: 'dns', format });
  });

  it('has no common option that a tool has, too, and no option of different kinds in different tools', async () => {
    const parameters = Object.values(tools).flatMap(({ query }) => Object.keys(query.shape));
    expect(commonOptions.filter(({ name }) => parameters.includes(name))).toEqual([]);
    const options = await allOptions();
    const kinds = new Map(options.map(({ name, kind }) => [name, kind]));
    for (const { name, kind } of options) expect([name, kind]).toEqual([name, kinds.get(name)]);
    expect(options.filter(({ name }) => name.startsWith('no-'))).toEqual([]);
    // No other command has the name of a tool.
    const names = await commands.names();
    expect(new Set(names).size).toBe(names.length);
  });

  it('reads the protocol for STARTTLS', async () => {
    const query = { domain: 'mail.example.com', starttls: 'xmpp-server' };
    const asked = await read(['ssl', 'mail.example.com', '--starttls', 'xmpp-server']);
    expect(asked).toMatchObject({ name: 'ssl', id: 'ssl', query });
  });

  it('reads the file for what is sent and received', async () => {
    const args = ['dns', 'example.com', '--evidence', 'out/a.pcapng'];
    expect(await read(args)).toMatchObject({ name: 'dns', evidence: 'out/a.pcapng' });
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
  ])('a flag is a flag: %s', async (flag, query) => {
    expect(await read(['ssl', flag, 'example.com'])).toMatchObject({ query: { domain: 'example.com', ...query } });
    expect(await read([flag, 'ssl', 'example.com'])).toMatchObject({ query: { domain: 'example.com', ...query } });
  });

  it('reads what to judge and how to show it', async () => {
    const args = ['ssl', 'example.com', '--fail-on', 'bad', '--warn-days', '30', '--all', '--no-color'];
    expect(await read(args)).toMatchObject({ failOn: 'bad', warnDays: 30, isComplete: true, color: false });
    expect(await read(['ssl', 'example.com', '--color'])).toMatchObject({ color: true, warnDays: null });
  });

  it.each([
    [['--help'], null],
    [['-h'], null],
    [['help'], null],
    [['dns', '--help'], 'dns'],
    [['help', 'ssl'], 'ssl'],
    [['nonsense', '--help'], null],
    [['check', '--help'], 'check'],
    [['help', 'token'], 'token'],
    [['--deep', 'ssl', '-h'], 'ssl'],
    [['report', '--help'], 'report'],
    [['help', 'report'], 'report'],
  ])('gives help for %j', async (args, topic) => {
    expect(await read(args)).toEqual({ name: 'help', asked: topic });
  });

  it('reads what to explain or complete', async () => {
    expect(await read(['--explain', 'no-reply'])).toEqual({ name: 'explain', code: 'no-reply', color: null });
    expect(await read(['ping', '--explain=no-reply'])).toEqual({ name: 'explain', code: 'no-reply', color: null });
    expect(await read(['explain', 'no-reply', '--no-color'])).toEqual({
      name: 'explain',
      code: 'no-reply',
      color: false,
    });
    expect(await read(['explain'])).toEqual({ name: 'explain', code: null, color: null });
    expect(await read(['completion', 'zsh'])).toEqual({ name: 'completion', asked: 'zsh' });
  });

  it('reads a report, with the formats of a lookup and a page', async () => {
    const {
      id: _,
      query: __,
      call: ___,
      from: _from,
      evidence: ____,
      timing: _____,
      isShort: ______,
      ...common
    } = lookup;
    const asked = { ...common, name: 'report', target: 'example.com' };
    expect(await read(['report', 'example.com'])).toEqual(asked);
    for (const option of ['--out', '--format']) {
      expect(await read(['report', 'example.com', option, 'html'])).toEqual({ ...asked, format: 'html' });
    }
    const judged = await read(['report', 'example.com', '--fail-on', 'warn', '--warn-days', '14', '--all']);
    expect(judged).toEqual({ ...asked, failOn: 'warn', warnDays: 14, isComplete: true });
  });

  it.each([
    [[], 'Name a tool or a target.'],
    [['--json'], 'Name a tool or a target.'],
    [
      ['nslookup', 'example.com'],
      'There is no command "nslookup". A target alone, as in sonde example.com, makes a report; sonde --help lists the tools.',
    ],
    [['pign', 'example.com'], 'There is no command "pign". Did you mean ping?'],
    [
      ['__proto__', 'example.com'],
      'There is no command "__proto__". A target alone, as in sonde example.com, makes a report; sonde --help lists the tools.',
    ],
    [['dns'], 'dns needs a domain name.'],
    [['dns', 'a.example', 'b.example'], 'dns does not understand "b.example".'],
    [['dns', 'a.example', '@9.9.9.9', '@1.1.1.1'], 'server must be given once.'],
    [['dns', 'a.example', 'MX', '--type', 'A'], '--type must be given once.'],
    [['dns', 'a.example', '--domain', 'b.example'], 'dns has no option --domain.'],
    [['dns', 'a.example', '-f'], 'dns has no option -f.'],
    [['ping', 'a.example', '-6'], 'ping has no option -6: give an IPv6 address where the protocol matters.'],
    [['mail', 'a.example', '-s', '192.0.2.53'], 'mail has no option -s.'],
    [['dns', 'a.example', '+short', '-j'], 'A short answer has no other format.'],
    [['ping', 'a.example', 'b.example'], 'ping takes one target, not 2.'],
    [['ping', 'a.example', '+short'], 'ping takes one target, not 2.'],
    [['a.example', 'b.example'], 'report takes one target, not 2.'],
    [['a.example', '--type', 'MX'], 'report has no option --type.'],
    [['AS64496'], 'A report needs a domain name or an IP address, not an AS number. Try sonde whois AS64496.'],
    [
      ['_dmarc.example.com'],
      // And further tools that take such a name.
      expect.stringMatching(
        /^A report needs a domain name or an IP address, not a name that no host can have\. Try sonde dns _dmarc\.example\.com or sonde delegation _dmarc\.example\.com(?: or sonde [a-z\d]+ _dmarc\.example\.com)*\.$/,
      ),
    ],
    [['dns', 'a.example', '--count', '3'], 'dns has no option --count.'],
    [['dns', 'a.example', '--jsno'], 'dns has no option --jsno. Did you mean --json?'],
    [['dns', 'a.example', '--out', 'json'], 'dns has no option --out.'],
    [
      ['dns', 'a.example', '--format', 'html'],
      '--format must be one of table, json, ndjson, csv, csv-findings, markdown, junit, sarif.',
    ],
    [['raport', 'a.example'], 'There is no command "raport". Did you mean report?'],
    [['dns', 'a.example', '--json=yes'], '--json is a flag: use --json, --no-json or --json=false.'],
    [['dns', 'a.example', '--format'], '--format needs a value.'],
    [['dns', 'a.example', '--no-format'], 'format is not a flag, so there is no --no-format.'],
    [
      ['dns', 'a.example', '--format', 'xml'],
      '--format must be one of table, json, ndjson, csv, csv-findings, markdown, junit, sarif.',
    ],
    [['dns', 'a.example', '--format', 'csv', '--format', 'json'], '--format must be given once.'],
    [['dns', 'a.example', '--format', 'csv', '--json'], '--json and --format cannot be given together.'],
    [['ping', 'a.example', '--count', '3', '--count', '5'], '--count must be given once.'],
    [['ping', 'a.example', '--count'], '--count needs a value.'],
    [
      ['ssl', 'a.example', '--deep', 'false'],
      'A flag takes no separate value: write --FLAG, --no-FLAG or --FLAG=false.',
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
    [['dns', 'a.example', '--evidence', 'a.txt'], '--evidence must name a file that ends in .pcapng or .jsonl.'],
    [['report', 'a.example', '--evidence', 'a.jsonl'], 'report has no option --evidence.'],
    [['dns', 'a.example', '--warn-days', '30'], '--warn-days: answers of dns have no expiry dates.'],
    [['--explain'], '--explain needs a value.'],
    [['explain', 'no-reply', 'other'], 'explain takes one code.'],
    [['completion'], 'completion takes one of bash, zsh, fish.'],
    [['completion', 'csh'], 'completion takes one of bash, zsh, fish.'],
    [['completion', 'zsh', '--json'], 'completion has no option --json.'],
    [['help', 'pign'], 'There is no command "pign". Did you mean ping?'],
    [['help', 'chekc'], 'There is no command "chekc". Did you mean check?'],
  ])('refuses %j', async (args, problem) => {
    expect(await read(args)).toEqual({ problem });
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

  it('have the meanings that the contract of the tool gives them', async () => {
    expect(readExtras(tool, ['example.com', 'MX', '@192.0.2.53'])).toEqual({
      query: { domain: 'example.com', type: 'MX', server: '192.0.2.53' },
    });
  });

  it.each([
    [['example.com', 'MX', 'TXT'], 'type must be given once.'],
    [['example.com', 'mx'], 'dns does not understand "mx".'],
    [[], 'dns needs a domain name.'],
  ])('that nobody knows are refused: %j', (words, problem) => {
    expect(readExtras(tool, words)).toMatchObject({ problem });
  });
});

describe('the help', async () => {
  const names = await commands.names();
  const all = await commands.all();
  const helpOf = async (name: string, columns = 100) => {
    const command = await commands.find(name);
    return command === null ? expect.fail(`no command ${name}`) : commandHelp(command, columns);
  };

  it.each(names)('has the command %s, and how it is called', async (name) => {
    const { summary = '', options = [] } = (await commands.find(name)) ?? {};
    expect(help(all, 200)).toMatch(new RegExp(`^  ${name}\\b.* {2}`, 'm'));
    expect(help(all, 500)).toContain(summary);
    const text = await helpOf(name, 500);
    expect(text).toMatch(new RegExp(`^Usage: sonde ${name}\\b`));
    for (const part of [summary, 'Exit status:', '--help', 'Example']) expect(text).toContain(part);
    for (const option of options.flatMap((group) => group.options)) expect(text).toContain(option.name);
  });

  it('of a tool has its target, and every option with what it takes', async () => {
    const text = await helpOf('ssl');
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
    expect(await helpOf('whois')).toContain('sonde whois IP-OR-DOMAIN');
    expect(await helpOf('report')).toContain('--out FORMAT');
    expect(await helpOf('check')).toContain('-f, --file FILE');
    expect(help(all, 100)).toContain('  report TARGET ');
  });

  it.each([40, 60, 80])('has no line of more than %i columns', async (columns) => {
    const texts = [help(all, columns), usage(null, columns)];
    for (const command of [...all.tools, ...all.others])
      texts.push(commandHelp(command, columns), usage(command, columns));
    for (const line of texts.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});
