import { tools } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { usage } from './usage.ts';

describe('the command line', () => {
  it('reads a tool and its target', () => {
    const lookup = { kind: 'lookup', id: 'dns', query: { domain: 'example.com' }, format: null };
    expect(readCommandLine(['dns', 'example.com'])).toEqual(lookup);
    expect(readCommandLine(['dns', 'example.com', '--json'])).toEqual({ ...lookup, format: 'json' });
    expect(readCommandLine(['--json', 'dns', 'example.com'])).toEqual({ ...lookup, format: 'json' });
    expect(readCommandLine(['dns', '--', '-x.example'])).toEqual({ ...lookup, query: { domain: '-x.example' } });
  });

  it.each(['table', 'json', 'csv', 'markdown'])('reads the format %s', (format) => {
    expect(readCommandLine(['dns', 'example.com', '--format', format])).toMatchObject({ kind: 'lookup', format });
    expect(readCommandLine([`--format=${format}`, 'dns', 'example.com'])).toMatchObject({ kind: 'lookup', format });
  });

  it('has no option that a tool has as well', () => {
    const parameters = Object.values(tools).flatMap(({ query }) => Object.keys(query.shape));
    expect(parameters.filter((name) => ['format', 'json', 'help'].includes(name))).toEqual([]);
  });

  it('reads the protocol that STARTTLS begins in', () => {
    const query = { domain: 'mail.example.com', starttls: 'xmpp-server' };
    const asked = readCommandLine(['ssl', 'mail.example.com', '--starttls', 'xmpp-server']);
    expect(asked).toMatchObject({ kind: 'lookup', id: 'ssl', query });
  });

  it('reads that certificate authorities are not to be asked about revocation', () => {
    const query = { domain: 'example.com', revocation: 'false' };
    expect(readCommandLine(['ssl', 'example.com', '--revocation', 'false'])).toMatchObject({ id: 'ssl', query });
  });

  it.each([['--help'], ['-h'], ['dns', '--help'], ['nonsense', '--help']])('gives help for %s %s', (...args) => {
    expect(readCommandLine(args)).toEqual({ kind: 'help' });
  });

  it.each([
    [[], 'Which tool?'],
    [['--json'], 'Which tool?'],
    [['nslookup', 'example.com'], 'There is no tool "nslookup".'],
    [['__proto__', 'example.com'], 'There is no tool "__proto__".'],
    [['dns'], 'dns needs a domain.'],
    [['dns', 'a.example', 'b.example'], 'dns takes one domain, not 2.'],
    [
      ['dns', 'a.example', '--domain', 'b.example'],
      'dns has no option --domain. Known options: --format, --json, --help.',
    ],
    [['dns', 'a.example', '-f'], 'dns has no option -f. Known options: --format, --json, --help.'],
    [['dns', 'a.example', '--count', '3'], 'dns has no option --count. Known options: --format, --json, --help.'],
    [['dns', 'a.example', '--json=yes'], '--json takes no value.'],
    [['dns', 'a.example', '--format'], '--format needs a value.'],
    [['dns', 'a.example', '--format', 'xml'], '--format must be one of table, json, csv, markdown.'],
    [['dns', 'a.example', '--format', 'csv', '--format', 'json'], '--format must be given once.'],
    [['dns', 'a.example', '--format', 'csv', '--json'], '--json and --format cannot be given together.'],
    [
      ['ping', 'a.example', '--typo'],
      'ping has no option --typo. Known options: --count, --interval, --format, --json, --help.',
    ],
    [['ping', 'a.example', '--count', '3', '--count', '5'], '--count must be given once.'],
    [['ping', 'a.example', '--count'], '--count needs a value.'],
  ])('refuses %j', (args, problem) => {
    expect(readCommandLine(args)).toEqual({ kind: 'misuse', problem });
  });

  it('is described from the contracts', () => {
    for (const { id, summary } of Object.values(tools)) {
      expect(usage()).toContain(`  ${id} `);
      expect(usage()).toContain(summary);
    }
  });
});
