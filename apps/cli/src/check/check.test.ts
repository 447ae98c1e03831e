import { createHash } from 'node:crypto';
import { parse } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../exit-status.ts';
import { sarifErrors, validatedJunit } from '../print/testing/schemas.ts';
import { commandLine, file } from './testing/command-line.ts';

describe('sonde check', () => {
  it('looks up every target of a table with every tool that takes it, and summarises the results', async () => {
    const { run } = commandLine();
    const list = await file(
      'list.csv',
      'name;domain\r\n"first, one";a.example\r\nsecond;b.example\r\n# left out\r\nthird;A.example\r\n',
    );
    const { status, out, err } = await run('check', '-f', list, '--tools', 'dns', '--format', 'json');
    expect(err).toMatch(/^sonde: 2 lookups, about \d+ s\./);
    const { results, summary } = JSON.parse(out);
    expect(results.map(({ target, tool }: { target: string; tool: string }) => [target, tool])).toEqual([
      ['a.example', 'dns'],
      ['b.example', 'dns'],
    ]);
    expect(summary).toContainEqual(expect.objectContaining({ tool: 'dns', targets: 2 }));
    expect(out).not.toMatch(/[\u001b\u202e]/);
    expect([EXIT.answer, EXIT.gaps]).toContain(status);
  });

  it('exits with 3 if a policy is missed, and prints the missed conditions in every format', async () => {
    const { run } = commandLine();
    const policy = await file('policy.json', '{"dns.A": ["192.0.2.1"], "dns.records.AAAA": ["2001:db8::1"]}');
    const args = ['check', 'a.example', 'gone.example', '--tools', 'dns', '--policy', policy];
    const { status, out } = await run(...args);
    expect(status).toBe(EXIT.findings);
    expect(out).toContain('a.example (dns): dns.records.AAAA: It is []; asked for: ["2001:db8::1"].');
    expect(out).not.toContain('a.example (dns): dns.A');
    expect(out).toContain('gone.example (dns): dns.A: Not measured');
    const junit = (await parse((await run(...args, '--format', 'junit')).out)) as { failures: number; errors: number };
    expect([junit.errors, Number(junit.failures) >= 1]).toEqual([1, true]);
    const sarif = JSON.parse((await run(...args, '--format', 'sarif')).out);
    expect(sarif.runs).toHaveLength(1);
    expect(sarif.runs[0].results).toContainEqual(expect.objectContaining({ ruleId: 'policy-missed', level: 'error' }));
    const { out: csv } = await run(...args, '--format', 'csv');
    expect(csv.split('\r\n')[0]).toBe(
      'Target,Tool,State,Verdict,Findings,Gaps,Failure,Measured,Policy missed,Changed,Expires,Days left',
    );
    expect(csv).toMatch(/^gone\.example,dns,failed,,,,nxdomain,/m);
  });

  it.each(['json', 'ndjson'])('names the differences from an earlier %s', async (format) => {
    const { run, world } = commandLine();
    const before = await run('check', 'a.example', '--tools', 'dns', '--format', format);
    const baseline = await file('last.json', before.out);
    const same = await run('check', 'a.example', '--tools', 'dns', '--baseline', baseline, '--fail-on-change');
    expect(same.status).not.toBe(EXIT.findings);
    expect(same.out).not.toContain('Changed since');
    world.address = '192.0.2.2';
    const args = ['check', 'a.example', '--tools', 'dns', '--baseline', baseline];
    const later = await run(...args);
    expect([later.status === EXIT.findings, later.out]).toEqual([
      false,
      expect.stringContaining('a.example (dns): A records: New: a.example 192.0.2.2. Gone: a.example 192.0.2.1.'),
    ]);
    expect((await run(...args, '--fail-on-change')).status).toBe(EXIT.findings);
  });

  it('prints documents that match their schemas and list each lookup and each miss separately', async () => {
    const { run, world } = commandLine();
    const targets = ['a.example', 'b.example', 'gone.example'];
    const before = await run('check', ...targets, '--tools', 'dns', '--json');
    const baseline = await file('last.json', before.out);
    world.address = '192.0.2.2';
    const policy = await file('policy.json', '{"dns.records.AAAA": ["2001:db8::1"]}');
    const args = ['check', ...targets, '--tools', 'dns', '--policy', policy, '--baseline', baseline];
    const { out: xml } = await run(...args, '--out', 'junit');
    const suites = (await validatedJunit(xml)) as {
      testsuite: { testcase: { name: string; classname: string; failure?: object }[] }[];
    };
    const cases = suites.testsuite.flatMap(({ testcase }) => testcase);
    // Readers take cases of the same class and name for one test.
    expect(new Set(cases.map(({ classname, name }) => `${classname} ${name}`)).size).toBe(cases.length);
    const missed = cases.filter(({ name }) => name.startsWith('policy-missed'));
    expect(missed.map(({ failure }) => failure !== undefined)).toEqual([true, true, true]);
    const log = JSON.parse((await run(...args, '--out', 'sarif')).out);
    expect(sarifErrors(log)).toEqual([]);
    const [{ results, tool, invocations }] = log.runs;
    const fingerprints = results.map(
      (one: { partialFingerprints: object }) => Object.values(one.partialFingerprints)[0],
    );
    expect(new Set(fingerprints).size).toBe(results.length);
    expect(fingerprints).toEqual(
      expect.arrayContaining([
        'dns/gone.example/policy-missed/dns.records.AAAA',
        'dns/a.example/changed-since-baseline/A records',
      ]),
    );
    for (const { id, shortDescription } of tool.driver.rules)
      expect([id, shortDescription?.text]).toEqual([id, expect.any(String)]);
    expect(JSON.stringify(invocations)).toContain('dns gone.example: ');
  });

  it.each<[string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffmünchen.example\r\n')],
    ['UTF-16', Buffer.from('\ufeffdomain\tnote\r\nmünchen.example\tx\r\n', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\ufeffmünchen.example\n', 'utf16le').swap16()],
  ])('reads a list in %s', async (_name, bytes) => {
    const { run } = commandLine();
    const { out } = await run('check', '-f', await file('list.csv', bytes), '--tools', 'dns', '--json');
    expect(JSON.parse(out).results[0].target).toBe('xn--mnchen-3ya.example');
  });

  it('refuses a list in an unknown encoding', async () => {
    const { run, asked } = commandLine();
    const { status, err } = await run(
      'check',
      '-f',
      await file('list.csv', Buffer.from('münchen.example\n', 'latin1')),
    );
    expect([status, asked.length, err]).toEqual([EXIT.usage, 0, expect.stringContaining('save it as UTF-8')]);
  });

  it('refuses a baseline that it cannot compare, and lists lookups missing from a baseline', async () => {
    const { run, asked } = commandLine();
    const envelope = { success: true, message: 'OK', _data: { gaps: [], records: 'none' } };
    const broken = await file('old.json', JSON.stringify({ target: 'a.example', tool: 'dns', outcome: envelope }));
    const refused = await run('check', 'a.example', '--tools', 'dns', '--baseline', broken);
    expect([refused.status, asked.length]).toEqual([EXIT.usage, 0]);
    expect(refused.err).toContain('cannot compare (dns a.example): create it again');
    const { out } = await run('check', 'a.example', '--tools', 'dns', '--json');
    const baseline = await file('last.json', `\ufeff${out}`);
    const { err } = await run('check', 'a.example', 'b.example', '--tools', 'dns', '--baseline', baseline);
    expect(err).toContain('not in the baseline, so not compared: b.example (dns)');
  });

  it('refuses a thousand invalid lines with their numbers, and makes no lookups', async () => {
    const { run, asked } = commandLine();
    const rubbish = await file(
      'rubbish.txt',
      Array.from({ length: 1_000 }, (_, at) => `?? ${at} \u001b[2J`).join('\n'),
    );
    const { status, err } = await run('check', '-f', rubbish);
    expect([status, asked.length]).toEqual([EXIT.usage, 0]);
    expect(err).toContain('1000 lines have no target');
    expect(err.split('\n').slice(0, 2)).toEqual([
      'sonde: Nothing was looked up: 1000 lines have no target.',
      '  line 1: "?? 0 \\u001b[2J"',
    ]);
    expect(err).toMatch(/ 999, 1000$/m);
    expect(err).not.toContain('\u001b');
  });

  it.each([
    [['check'], 'needs either -f FILE or targets'],
    [['check', 'a.example', '--tools', 'nmap'], 'no tool "nmap"'],
    [['check', 'a.example', '--format', 'xml'], '--format must be one of'],
    [['check', 'a.example', '--nothing'], 'check has no option --nothing.'],
    [['check', '-f', 'missing.csv'], 'cannot be read (ENOENT)'],
    [['check', 'a.example', '--remote', 'ftp://x'], '--remote needs'],
    [['token', 'two words'], 'token takes one name'],
  ])('%j is misuse', async (args, text) => {
    const { run } = commandLine();
    const { status, err } = await run(...args);
    expect([status, err]).toEqual([EXIT.usage, expect.stringContaining(text)]);
  });

  it.each([
    ['[]', 'A policy is a JSON object'],
    ['{', 'is not JSON: see line 1, column 2.'],
    ['', 'is not JSON: see line 1, column 1.'],
    ['{"dns.A": []}\n]', 'is not JSON: see line 2, column 1.'],
    ['{\n  "dns.A": nope\n}\n', 'is not JSON: see line 2, column 13.'],
    ["{\n\n  'dns.A': []}", 'is not JSON: see line 3, column 3.'],
    ['{"dns.A": [],}', 'is not JSON: see line 1, column 14.'],
    ['{"dns.A": "a\nb"}', 'is not JSON: see line 1, column 13.'],
    ['{"nmap.open": true}', 'does not begin with the id of a tool'],
    ['{"ssl.valid": true}', 'needs a tool that is not in --tools'],
    ['{"dns.A": {"is": 1}}', 'needs a text, a number'],
  ])('a policy %s is refused', async (text, problem) => {
    const { run, asked } = commandLine();
    const policy = await file('policy.json', text);
    const { status, err } = await run('check', 'a.example', '--tools', 'dns', '--policy', policy);
    expect([status, err, asked.length]).toEqual([EXIT.usage, expect.stringContaining(problem), 0]);
  });
});

it('generates a token, and the hash by which a server recognises it', async () => {
  const { run } = commandLine();
  const { status, out } = await run('token', 'ci');
  const token = /^token: (sonde_[\w-]{43})$/m.exec(out)?.[1] ?? '';
  expect([status, out]).toEqual([
    EXIT.answer,
    expect.stringContaining(`SONDE_API_TOKENS=ci:${createHash('sha256').update(token).digest('hex')}`),
  ]);
});
