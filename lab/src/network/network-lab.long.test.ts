import { copyFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCommand } from '../processes/commands.ts';
import { readCounters } from './firewall.ts';
import { rebindingName, refusedName } from './names.ts';
import { type NetworkLab, startNetworkLab } from './network-lab.ts';
import { refusedRanges } from './refused-ranges.ts';
import { type NamespaceName, networkAddresses, networkTargets } from './topology.ts';

let lab: NetworkLab;
beforeAll(async () => {
  lab = await startNetworkLab();
});
afterAll(() => lab?.stop());

interface PingResult {
  readonly sent: number;
  readonly received: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
}

async function ping(target: string, args: readonly string[] = ['-c', '10', '-i', '0.02']): Promise<PingResult> {
  const { stdout, stderr } = await lab.run('ping', ['-n', ...args, target]);
  const counts = /(\d+) packets transmitted, (\d+) received/.exec(stdout);
  const times = /min\/avg\/max\/mdev = ([\d.]+)\/[\d.]+\/([\d.]+)\//.exec(stdout);
  const [sent, received, min, max] = [counts?.[1], counts?.[2], times?.[1], times?.[2]].map(Number);
  if (sent === undefined || received === undefined) throw new Error(`ping says: ${stdout}${stderr}`);
  return { sent, received, min: min ?? Number.NaN, max: max ?? Number.NaN, text: stdout };
}

async function forbidden(): Promise<[string, number][]> {
  return Object.entries(await lab.forbiddenPackets()).filter(([, packets]) => packets > 0);
}

async function dig(...question: string[]): Promise<string[]> {
  const { stdout } = await lab.run('dig', ['+short', ...question]);
  return stdout.trim().split('\n').sort();
}

/** The results of connections from the client's network: the peer and its answer, or the error. */
async function connect(...hosts: readonly (readonly [host: string | null, port: number])[]): Promise<string[]> {
  const script = `const connect = ([host, port]) => new Promise((said) => {
  let peer;
  const socket = require('net').connect(port, host);
  socket.on('connect', () => { peer = socket.remoteAddress; socket.write('hello'); });
  socket.on('data', (text) => said([peer, String(text).split('\\r\\n').at(-1).trim()].join(' ')));
  socket.on('error', ({ code }) => said(code));
});
(async () => { for (const host of ${JSON.stringify(hosts)}) console.log(await connect(host)); })();`;
  const { stdout, stderr } = await lab.run(process.execPath, ['-e', script]);
  return `${stdout}${stderr}`.trim().split('\n');
}

describe('the paths to the hosts', () => {
  test.each([
    ['fast', networkTargets.fast.ipv4, 0, 1],
    ['far', networkTargets.far.ipv4, 34, 35.5],
    ['far by IPv6', networkTargets.far.ipv6, 34, 35.5],
    ['slow', networkTargets.slow.ipv4, 1500, 1502],
    ['IPv6 only', networkTargets.v6only.ipv6, 0, 1],
    ['IPv6 only, by name', networkTargets.v6only.name, 0, 1],
  ])('%s', async (_, target, atLeast, atMost) => {
    const { received, min, text } = await ping(String(target));
    expect(received).toBe(10);
    expect(text).toMatch(/ttl=62 /);
    expect(min).toBeGreaterThanOrEqual(atLeast);
    expect(min).toBeLessThan(atMost);
  });

  test('jitter makes round trips shorter and longer', async () => {
    const { received, min, max } = await ping(networkTargets.jittery.name, ['-4', '-c', '50', '-i', '0.02']);
    expect(received).toBe(50);
    expect(min).toBeGreaterThanOrEqual(12);
    expect(min).toBeLessThan(19);
    expect(max).toBeGreaterThan(21);
  });

  test('a fifth of the packets is lost, over IPv4 and IPv6', async () => {
    const args = ['-c', '300', '-i', '0.004', '-W', '1'];
    const both = await Promise.all(['-4', '-6'].map((family) => ping(networkTargets.lossy.name, [family, ...args])));
    for (const { sent, received } of both) {
      expect(sent).toBe(300);
      // Four standard deviations of the binomial distribution.
      expect(Math.abs(sent - received - 60)).toBeLessThanOrEqual(28);
    }
  });
});

