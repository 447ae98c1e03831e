import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { type DnsLab, startDnsLab } from '../lab/src/dns-lab.ts';
import { copyHouse } from './house-copy.ts';

/** A block of the document: a file as it shall be, or commands. */
interface Block {
  readonly language: string;
  readonly file: string | null;
  readonly text: string;
}

const page = readFileSync(new URL('../docs/adding-a-tool.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
  ([, language = '', file = null, text = '']): Block => ({ language, file, text }),
);
const lines = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []));
/** Steps in the order of the document; what asks a server comes when there is one. */
const steps = blocks.flatMap(({ language, file, text }): { name: string; file: string | null; text: string }[] =>
  language === 'sh'
    ? text
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('curl '))
        .map((line) => ({ name: line, file: null, text: line }))
    : [{ name: `the file ${file}`, file, text }],
);

const copy = copyHouse();
let lab: DnsLab;
const environment = () => {
  const { PATH, HOME, CHROMIUM_PATH } = process.env;
  return { PATH, HOME, CHROMIUM_PATH, SONDE_RESOLVERS: lab.resolver };
};
/** The lab's zone with everything in it stands where the document has a name of the open internet. */
const inLab = (line: string) => line.replaceAll('example.com', 'all.test');

beforeAll(async () => {
  lab = await startDnsLab();
});
afterAll(async () => {
  copy.remove();
  await lab?.stop();
});

const servers = [
  { host: 'mail.all.test', preference: 10 },
  { host: 'backup.plain.test', preference: 20 },
];

describe('docs/adding-a-tool.md, followed to the letter', () => {
  it.each(steps)('$name', ({ file, text }) => {
    if (file !== null) {
      writeFileSync(join(copy.folder, file), text);
      return;
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', inLab(text)], {
      cwd: copy.folder,
      encoding: 'utf8',
      env: environment(),
    });
    expect(status, stdout + stderr).toBe(0);
    if (text.startsWith('npx sonde')) expect(JSON.parse(stdout)).toMatchObject({ servers, gaps: [] });
  });

  it('leaves a tool that the server and the page know', async () => {
    expect(existsSync(join(copy.folder, 'apps/web/dist/pages.json'))).toBe(true);
    const { announced: url, stop } = await startAnnounced('npm', ['start'], {
      on: 'stderr',
      line: /is ready: (http:\S+)/,
      withinMs: 150_000,
      cwd: copy.folder,
      env: { ...environment(), PORT: '0', SONDE_LOG_LEVEL: 'error' },
    });
    try {
      const asked = lines.flatMap((line) => /^curl 'http:\/\/127\.0\.0\.1:3000(\/\S+)'$/.exec(line)?.[1] ?? []);
      expect(asked).not.toEqual([]);
      for (const path of asked) {
        const response = await fetch(url + inLab(path));
        expect(await response.json()).toMatchObject({ success: true, _data: { servers } });
      }
      const html = await (await fetch(`${url}/mx`)).text();
      expect(html).toContain('<title>Mail Servers');
      expect(html).toContain('Enter domain name');
      expect(await (await fetch(`${url}/dns`)).text()).toContain('href="/mx"');
    } finally {
      await stop();
    }
  });

  it('names a file for every block that is no command, and what it names is the tool’s own', () => {
    const files = steps.flatMap(({ file }) => file ?? []);
    expect(files.length).toBe(steps.length - lines.filter((line) => !line.startsWith('curl ')).length);
    for (const file of files) expect(file).toMatch(/\/mx(\/|\.)/);
  });
});
