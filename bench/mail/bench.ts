import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailWorld, runCommand, smtpAddresses, startDelayProxy, startMailWorld } from '@sonde/lab';
import { checkQuery, measure, type Net } from '@sonde/probes';
import { mailPartNames, partOf, presentedBy } from '@sonde/probes/testing/mail-parts';
import { mailTexts } from '@sonde/probes/testing/mail-texts';
import { noData } from '@sonde/probes/testing/no-data';
import fc from 'fast-check';
import { effort, isHere, sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target, timed } from '../report.ts';
import { askPeer, installPeers, opendmarcPolicy, peersAsked } from './contenders.ts';
import { explanations } from './explanations.ts';
import { netAt } from './own.ts';
import { startScenarioServer } from './scenario-server.ts';
import { runSuite, type SuiteCase } from './suite.ts';

const oneWayDelayMs = sized(10, { smoke: 1 });
const repeats = sized(7, { quick: 2, smoke: 1 });
const texts = sized(50_000, { quick: 2000, smoke: 20 });
const INCLUDES = 40;
const limits = { wallToSlowestPart: 1.2, includesToPyspf: 0.3, fuzzMs: 5 } as const;

/** Compared with pyspf, Mail::SPF, mailauth, opendmarc-check and testssl.sh, on the same zones and servers. */
export async function run(): Promise<BenchReport> {
  await installPeers();
  const cases = await runSuite();
  const suite = judge(cases);
  const includes = await includesSeries();
  const world = await startMailWorld();
  try {
    const walls = await wallSeries(world);
    const policies = isHere('opendmarc-check') ? await comparePolicies(world) : [];
    const chains = isHere('testssl') && effort !== 'smoke' ? await compareChains(world) : [];
    const slowest = slowestTexts(await headerKind());
    const longest = Math.max(...Object.values(slowest));
    const ratio = spreadOf(includes.map(({ sonde, pyspf }) => sonde / pyspf));
    const wall = spreadOf(walls.map(({ whole, slowestPart }) => whole / slowestPart));
    return {
      conditions: { oneWayDelayMs, repeats, includes: INCLUDES, texts, cases: cases.length },
      targets: [
        target(
          'cases in which Sonde says what the suite does not allow, without an explanation',
          suite.wrong.length,
          0,
        ),
        target('differences from peers without an explanation', suite.unexplained.length, 0),
        target('policies that opendmarc-check reads differently', policies.filter(({ isSame }) => !isSame).length, 0),
        target('certificates that testssl.sh sees differently', chains.filter(({ isSame }) => !isSame).length, 0),
        target('median wall of a lookup to its slowest part', wall.median, limits.wallToSlowestPart),
        target(`median time for SPF with ${INCLUDES} includes to pyspf`, ratio.median, limits.includesToPyspf),
        target('milliseconds of the slowest fuzzed text', rounded(longest), limits.fuzzMs),
      ],
      lines: [
        `RFC 7208 suite: ${cases.length} cases; ${suite.explained.length} differences from peers, all in bench/mail/explanations.ts`,
        ...suite.wrong.map((one) => `wrong: ${one}`),
        ...suite.unexplained.map((one) => `unexplained: ${one}`),
        `SPF with ${INCLUDES} includes at ${2 * oneWayDelayMs} ms: Sonde ${spreadOf(includes.map(({ sonde }) => sonde)).median} ms, pyspf ${spreadOf(includes.map(({ pyspf }) => pyspf)).median} ms`,
        ...policies.map(({ domain, sonde, peer }) => `DMARC of ${domain}: Sonde ${sonde}, opendmarc-check ${peer}`),
        ...chains.map(
          ({ name, isSame }) =>
            `certificate of ${name}: ${isSame ? 'the same by testssl.sh' : 'another by testssl.sh'}`,
        ),
        ...Object.entries(slowest).map(([kind, ms]) => `slowest of ${texts} texts of ${kind}: ${rounded(ms)} ms`),
      ],
      rounds: [{ includes, walls, policies, chains, slowest, explained: suite.explained }],
    };
  } finally {
    await world.stop();
  }
}

function target(what: string, value: number, limit: number): Target {
  return { what, value, limit, isMet: value <= limit };
}