describe('the paths without a host', () => {
  test.each([
    ['silent', 'ipv4', null],
    ['silent', 'ipv6', null],
    ['prohibited', 'ipv4', 'Packet filtered'],
    ['prohibited', 'ipv6', 'Destination unreachable: Administratively prohibited'],
    ['unreachable', 'ipv4', 'Destination Host Unreachable'],
    ['unreachable', 'ipv6', 'Destination unreachable: Address unreachable'],
  ] as const)('%s by %s', async (name, family, meaning) => {
    const { received, text } = await ping(String(networkTargets[name][family]), [
      '-c',
      '10',
      '-i',
      '0.01',
      '-W',
      '0.3',
    ]);
    expect(received).toBe(0);
    const errors = text.split('\n').filter((line) => line.startsWith('From '));
    expect(errors).toHaveLength(meaning === null ? 0 : 10);
    for (const error of errors) {
      expect(error).toContain(meaning);
      expect(error).toContain(`From ${networkAddresses.core[family]} `);
    }
  });

  test('closed and open ports', async () => {
    const { fast, v6only } = networkTargets;
    expect(await connect([fast.ipv4, 81], [fast.ipv4, 80], [v6only.ipv6, 443])).toEqual([
      'ECONNREFUSED',
      `${fast.ipv4} lab host`,
      `${v6only.ipv6} lab host`,
    ]);
  });
});

describe('names', () => {
  test.each([
    ['fast.lab.test A', [networkTargets.fast.ipv4]],
    ['v6only.lab.test A', ['']],
    ['v6only.lab.test AAAA', [networkTargets.v6only.ipv6]],
    ['mixed.lab.test A', ['10.0.0.5', networkTargets.fast.ipv4]],
    ['mixed.lab.test AAAA', [networkTargets.fast.ipv6, 'fd00::5']],
    ['own.lab.test A', [networkAddresses.client.ipv4]],
    ['chain-public.lab.test A', ['fast.lab.test.', 'fast.other.test.', networkTargets.fast.ipv4]],
    ['mapped-public.lab.test AAAA', [`::ffff:${networkTargets.fast.ipv4}`]],
    ['nat64.lab.test AAAA', ['64:ff9b::a00:5']],
    ['mail.lab.test MX', ['10 private.lab.test.', '20 fast.lab.test.', '30 metadata.lab.test.']],
    ['private-servers.test NS', ['metadata.lab.test.', 'private.lab.test.']],
  ])('%s', async (question, answer) => {
    expect(await dig(...question.split(' '))).toEqual([...answer].sort());
  });

  test('a chain of aliases through two zones ends at a metadata service', async () => {
    const answer = await dig('chain.lab.test');
    expect(answer).toHaveLength(5);
    expect(answer).toContain('169.254.169.254');
  });

  test('every refused range has a name', async () => {
    const questions = refusedRanges.flatMap((range) => [
      refusedName(range),
      range.address.includes(':') ? 'AAAA' : 'A',
    ]);
    const { stdout } = await lab.run('dig', questions.flatMap((word) => [word]).concat('+noall', '+answer'));
    const found = stdout.split('\n').filter((line) => /\sIN\s+A+\s/.test(line));
    expect(found).toHaveLength(refusedRanges.length);
  });

  test('a rebinding name changes with every query', async () => {
    const name = rebindingName([String(networkTargets.fast.ipv4), '10.0.0.5', networkTargets.fast.ipv6, 'fd00::5']);
    for (const expected of [networkTargets.fast.ipv4, '10.0.0.5', networkTargets.fast.ipv4])
      expect(await dig(name)).toEqual([expected]);
    for (const expected of [networkTargets.fast.ipv6, 'fd00::5']) expect(await dig(name, 'AAAA')).toEqual([expected]);
  });

  test('names outside the lab do not exist', async () => {
    expect((await lab.run('dig', ['example.com'])).stdout).toContain('status: NXDOMAIN');
  });
});

describe('processes', () => {
  test('a server in the lab can be reached over a Unix socket', async () => {
    const path = join(lab.directory, 'server.sock');
    const script = `require('http').createServer((_, response) => response.end(process.env.WORD + process.cwd()))
  .listen('${path}', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(7));`;
    const server = await lab.start(process.execPath, ['-e', script], {
      env: { WORD: 'hello ' },
      cwd: '/usr',
      isReady: /listening/,
    });
    const answer = await new Promise<string>((resolve, reject) => {
      request({ socketPath: path }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      })
        .on('error', reject)
        .end();
    });
    expect(answer).toBe('hello /usr');
    expect(await server.stop('SIGTERM')).toEqual({ code: 7, signal: null });
  });

  test('see only the network of their namespace', async () => {
    const devices = async (on: NamespaceName) => {
      const { stdout } = await lab.run('ip', ['-o', 'link'], { on });
      return stdout.match(/(?<=^\d+: )[^@:]+/gm);
    };
    expect(await devices('client')).toEqual(['lo', 'eth0']);
    expect(await devices('gateway')).toEqual(['lo', 'lan', 'wan']);
  });

  test('are killed after the timeout, and report their exit code', async () => {
    expect(await lab.run('sh', ['-c', 'echo first; sleep 30; echo last'], { timeoutMs: 200 })).toEqual({
      code: null,
      signal: 'SIGKILL',
      stdout: 'first\n',
      stderr: '',
    });
    expect(await lab.run('sh', ['-c', 'echo wrong >&2; exit 3'])).toMatchObject({ code: 3, stderr: 'wrong\n' });
    await expect(lab.start('sh', ['-c', 'echo broken; exit 3'], { isReady: /ready/ })).rejects.toThrow(
      /ended with code 3; [\s\S]*broken/,
    );
  });
});

