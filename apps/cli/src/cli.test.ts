import { engineVariables, type NodeNet } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { dnsAnswer, scriptedNet } from '@sonde/probes/testing/scripted-net';
import { expect, it, vi } from 'vitest';
import { runCli } from './cli.ts';
import { EXIT } from './exit-status.ts';
import { findingCodes } from './print/explanation.ts';

const EVIL = '\\x1b[2J';

/** A terminal, and a resolver that knows one TXT record, which tries to clear the screen. */
function terminal(isColoured: boolean, variables: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const close = vi.fn();
  const closeData = vi.fn();
  const net: NodeNet = {
    ...scriptedNet({
      ask: async (question) => {
        const hostile = { ...question, ttlSeconds: 60, fields: ['"\u001b[2J"'] };
        return dnsAnswer(question, { records: question.type === 16 ? [hostile] : [] });
      },
    }),
    bestPingMethods: async () => ({ ipv4: null, ipv6: null }),
    close,
  };
  const run = (args: string[]) =>
    runCli(args, {
      env: { SONDE_RESOLVERS: '127.0.0.1:53', ...variables },
      isTerminal: true,
      isColoured,
      columns: 80,
      signal: new AbortController().signal,
      serve: () => null,
      openBackup: async () => null,
      openPlaces: async () => null,
      openNet: () => net,
      openData: () => ({ ...noData, close: closeData }),
      out: (line) => lines.push(line),
      err: (line) => lines.push(line),
    });
  return { lines, close, closeData, run };
}

it('prints tables on a terminal without control characters of records, and closes the network layer', async () => {
  const { lines, close, closeData, run } = terminal(false);
  expect(await run(['dns', 'example.com'])).toBe(EXIT.answer);
  const text = lines.join('\n');
  expect(text).toMatch(/^domain {2,}example\.com$/m);
  expect(text).toMatch(/^TXT\nName .*TTL\nexample\.com /m);
  expect(text).toContain(EVIL);
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('gaps');
  expect(close).toHaveBeenCalledOnce();
  expect(closeData).toHaveBeenCalledOnce();
});

it('prints headings in bold on a coloured terminal, unless told not to', async () => {
  const { lines, run } = terminal(true);
  await run(['dns', 'example.com']);
  expect(lines.join('\n')).toContain('\u001b[1mTXT\u001b[22m');
  lines.length = 0;
  await run(['dns', 'example.com', '--no-color']);
  expect(lines.join('\n')).not.toContain('\u001b');
});

it('prints colours unless text without them is requested', async () => {
  const { lines, run } = terminal(false);
  await run(['dns', 'example.com', '--color']);
  expect(lines.join('\n')).toContain('\u001b[1mTXT\u001b[22m');
});

it('explains findings, names the nearest codes to an unknown one, and lists all', async () => {
  const { lines, run } = terminal(false);
  expect(await run(['--explain', 'no-reply'])).toBe(EXIT.answer);
  expect(lines.join('\n')).toMatch(/^No reply to any packet\n.*What it means\n.*Source\n/s);
  lines.length = 0;
  expect(await run(['explain', 'no-replies'])).toBe(EXIT.usage);
  expect(lines).toEqual([
    'sonde: There is no finding with the code "no-replies".',
    expect.stringMatching(/^Similar codes: .*no-reply/),
    'sonde explain lists all codes.',
  ]);
  lines.length = 0;
  expect(await run(['explain'])).toBe(EXIT.answer);
  for (const code of findingCodes) expect(lines.join('\n')).toContain(code);
});

it.each(['dns', 'report'])('a target that is not one is wrong usage of sonde %s', async (command) => {
  const { lines, run } = terminal(false);
  expect(await run([command, 'not a name!'])).toBe(EXIT.usage);
  expect(lines.join('\n')).toMatch(/^sonde: Expected a/m);
});

it('prints the help of one tool, and after wrong usage its usage line', async () => {
  const { lines, run } = terminal(false);
  expect(await run(['ping', '--help'])).toBe(EXIT.answer);
  expect(lines.join('\n')).toContain('--count N');
  lines.length = 0;
  expect(await run(['ping', 'a.example', '--cuont', '3'])).toBe(EXIT.usage);
  expect(lines.join('\n')).toMatch(
    /^sonde: ping has no option --cuont\. Did you mean --count\?\n\nUsage: sonde ping HOST/,
  );
});

