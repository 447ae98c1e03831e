import { startCertificateSearchLab } from '@sonde/lab';
import { serveMailNames } from '@sonde/probes/testing/mail-names';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command?.remove());

/** A state is known when it was measured twice; a change is told then, and not again by further measurements. */
const [KNOWN, TOLD] = [2, 4];

/** Has a name watched whose mail server changes once; Ctrl-C ends it. */
async function watched(...options: string[]) {
  const names = await serveMailNames();
  const measuredAgain = async (times: number) => {
    const wanted = names.asked() + times;
    await expect.poll(() => names.asked(), { timeout: 100_000 }).toBeGreaterThanOrEqual(wanted);
  };
  const args = ['watch', 'shop.example', '--every', '10', '--confirm', '1', ...options];
  const running = command.start(args, { SONDE_DATA_DIR: command.folder, SONDE_RESOLVERS: names.server });
  onTestFinished(() => running.kill('SIGKILL'));
  await measuredAgain(KNOWN);
  names.changeAll(7);
  await measuredAgain(TOLD);
  running.kill('SIGINT');
  return running.ended;
}

it('prints a change once, as a line or as JSON, until Ctrl-C', async () => {
  const [text, json] = await Promise.all([watched(), watched('--json')]);
  expect([text.status, json.status]).toEqual([130, 130]);
  expect(text.stderr).toContain('shop.example is measured with dns every 10 seconds; Ctrl-C ends it');
  expect(text.stdout).toMatch(/^\S+ \S+.*MX records: .*mail-7.*\n$/);
  expect(json.stdout.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ tool: 'dns', target: 'shop.example', kind: 'changed', path: 'records/MX', state: 'confirmed' },
    ...{ before: [expect.stringContaining('mail-0')], after: [expect.stringContaining('mail-7')] },
  });
}, 240_000);

inLongSet(it)(
  'watches a report, each of whose tools tells its own changes',
  async () => {
    const names = await serveMailNames();
    const args = ['watch', 'shop.example', '--tool', 'report', '--every', '10', '--confirm', '1', '--json'];
    const running = command.start(args, { SONDE_DATA_DIR: command.folder, SONDE_RESOLVERS: names.server });
    onTestFinished(() => running.kill('SIGKILL'));
    const said = (is: () => boolean) => expect.poll(is, { timeout: 100_000 }).toBe(true);
    await said(() => running.said().stderr.includes('the first state is known'));
    // Two of its tools ask for mail servers; a state is known when it was measured twice.
    const wanted = names.asked() + 2 * KNOWN;
    await said(() => names.asked() >= wanted);
    names.changeAll(7);
    await said(() => running.said().stdout.includes('"dns/records/MX"'));
    running.kill('SIGINT');
    const { status, stdout, stderr } = await running.ended;
    expect([status, stderr]).toEqual([130, expect.stringContaining('shop.example is measured with report')]);
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told.filter(({ path }) => path === 'dns/records/MX')).toMatchObject([
      { tool: 'report', target: 'shop.example', kind: 'changed', state: 'confirmed', label: 'DNS Lookup: MX records' },
    ]);
  },
  240_000,
);

inLongSet(it)(
  'watches the certificates of a domain in the logs, and tells each that nobody has ordered once',
  async () => {
    const [names, search] = await Promise.all([serveMailNames(), startCertificateSearchLab()]);
    onTestFinished(() => search.stop());
    const [known, planted, ours] = await Promise.all(
      [['shop.example'], ['www.shop.example'], ['shop.example']].map((of) => search.order(of)),
    );
    if (known === undefined || planted === undefined || ours === undefined) throw new Error('not ordered');
    search.log(known.certificate, known.names);
    const args = [
      'watch',
      'shop.example',
      '--tool',
      'certificates',
      '--keys',
      ours.keySha256,
      '--every',
      '10',
      '--json',
    ];
    const running = command.start(args, {
      SONDE_DATA_DIR: command.folder,
      SONDE_RESOLVERS: names.server,
      SONDE_CT_URLS: `certspotter=${search.url}`,
    });
    onTestFinished(() => running.kill('SIGKILL'));
    const lookedAgain = async (times: number) => {
      const wanted = search.requests.length + times;
      await expect.poll(() => search.requests.length, { timeout: 100_000 }).toBeGreaterThanOrEqual(wanted);
    };
    await expect.poll(() => running.said().stderr, { timeout: 100_000 }).toContain('the first state is known');
    search.log(ours.certificate, ours.names);
    search.log(planted.precertificate, planted.names);
    await expect.poll(() => running.said().stdout, { timeout: 100_000 }).toContain('"unexpected"');
    search.log(planted.certificate, planted.names);
    await lookedAgain(3);
    running.kill('SIGINT');
    const { status, stdout } = await running.ended;
    expect([status, stdout.trim().split('\n')]).toEqual([130, [expect.stringContaining('"kind":"unexpected"')]]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ tool: 'certificates', target: 'shop.example', label: 'Unexpected certificate', state: 'confirmed' },
      text: expect.stringContaining('Lab Authority has issued a certificate for www.shop.example,'),
    });
  },
  240_000,
);

inLongSet(it)(
  'refuses expectations that cannot be read, and those of a watch of something else',
  async () => {
    const run = (...options: string[]) =>
      command.start(['watch', 'shop.example', ...options], { SONDE_DATA_DIR: command.folder }).ended;
    const [wrong, misplaced] = await Promise.all([
      run('--tool', 'certificates', '--keys', 'abc'),
      run('--issuers', 'letsencrypt.org'),
    ]);
    expect([wrong.status, misplaced.status]).toEqual([64, 64]);
    expect(wrong.stderr).toContain("'keys' is a list of SHA-256 values of public keys.");
    expect(misplaced.stderr).toContain('--issuers is for --tool certificates.');
  },
  60_000,
);

inLongSet(it)(
  'refuses to watch certificates without a search that can be asked for what is new',
  async () => {
    const running = command.start(['watch', 'shop.example', '--tool', 'certificates'], {
      SONDE_DATA_DIR: command.folder,
      SONDE_CT_URLS: '',
    });
    const { status, stdout, stderr } = await running.ended;
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toContain('SONDE_CT_URLS');
  },
  60_000,
);