describe('the firewall and the listeners', () => {
  test('count no packets to public hosts', async () => {
    expect(await forbidden()).toEqual([]);
    const hits = await lab.hits();
    expect(hits.map(({ host }) => host)).toEqual(['fast', 'v6only']);
  });

  test('count a packet to each refused range for that range only', async () => {
    const list = `${findCommand('nft')} --json list counters; echo END`;
    // Link-local addresses need an interface.
    const target = (address: string) => (/^(fe80|ff02):/.test(address) ? `${address}%eth0` : address);
    const pings = refusedRanges.map(
      ({ address }) => `ping -b -c 1 -W 0.05 ${target(address)} > /dev/null 2>&1; ${list}`,
    );
    const { stdout } = await lab.run('sh', ['-c', [list, ...pings].join('\n')]);
    const counters = stdout
      .trim()
      .split('END\n')
      .map((json) => readCounters(json.replace(/END$/, '')).forbidden);
    refusedRanges.forEach(({ prefix }, index) => {
      const [before, after] = [counters[index] ?? {}, counters[index + 1] ?? {}];
      const risen = Object.keys(after).filter((key) => Number(after[key]) > Number(before[key]));
      expect(risen).toEqual([prefix]);
    });
  });

  test('count and log a connection to an internal port, whatever the spelling of the address', async () => {
    const count = async () => (await lab.forbiddenPackets())['10.0.0.0/8'] ?? Number.NaN;
    const before = await count();
    expect(await connect(['::ffff:10.1.2.3', 6379])).toEqual(['::ffff:10.1.2.3 lab host']);
    expect(await count()).toBeGreaterThan(before);
    expect((await lab.hits()).at(-1)).toEqual({
      host: 'forbidden',
      protocol: 'tcp',
      address: '10.1.2.3',
      port: 6379,
      from: networkAddresses.client.ipv4,
    });
  });

  test('count and log connections of the client to itself', async () => {
    const own = ['127.0.0.1', '::1', networkAddresses.client.ipv4, networkAddresses.client.ipv6];
    await connect(...own.map((address) => [address, 80] as const));
    const hits = (await lab.hits()).slice(-own.length);
    expect(hits).toEqual(own.map((address) => ({ host: 'client', protocol: 'tcp', address, port: 80, from: address })));
    const packets = await lab.forbiddenPackets();
    for (const prefix of [
      '127.0.0.0/8',
      '::1/128',
      `${networkAddresses.client.ipv4}/32`,
      `${networkAddresses.client.ipv6}/128`,
    ]) {
      expect(packets[prefix]).toBeGreaterThan(2);
    }
  });

  test('count the queries to the resolver', async () => {
    const before = await lab.sentQueries();
    await dig(networkTargets.fast.name);
    await dig(`@${networkTargets.resolver.ipv6}`, networkTargets.fast.name);
    expect(await lab.sentQueries()).toBe(before + 2);
  });

  test('log a datagram', async () => {
    await lab.run('bash', ['-c', 'echo hello > /dev/udp/169.254.169.254/53']);
    expect((await lab.hits()).at(-1)).toMatchObject({ host: 'forbidden', protocol: 'udp', address: '169.254.169.254' });
  });
});

test('unprivileged processes may ping once ping_group_range allows it', async () => {
  // A copy of the command does not have its file capabilities.
  const copy = join(lab.directory, 'ping');
  await copyFile(findCommand('ping'), copy);
  const withoutCapabilities = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'];
  const pingFast = () => lab.run('setpriv', [...withoutCapabilities, copy, '-c', '1', networkTargets.fast.name]);
  expect(await pingFast()).toMatchObject({ code: 2, stderr: expect.stringContaining('Operation not permitted') });
  await lab.allowPingSockets();
  expect(await pingFast()).toMatchObject({ code: 0 });
});
