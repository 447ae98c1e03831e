import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { type DnsLab, startDnsLab } from '../lab/src/dns/dns-lab.ts';
import { copyRepository } from './repository-copy.ts';

/** A block of the document: the content of a file, or commands. */
interface Block {
  readonly language: string;
  readonly file: string | null;
  readonly text: string;
}

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/adding-a-tool.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
  ([, language = '', file = null, text = '']): Block => ({ language, file, text }),
);
const commandsOf = ({ language, text }: Block) => (language === 'sh' ? text.trim().split('\n') : []);
const lines = blocks.flatMap(commandsOf);
/** Requests must wait until the server has started. */
const isRequest = (line: string) => line.startsWith('curl ');
/** Steps in the order of the document; the commands of one block form one step each. */
const steps = blocks.flatMap((block) =>
  block.language === 'sh'
    ? commandsOf(block)
        .filter((line) => !isRequest(line))
        .map((line) => ({ name: line, file: null, text: line, block }))
    : [{ name: `the file ${block.file}`, file: block.file, text: block.text, block }],
);

/** The first step of a block may have to wait for all its commands. */
const BLOCK_TIMEOUT_MS = 400_000;
const ids = ['mx', 'oui'];
/** A tool as the generator writes it. */
const ID = 'planted';
const kinds = ['host', 'mac-address', 'url', 'any'];
/** The only files outside of the tools' own that may change. */
const registries = [
  'apps/web/src/tools/index.ts',
  'deploy/nginx/sonde.conf',
  'packages/contract/src/index.ts',
  // The public keys of the samples.
  'packages/contract/src/snapshots/samples/schema-1/keys.json',
  'packages/contract/src/tools/index.ts',
  'packages/contract/src/tools/modules.ts',
  'packages/probes/src/tools/index.ts',
];
const answers: Readonly<Record<string, object>> = {
  mx: {
    servers: [
      { host: 'mail.all.test', preference: 10 },
      { host: 'backup.plain.test', preference: 20 },
    ],
  },
  oui: { mac: '00:00:5e:00:53:01', isLocal: false, owner: null },
};

const copy = copyRepository();
/** With tools as the generator writes them. */
const plantedCopy = copyRepository();
/** With one such tool: each adds its line of the menu to every page. */
const builtCopy = copyRepository();
const before = readSources();
let lab: DnsLab;
/** Without the variables of this test's own runner. With `CI`, tests wait longer on a busy machine. */
const ownEnvironment = () => {
  const { PATH, HOME, CHROMIUM_PATH, CI } = process.env;
  return { PATH, HOME, CHROMIUM_PATH, CI };
};
const environment = () => ({ ...ownEnvironment(), SONDE_RESOLVERS: lab.resolver });
/** In place of the document's example domain, uses the zone of the lab that has every record type. */
const inLab = (line: string) => line.replaceAll('example.com', 'all.test');

beforeAll(async () => {
  lab = await startDnsLab();
});
afterAll(async () => {
  copy.remove();
  plantedCopy.remove();
  builtCopy.remove();
  await lab?.stop();
});

async function run(line: string): Promise<Result> {
  const child = spawn('sh', ['-c', inLab(line)], { cwd: copy.folder, env: environment() });
  child.stdin.end();
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { status: await status, stdout, stderr };
}

const BUILD = 'npm run build';
const started = new Map<string, Promise<Result>>();

/** What stands behind the build in a block needs it. */
const needsBuild = (line: string, block: Block) => {
  const commands = commandsOf(block);
  return commands.includes(BUILD) && commands.indexOf(line) > commands.indexOf(BUILD);
};

/** The checks of the sources run in parallel with the build, to save time. */
function resultOf(line: string, block: Block): Promise<Result> {
  for (const one of commandsOf(block).includes('npx tsc -b') ? commandsOf(block) : []) {
    if (!started.has(one) && !isRequest(one) && !needsBuild(one, block)) started.set(one, run(one));
  }
  return started.get(line) ?? run(line);
}

/** The sources of the copy by path, without installed, built or generated files, such as the fonts of the page. */
function readSources(): Map<string, string> {
  const isSource = (path: string) =>
    !/(^|\/)(node_modules|dist|\.\w+|output|results|tmp|styles\/fonts)(\/|$)/.test(path);
  const paths = ['packages', 'apps', 'scripts', 'e2e', 'demo', 'deploy'].flatMap((part) =>
    readdirSync(join(copy.folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(copy.folder.length + 1))
      .filter(isSource),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(copy.folder, path), 'latin1')]));
}

const newToolIn = (cwd: string, ...args: string[]) => {
  const script = ['scripts/new-tool.mjs', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const newTool = (...args: string[]) => newToolIn(plantedCopy.folder, ...args);
const expectRuns = (cwd: string, command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: ownEnvironment() });
  expect(status, stdout + stderr).toBe(0);
};
const read = (path: string) => readFileSync(join(plantedCopy.folder, path), 'utf8');