/** Compares results of all, and lookup counts of proper results: errors are counted differently. */
function judge(cases: readonly SuiteCase[]) {
  const wrong: string[] = [];
  const explained: string[] = [];
  const unexplained: string[] = [];
  for (const { name, allowed, said } of cases) {
    const own = said.sonde;
    if (!allowed.includes(own.result)) {
      const text = `Sonde ${name}: ${own.result}, allowed ${allowed.join(', ')}`;
      const why = explanations[`sonde ${name}`];
      if (why === undefined) wrong.push(text);
      else explained.push(`${text}: ${why}`);
    }
    for (const peer of peersAsked) {
      const other = said[peer];
      const isError = own.result.endsWith('error') || own.result === 'none';
      const isSameCount = isError || other.lookups === null || other.lookups === own.lookups;
      if (other.result === own.result && isSameCount) continue;
      const text = `${peer} ${name}: ${other.result} ${other.lookups ?? '-'}, Sonde ${own.result} ${own.lookups ?? '-'}, allowed ${allowed.join(', ')}`;
      const why = explanations[`${peer} ${name}`];
      if (why === undefined) unexplained.push(text);
      else explained.push(`${text}: ${why}`);
    }
  }
  return { wrong, explained, unexplained };
}

async function includesSeries() {
  const server = await startScenarioServer();
  const names = Array.from({ length: INCLUDES }, (_, index) => `i${index + 1}.wide.test`);
  server.serve({
    'wide.test': [{ TXT: [`v=spf1 ${names.map((name) => `include:${name}`).join(' ')} -all`].flatMap(inStrings) }],
    ...Object.fromEntries(names.map((name, index) => [name, [{ TXT: `v=spf1 ip4:198.51.100.${index + 1} -all` }]])),
  });
  const proxy = await startDelayProxy({ target: `${server.host}:${server.port}`, delayMs: oneWayDelayMs });
  const [host = '', port = '0'] = proxy.address.split(':');
  const net = netAt(proxy.address);
  const tests = [{ ip: '203.0.113.1', sender: 'a@wide.test', helo: 'mail.wide.test' }];
  try {
    const series: { readonly sonde: number; readonly pyspf: number }[] = [];
    for (let round = 0; round < repeats; round += 1) {
      const own = await timed(() => partOf('spf', net, 'wide.test', AbortSignal.timeout(30_000)));
      const [peer] =
        peersAsked.length === 0
          ? []
          : await askPeer('pyspf', { host, port: Number(port), timeoutSeconds: 10, tests, strict: false });
      series.push({ sonde: own.ms, pyspf: rounded(peer?.ms ?? Number.NaN) });
    }
    return series;
  } finally {
    net.close();
    await proxy.stop();
    await server.stop();
  }
}

const inStrings = (text: string) => text.match(/.{1,250}/g) ?? [];

