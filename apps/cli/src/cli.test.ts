import { NetFailure, type NodeNet, noData } from '@sonde/probes';
import { expect, it, vi } from 'vitest';
import { EXIT, runCli } from './cli.ts';

const EVIL = '\\x1b[2J';

/** A terminal with a resolver behind it that knows one text, which tries to clear the screen. */
function terminal(isColoured: boolean) {
  const lines: string[] = [];
  const close = vi.fn();
  const closeData = vi.fn();
  const net: NodeNet = {
    ask: async ({ name, type }) => ({
      resolver: '127.0.0.1:53',
      transport: 'udp',
      isPartial: false,
      message: {
        id: 1,
        isResponse: true,
        opcode: 0,
        isAuthoritative: false,
        isTruncated: false,
        isRecursionDesired: true,
        isRecursionAvailable: true,
        isAuthenticated: false,
        isCheckingDisabled: false,
        rcode: 0,
        hasEdns: true,
        questions: [{ name, type, class: 1 }],
        answers: type === 16 ? [{ name, type, ttlSeconds: 60, fields: ['"\u001b[2J"'] }] : [],
        authorities: [],
        additionals: [],
      },
    }),
    askMany: () => expect.fail('nothing is asked in bulk'),
    keepAllowed: () => new Set(),
    checkHost: () => {},
    resolve: () => Promise.reject(new NetFailure('unreachable', 'no')),
    connect: () => Promise.reject(new NetFailure('unreachable', 'no')),
    fetch: () => Promise.reject(new NetFailure('unreachable', 'no')),
    trustAnchors: () => [],
    isPublicAuthority: () => false,
    ping: () => Promise.reject(new NetFailure('unreachable', 'no')),
    pingWays: async () => ({ ipv4: null, ipv6: null }),
    close,
  };
  const run = (args: string[]) =>
    runCli(args, {
      env: { SONDE_RESOLVERS: '127.0.0.1:53' },
      isTerminal: true,
      isColoured,
      signal: new AbortController().signal,
      openNet: () => net,
      openData: () => ({ ...noData, close: closeData }),
      out: (line) => lines.push(line),
      err: (line) => lines.push(line),
    });
  return { lines, close, closeData, run };
}

it('shows tables on a terminal, closes the door, and obeys nothing that a record says', async () => {
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

it('sets headings in bold where that is wanted', async () => {
  const { lines, run } = terminal(true);
  await run(['dns', 'example.com']);
  expect(lines.join('\n')).toContain('\u001b[1mTXT\u001b[22m');
});

it('gives JSON on a terminal when told to', async () => {
  const { lines, run } = terminal(false);
  await run(['dns', 'example.com', '--json']);
  expect(JSON.parse(lines.join('\n'))).toMatchObject({ domain: 'example.com', gaps: [] });
});

it('reads a pasted target as what it names, says so, and looks addresses up in reverse', async () => {
  const { lines, run } = terminal(false);
  await run(['dns', 'https://shop.test/path', '--json']);
  expect(lines[0]).toBe('sonde: "https://shop.test/path" is read as shop.test');
  expect(JSON.parse(lines.slice(1).join('\n'))).toMatchObject({ domain: 'shop.test' });
  lines.length = 0;
  await run(['dns', '192.0.2.1', '--json']);
  expect(lines[0]).toBe('sonde: "192.0.2.1" is read as 1.2.0.192.in-addr.arpa');
  expect(JSON.parse(lines.slice(1).join('\n'))).toMatchObject({ domain: '1.2.0.192.in-addr.arpa' });
});
