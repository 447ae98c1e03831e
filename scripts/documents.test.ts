import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../apps/api/src/metrics/registry.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const NOT_OURS = /(^|\/)(node_modules|dist|\.\w+|output|tmp)$|^(apps\/\w+\/)?data$/;

function filesUnder(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.test(join(folder, name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, isWanted) : isWanted(path) ? [path] : [];
    });
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

const documents = filesUnder('', (path) => path.endsWith('.md') && path !== 'THIRD-PARTY-NOTICES.md');
/** Removes code blocks before links and headings are read. */
const proseOf = (path: string) =>
  read(path)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '));

/** The anchors of its headings, as GitHub generates them. */
const anchorsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('every document', () => {
  it.each(documents)('%s has no dead links', (path) => {
    const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : relative(root, join(root, dirname(path), decodeURIComponent(file)));
        if (!existsSync(join(root, target))) return true;
        // Lines of code move; a link names the file.
        if (/\.tsx?$/.test(target)) return anchor !== undefined;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

describe('every path in code style', () => {
  const files = filesUnder('', () => true);
  const paths = new Set(files.flatMap((file) => [file, ...foldersAbove(file)]));
  /** Only paths of code and documents, and folders given from the root; samples from elsewhere have other paths. */
  const isPath = (code: string) =>
    /^[\w-][\w.-]*(?:\/[\w.-]+)+\.(?:tsx?|mjs|css|json|md|yaml)$/.test(code) ||
    /^(?:apps|packages|bench|demo|deploy|docs|e2e|lab|scripts)(?:\/[\w.-]+)+\/?$/.test(code);
  const isGenerated = (path: string) => /\/dist\/|^bench\/(?:results|tmp)\//.test(path);

  it.each(documents)('%s names only files that exist', (document) => {
    const named = [
      ...read(document)
        .replace(/^```.*?^```$/gms, '')
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, code = '']) => code);
    const missing = named
      .filter((code) => isPath(code) && !isGenerated(code))
      .map((code) => code.replace(/\/$/, ''))
      .filter((path) => !paths.has(path) && !paths.has(join(dirname(document), path)))
      // The end of a path suffices if the text before names its folder.
      .filter((path) => !files.some((file) => file.endsWith(`/${path}`)));
    expect(missing).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  const operations = read('docs/operations.md').replace(/\s+/g, ' ');

  it('explains every warning and error of the log', () => {
    const sources = filesUnder('apps/api/src', (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
    const texts = sources.flatMap((path) =>
      [...read(path).matchAll(/\blog\.(?:warn|error)\((?:\{[^}]*\}, )?\s*'([^']+)'/g)].map(([, text = '']) => text),
    );
    const warnings = [...read('apps/api/src/start-warnings.ts').matchAll(/['`]([^'`\n]+[.?])['`]/g)].map(
      ([, text = '']) => text.replace(/.*\}/, '').trim(),
    );
    expect(texts.length).toBeGreaterThan(7);
    expect(warnings.length).toBeGreaterThan(3);
    expect([...texts, ...warnings].filter((text) => !operations.includes(text))).toEqual([]);
  });

  it('names only metrics that exist', async () => {
    const metrics = read('apps/api/src/metrics/metrics.ts') + (await metricsOfProcess());
    const named = operations.match(/\b(?:sonde|process|nodejs)_[a-z_]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => name !== 'sonde_egress' && !metrics.includes(`'${name}'`))).toEqual([]);
  });
});

/** The names of the metrics that every program of Node has, in quotes as in a source file. */
async function metricsOfProcess(): Promise<string> {
  const registry = await createRegistry();
  return (await registry.text()).replaceAll(/^# TYPE (\w+) .*$/gm, "'$1'");
}

describe('docs/architecture.md', () => {
  it('lists every folder of the repository, and every workspace', () => {
    const tree = /^```\n(packages\/contract.*?)^```$/ms.exec(read('docs/architecture.md'))?.[1] ?? '';
    const foldersIn = (parent: string) =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !NOT_OURS.test(entry.name))
        .map(({ name }) => join(parent, name));
    const folders = [
      ...foldersIn('').filter((name) => !/^(apps|packages|coverage)$/.test(name)),
      ...foldersIn('apps'),
      ...foldersIn('packages'),
    ];
    expect(folders.length).toBeGreaterThan(8);
    expect(folders.filter((folder) => !new RegExp(`(^|\\s)${folder}\\s`).test(tree))).toEqual([]);
  });
});

describe('the folders of the contract', () => {
  it('are all described in architecture.md', () => {
    const [, after = ''] = read('docs/architecture.md').split('## Folders of the contract\n');
    const [section = ''] = after.split('\n## ');
    const described = [...section.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name),
    );
    const folders = filesUnder('packages/contract/src', () => true).map((path) => path.split('/')[3] ?? '');
    const named = new Set(folders.filter((name) => name !== 'tools' && !name.includes('.')));
    expect(described.sort()).toEqual([...named].sort());
  });
});

describe('the folders of the server', () => {
  it.each(['packages/service/src', 'apps/api/src'])('are all described in architecture.md: %s', (folder) => {
    const [, after = ''] = read('docs/architecture.md').split(`\n\`${folder}\`; `);
    const [table = ''] = after.split('\n\n`');
    const described = [...table.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map(([, name]) => name);
    const files = filesUnder(folder, () => true).map((path) => dirname(relative(folder, path)));
    expect(described.sort()).toEqual([...new Set(files)].filter((name) => name !== '.').sort());
  });
});

describe('the decisions', () => {
  const records = readdirSync(join(root, 'docs/decisions')).sort();

  it.each(records)('%s has at most 40 lines', (name) => {
    expect(read(`docs/decisions/${name}`).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('are numbered without holes, in their file names and in their titles', () => {
    const numbers = records.map((_, index) => String(index).padStart(3, '0'));
    expect(records.map((name) => /^(\d+)-[a-z0-9-]+\.md$/.exec(name)?.[1])).toEqual(numbers);
    expect(records.map((name) => /^# (\d+): /.exec(read(`docs/decisions/${name}`))?.[1])).toEqual(numbers);
  });

  it('are linked by their numbers', () => {
    const wrong = documents.flatMap((path) =>
      [...read(path).matchAll(/\[(\d{3})\]\([^)]*?(\d{3})-[a-z0-9-]+\.md\)/g)]
        .filter(([, shown, linked]) => shown !== linked)
        .map(([link]) => `${path}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it('named in code exist', () => {
    const sources = filesUnder(
      '',
      (path) => /\.(?:tsx?|mjs|css|yaml)$/.test(path) && path !== 'scripts/documents.test.ts',
    );
    const unknown = sources.flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?(?: |\/)(\d{3}(?:-[a-z0-9-]+\.md)?)/g)]
        .filter(([, name = '']) => !records.some((record) => record.startsWith(name)))
        .map(([named]) => `${path}: ${named}`),
    );
    expect(unknown).toEqual([]);
  });

  it('give a reason for every dependency', () => {
    const reasons = filesUnder('docs/decisions', () => true)
      .map(read)
      .join('\n');
    const manifests = filesUnder('', (path) => path.endsWith('package.json'));
    const names = manifests.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(path));
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    const isOurs = (name: string) => name.startsWith('@sonde/') || name.startsWith('@types/');
    expect([...new Set(names)].filter((name) => !isOurs(name) && !reasons.includes(name)).sort()).toEqual([]);
  });
});