it('prints one line of JSON for everything that is found, in NDJSON', async () => {
  const { lines, run } = terminal(false);
  expect(await run(['dns', 'example.com', '--format', 'ndjson'])).toBe(EXIT.answer);
  expect(lines.map((line) => JSON.parse(line).type)).toEqual([...lines.slice(1).map(() => 'progress'), 'answer']);
});

it('prints JSON on a terminal with --json', async () => {
  const { lines, run } = terminal(false);
  await run(['dns', 'example.com', '--json']);
  expect(JSON.parse(lines.join('\n'))).toMatchObject({ domain: 'example.com', gaps: [] });
});

it('prints the data of records only on request, as dig does', async () => {
  const { lines, run } = terminal(true);
  expect(await run(['dns', '+short', 'TXT', 'example.com'])).toBe(EXIT.answer);
  expect(lines).toEqual([expect.stringMatching(/^"?\\x1b\[2J"?$/)]);
});

it('prints CSV and Markdown as the pages export them, without control characters', async () => {
  const { lines, run } = terminal(true);
  expect(await run(['dns', 'Example.com', '--format', 'csv'])).toBe(EXIT.answer);
  const [csv = ''] = lines;
  expect(csv).toMatch(/^(?:Table,)?Name,[^\r\n]+\r\n(?:TXT Records,)?example\.com,.*/);
  expect(csv).toContain(EVIL);
  lines.length = 0;
  expect(await run(['dns', 'Example.com', '--format', 'markdown'])).toBe(EXIT.answer);
  const [markdown = ''] = lines;
  expect(markdown).toMatch(
    /^## `dns Example\.com`\n\n### Findings\n[\s\S]*\n### TXT Records\n\n\| Name \| .* \| TTL \|\n/,
  );
  expect(markdown).toContain(EVIL);
  expect(csv + markdown).not.toContain('\u001b');
});

it('interprets a pasted target, reports that, and looks up the reverse names of addresses', async () => {
  const { lines, run } = terminal(false);
  await run(['dns', 'https://shop.test/path', '--json']);
  expect(lines[0]).toBe('sonde: "https://shop.test/path" was interpreted as shop.test');
  expect(JSON.parse(lines.slice(1).join('\n'))).toMatchObject({ domain: 'shop.test' });
  lines.length = 0;
  await run(['dns', '192.0.2.1', '--json']);
  expect(lines[0]).toBe('sonde: "192.0.2.1" was interpreted as 1.2.0.192.in-addr.arpa');
  expect(JSON.parse(lines.slice(1).join('\n'))).toMatchObject({ domain: '1.2.0.192.in-addr.arpa' });
});

it('warns of a variable that is probably misspelled, and ignores those of the server', async () => {
  const { lines, run } = terminal(false, { SONDE_RESOLVER: '192.0.2.1', SONDE_PUBLIC_URL: 'https://sonde.example' });
  await run(['dns', 'example.com', '--json']);
  expect(lines[0]).toBe('sonde: SONDE_RESOLVER is not a variable of Sonde: did you mean SONDE_RESOLVERS?');
  expect(lines).toHaveLength(2);
});

it('names every variable that it reads in its help', async () => {
  const { lines, run } = terminal(false);
  expect(await run(['--help'])).toBe(EXIT.answer);
  for (const name of Object.keys(engineVariables)) expect(lines.join('\n')).toContain(`  ${name} `);
});

it('updates a set of data, or reports why it did not, and prints the state of all', async () => {
  const { lines, closeData, run } = terminal(false);
  expect(await run(['update', 'mac', '--from', '/nowhere/oui.csv'])).toBe(EXIT.failure);
  expect(lines).toEqual(['sonde: mac: Nothing was changed. This machine has no data folder.']);
  expect(closeData).toHaveBeenCalledOnce();
  lines.length = 0;
  expect(await run(['update', 'dns'])).toBe(EXIT.usage);
  expect(lines[0]).toMatch(/^sonde: update takes any of ct-logs, mac, geo-city, [\w, -]+\.\n$/);
  expect(await run(['update', 'mac', '--json'])).toBe(EXIT.usage);
  expect(await run(['update', '--from', 'a.json'])).toBe(EXIT.usage);
  lines.length = 0;
  // No databases of addresses in this test.
  expect(await run(['update', '--check'])).toBe(EXIT.findings);
  expect(lines).toContainEqual(expect.stringMatching(/^ct-logs: \w+ \(of 2026-10-05, \d+ days, bundled\)$/));
  expect(lines).toContain('geo-city: missing (no copy)');
});