describe('a new tool', () => {
  let said = '';
  beforeAll(() => {
    const { status, output } = newTool(ID);
    expect(status, output).toBe(0);
    said = output;
  });

  it('says which files were written and edited', () => {
    expect(said.match(/^wrote {4}\S+$/gm)).toHaveLength(13);
    expect(said.match(/^entered {2}\S+$/gm)).toHaveLength(6);
    expect(said).toContain('docs/adding-a-tool.md');
  });

  it.each(kinds)('can be made with target kind %s', (kind) => {
    const { status, output } = newTool(`${ID}${kind.replace('-', '')}`, '--kind', kind);
    expect(status, output).toBe(0);
  });

  it('has a lab test unless it contacts no servers', () => {
    const { status, output } = newTool(`${ID}local`, '--local');
    expect(status, output).toBe(0);
    const hasFile = (id: string, name: string) =>
      existsSync(join(plantedCopy.folder, 'packages/probes/src/tools', id, name));
    for (const id of [`${ID}local`, `${ID}macaddress`]) {
      expect(hasFile(id, 'probe.test.ts')).toBe(true);
      expect(hasFile(id, 'probe.lab.test.ts')).toBe(false);
    }
    expect(hasFile(ID, 'probe.lab.test.ts')).toBe(true);
  });

  it('adds one line to each registry', () => {
    expect(read('packages/contract/src/index.ts')).toContain(`export * from './tools/${ID}/contract.ts';\n`);
    expect(read('packages/contract/src/tools/index.ts')).toMatch(new RegExp(`const tools = \\{[^}]*\\b${ID}\\b`));
    expect(read('packages/probes/src/tools/index.ts')).toContain(
      `${ID}: async () => (await import('./${ID}/probe.ts')).probePlanted,`,
    );
    expect(read('apps/web/src/tools/index.ts')).toMatch(new RegExp(`const byId = \\{[^}]*\\b${ID}\\b`));
  });

  it('is not created twice', () => {
    expect(newTool(ID)).toMatchObject({ status: 1, output: `The tool ${ID} is there already.\n` });
  });

  it(
    'compiles, and passes the linter and the walls',
    () => {
      expectRuns(plantedCopy.folder, 'npx', 'tsc', '-b');
      expectRuns(plantedCopy.folder, 'npx', 'biome', 'ci', '--error-on-warnings');
      expectRuns(plantedCopy.folder, process.execPath, 'scripts/walls.mjs');
    },
    BLOCK_TIMEOUT_MS,
  );

  it(
    'can be built, and its page loads no more than others',
    () => {
      expect(newToolIn(builtCopy.folder, ID).status).toBe(0);
      expectRuns(builtCopy.folder, 'npm', 'run', 'build');
      expectRuns(builtCopy.folder, 'npx', 'vitest', 'run', 'apps/web/build/bundle.test.ts');
    },
    BLOCK_TIMEOUT_MS,
  );

  it('has a failing test in every package, and no missing file', () => {
    const args = ['run', '--project', 'node', '--project', 'web', '--reporter=json', `tools/${ID}/`];
    const vitest = join(plantedCopy.folder, 'node_modules/.bin/vitest');
    // These tests belong to the short set.
    const env = { ...process.env, TEST_SET: '' };
    const { stdout } = spawnSync(vitest, args, { cwd: plantedCopy.folder, encoding: 'utf8', env });
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      testResults: { name: string; assertionResults: { status: string }[] }[];
    };
    const failing = report.testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'failed'),
    );
    expect(failing.map(({ name }) => name.slice(plantedCopy.folder.length + 1)).sort()).toEqual([
      `apps/web/src/tools/${ID}/page.test.tsx`,
      `packages/contract/src/tools/${ID}/contract.test.ts`,
      `packages/probes/src/tools/${ID}/probe.lab.test.ts`,
    ]);
  });
});

describe('docs/adding-a-tool.md, followed to the letter', () => {
  it.each(steps)(
    '$name',
    async ({ file, text, block }) => {
      if (file !== null) {
        writeFileSync(join(copy.folder, file), text);
        return;
      }
      const { status, stdout, stderr } = await resultOf(text, block);
      expect(status, stdout + stderr).toBe(0);
      const [, id = ''] = /^npx sonde (\w+)/.exec(text) ?? [];
      if (id !== '') expect(JSON.parse(stdout)).toMatchObject({ ...answers[id], gaps: [] });
    },
    BLOCK_TIMEOUT_MS,
  );

  it('edits the registries and no other source', () => {
    const own = new RegExp(`(^e2e|/tools|^demo/src/targets|/samples/schema-\\d+)/(${ids.join('|')})[/.]`);
    const after = [...readSources()].filter(([path]) => !own.test(path));
    const edited = after.flatMap(([path, text]) => (before.get(path) === text ? [] : path));
    expect(edited.sort()).toEqual(registries);
    expect(after.length).toBe(before.size);
  });

  it('leaves tools that the server and the page know', async () => {
    expect(existsSync(join(copy.folder, 'apps/web/dist/pages.json'))).toBe(true);
    const { announced: url, stop } = await startAnnounced('npm', ['start'], {
      on: 'stderr',
      line: /is ready: (http:\S+)/,
      withinMs: 150_000,
      cwd: copy.folder,
      env: { ...environment(), PORT: '0', SONDE_LOG_LEVEL: 'error' },
    });
    try {
      const paths = lines.flatMap((line) => /^curl 'http:\/\/127\.0\.0\.1:3000(\/\S+)'$/.exec(line)?.[1] ?? []);
      expect(paths).toHaveLength(ids.length);
      for (const [index, path] of paths.entries()) {
        // A server just started on a busy machine may answer that it is overloaded.
        const ask = async () => (await fetch(url + inLab(path))).json();
        await expect.poll(ask, { interval: 1000 }).toMatchObject({ success: true, _data: answers[ids[index] ?? ''] });
      }
      const html = await (await fetch(`${url}/mx`)).text();
      expect(html).toContain('<title>Mail Servers');
      expect(html).toContain('Enter domain name');
      const menu = await (await fetch(`${url}/dns`)).text();
      for (const id of ids) expect(menu).toContain(`href="/${id}"`);
    } finally {
      await stop();
    }
  });

  it('names a file in every block without commands, and each file belongs to a tool', () => {
    const files = steps.flatMap(({ file }) => file ?? []);
    expect(files.length).toBe(steps.length - lines.filter((line) => !isRequest(line)).length);
    for (const file of files) expect(file).toMatch(/\/(mx|oui)(\/|\.)/);
  });
});