/** A lookup of everything but mail servers, and its parts one by one, interleaved in each round. */
async function wallSeries(world: MailWorld) {
  const proxy = await startDelayProxy({ target: world.server, delayMs: oneWayDelayMs });
  const real = netAt(proxy.address, {}, world.caFile);
  const net: Net = {
    ...real,
    fetch: (url, given, signal) =>
      real.fetch(String(url).replace(/^(https:\/\/[^/:]+)\//, `$1:${world.httpsPort}/`), given, signal),
  };
  const domain = 'good.test';
  const signal = () => AbortSignal.timeout(60_000);
  try {
    const series: { readonly whole: number; readonly slowestPart: number; readonly part: string }[] = [];
    for (let round = 0; round < repeats; round += 1) {
      const context = { net, data: noData, signal: signal() };
      const whole = await timed(() => measure(checkQuery('mail', { domain, smtp: 'false' }), context));
      const parts: { readonly part: string; readonly ms: number }[] = [];
      for (const part of mailPartNames) {
        parts.push({ part, ms: (await timed(() => partOf(part, net, domain, signal()))).ms });
      }
      const [slowest] = parts.toSorted((a, b) => b.ms - a.ms);
      series.push({ whole: whole.ms, slowestPart: slowest?.ms ?? Number.NaN, part: slowest?.part ?? '' });
    }
    return series;
  } finally {
    real.close();
    await proxy.stop();
  }
}

/** Address for opendmarc-check, which queries port 53: one that nothing else uses. */
const DMARC_HOST = '127.53.9.9';
const DNS_PORT = 53;
const dmarcRecords = {
  'reject.test': 'v=DMARC1; p=reject; rua=mailto:a@reject.test',
  'quarantine.test': 'v=DMARC1; p=quarantine; sp=none; pct=20',
  'watching.test': 'v=DMARC1; p=none; fo=1',
  'spaced.test': 'v=DMARC1 ; p = reject ; adkim = s',
} as const;

async function comparePolicies({ directory }: MailWorld) {
  const server = await startScenarioServer(DMARC_HOST, DNS_PORT);
  server.serve(
    Object.fromEntries(
      Object.entries(dmarcRecords).flatMap(([domain, TXT]) => [
        [domain, [{ A: '198.51.100.1' }]],
        [`_dmarc.${domain}`, [{ TXT }]],
      ]),
    ),
  );
  const resolvConf = join(directory, 'resolv.conf');
  await writeFile(resolvConf, `nameserver ${DMARC_HOST}\n`);
  const net = netAt(`${DMARC_HOST}:${DNS_PORT}`);
  try {
    const said: { readonly domain: string; readonly sonde: string; readonly peer: string; readonly isSame: boolean }[] =
      [];
    for (const domain of Object.keys(dmarcRecords)) {
      const found = (await partOf('dmarc', net, domain, AbortSignal.timeout(30_000))) as {
        readonly policy: string | null;
      };
      const peer = (await opendmarcPolicy(domain, resolvConf)) ?? 'none found';
      const sonde = found.policy ?? 'none found';
      said.push({ domain, sonde, peer, isSame: sonde === peer });
    }
    return said;
  } finally {
    net.close();
    await server.stop();
  }
}

const TESTSSL_MS = 300_000;

/** Compares the certificate that testssl.sh sees after STARTTLS with ours. */
async function compareChains(world: MailWorld) {
  const net = netAt(world.server, {}, world.caFile);
  const said: { readonly name: string; readonly isSame: boolean; readonly sonde: string; readonly peer: string }[] = [];
  try {
    for (const name of ['sound', 'expired', 'otherName'] as const) {
      const address = smtpAddresses[name];
      const target = { address, name: 'sound.mx.test', port: world.smtpPort };
      const own = await presentedBy(net, target, AbortSignal.timeout(30_000));
      const file = join(world.directory, `testssl-${name}.json`);
      const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '-S', '-t', 'smtp'];
      const args = [...quiet, '--jsonfile', file, '--ip', address, `sound.mx.test:${world.smtpPort}`];
      // Its exit code describes the server, not its own success.
      await runCommand('testssl', args, world.directory, TESTSSL_MS).catch(() => '');
      const rows: { readonly id: string; readonly finding: string }[] = JSON.parse(await readFile(file, 'utf8'));
      const peer = rows.find(({ id }) => id.startsWith('cert_fingerprintSHA256'))?.finding ?? '';
      const sonde = own?.[0] ?? '';
      said.push({ name, sonde, peer, isSame: sonde !== '' && sonde === peer.toUpperCase() });
    }
    return said;
  } finally {
    net.close();
  }
}

interface TextKind {
  readonly texts: fc.Arbitrary<string>;
  read(text: string): unknown;
}

/** The header parser belongs to the contract, on which the bench does not depend: it is loaded at run time. */
async function headerKind(): Promise<TextKind> {
  const contract = (path: string) => import(new URL(`../../packages/contract/src/${path}`, import.meta.url).href);
  const [{ headerTexts }, { readHeader }] = await Promise.all([
    contract('testing/header-texts.ts'),
    contract('message-header/read-header.ts'),
  ]);
  return { texts: headerTexts, read: readHeader };
}

/** Milliseconds of the slowest text of each kind: the best of three, since the machine may be busy. */
function slowestTexts(header: TextKind): Record<string, number> {
  const kinds: Readonly<Record<string, TextKind>> = { ...mailTexts, header };
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { texts: made, read }]) => {
      const all: readonly string[] = fc.sample(made, texts);
      return [kind, Math.max(...all.map((one) => bestOfThree(() => read(one))))];
    }),
  );
}

function bestOfThree(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time += 1) {
    const startedAt = performance.now();
    work();
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}
