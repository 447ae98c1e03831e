import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, startDnsLab } from '@sonde/lab';
import type { BenchReport, Target } from '../report.ts';
import { type CleanRoot, makeCleanRoot } from './clean-root.ts';
import { readStages, type Stage } from './dockerfile.ts';

const folder = fileURLToPath(new URL('../tmp/image', import.meta.url));
/** The user id of the image. */
const USER = 1000;
/** `IMAGE_TEST=1` also runs `npm test` there, which takes a quarter of an hour. */
const hasTest = process.env['IMAGE_TEST'] === '1';
/** «Started within a minute» assumes a warm npm cache; here everything is downloaded. */
const START_LIMIT_SECONDS = 120;

/**
 * A clean Debian with only Node and npm: from a fresh clone to the first answer; then the steps of the Dockerfile, with
 * the result started under the image's restrictions.
 */
export async function run(): Promise<BenchReport> {
  const root = await makeCleanRoot(folder);
  try {
    const start = await firstAnswer(root);
    const image = await buildImage(root);
    const answers = await serveImage(root);
    const test = hasTest ? await wholeTest(root) : null;
    return {
      conditions: { suite: 'bookworm, minbase', node: process.version },
      targets: [
        {
          what: 'npm start: seconds from a fresh clone to the first answer',
          value: start,
          limit: START_LIMIT_SECONDS,
          isMet: start <= START_LIMIT_SECONDS,
        },
        isOne('the image answers a lookup, read-only, without rights', answers),
        ...(test === null ? [] : [isOne('npm test passes', test.code === 0)]),
      ],
      lines: [
        `npm start  ${start} s from a fresh clone to the first answer`,
        ...image.lines,
        ...(test === null
          ? []
          : [`npm test   ${test.seconds} s, the Debian packages included: ${test.output.trim().split('\n').at(-1)}`]),
      ],
      rounds: [],
    };
  } finally {
    root.remove();
  }
}

const isOne = (what: string, isTrue: boolean): Target => ({ what, value: isTrue ? 1 : 0, limit: 1, isMet: isTrue });

/** Sends requests with Node, the only client installed there. */
const ask = (url: string, seconds: number) =>
  `node -e "const end=Date.now()+${seconds}000;(async()=>{for(;;){try{const r=await fetch('${url}');console.log('STATUS',r.status);process.exit(0)}catch{if(Date.now()>end)process.exit(1);await new Promise(r=>setTimeout(r,100))}}})()"`;

async function firstAnswer(root: CleanRoot): Promise<number> {
  await root.placeRepository('/home/sonde');
  const url = 'http://127.0.0.1:3219/healthz';
  const { code, seconds, output } = await root.run(
    `(npm start >/tmp/start.log 2>&1 &) ; ${ask(url, 600)} || { cat /tmp/start.log; exit 1; }`,
    {
      cwd: '/home/sonde',
      env: { PORT: '3219', SONDE_RESOLVERS: '127.0.0.1:9' },
    },
  );
  if (code !== 0) throw new Error(`npm start failed in a clean root: ${output.slice(-800)}`);
  rmSync(join(root.folder, 'home/sonde'), { recursive: true });
  return seconds;
}

/** The steps of the Dockerfile, stage by stage; files copied by the last one go to `/app`. */
async function buildImage(root: CleanRoot): Promise<{ lines: string[] }> {
  const lines: string[] = [];
  const stages = readStages(new URL('../../Dockerfile', import.meta.url));
  const last = stages.at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  const app = join(root.folder, 'app');
  for (const stage of stages.slice(0, -1)) {
    rmSync(join(root.folder, 'src'), { recursive: true, force: true });
    await root.placeRepository('/src');
    for (const line of stage.runs) lines.push(await step(root, stage, line));
    takeFrom(root, stage, last);
  }
  await root.placeRepository('/src');
  for (const { from, paths } of last.copies) {
    for (const path of from === null ? paths : []) cpSync(join(root.folder, 'src', path), join(app, path));
  }
  rmSync(join(root.folder, 'src'), { recursive: true });
  const size = await runCommand('du', ['-sm', app]);
  return { lines: [...lines, `image      ${Number.parseInt(size, 10)} MB on top of Node's own image`] };
}

async function step(root: CleanRoot, stage: Stage, line: string): Promise<string> {
  const { code, seconds, output } = await root.run(line, { cwd: '/src' });
  if (code !== 0) throw new Error(`the step «${line}» failed: ${output.slice(-800)}`);
  return `${stage.name.padEnd(10)} ${String(seconds).padStart(5)} s  ${line}`;
}

function takeFrom(root: CleanRoot, stage: Stage, last: Stage): void {
  for (const { from, paths, to } of last.copies) {
    for (const path of from === stage.name ? paths : []) {
      const target = join(root.folder, 'app', to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root.folder, path), target, { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** The image's command as its user, without capabilities, on a file system where only /data is writable. */
async function serveImage(root: CleanRoot): Promise<boolean> {
  const last = readStages(new URL('../../Dockerfile', import.meta.url)).at(-1);
  const data = join(root.folder, 'data');
  mkdirSync(data, { recursive: true });
  chownSync(data, USER, USER);
  chmodSync(data, 0o700);
  if (!existsSync(join(root.folder, 'app/apps/api/dist/server.js'))) return false;
  const lab = await startDnsLab();
  try {
    const restricted = `mount -o remount,bind,ro / && mount --bind /data /data && mount -o remount,bind,rw /data && exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`;
    const shell = (script: string) => `${restricted} sh -c '${script.replaceAll("'", `'\\''`)}'`;
    const url = 'http://127.0.0.1:3218/api/v2/dnsRecords?domain=plain.test';
    const { output } = await root.run(
      shell(
        `touch /tmp/x 2>/dev/null && exit 3; (${last?.command?.join(' ')} 2>/data/log &) ; ${ask(url, 60)} || cat /data/log`,
      ),
      { cwd: '/app', env: { ...last?.env, HOST: '127.0.0.1', PORT: '3218', SONDE_RESOLVERS: lab.resolver } },
    );
    if (!output.includes('STATUS 200')) console.error(output.slice(-800));
    return output.includes('STATUS 200');
  } finally {
    await lab.stop();
  }
}

async function wholeTest(root: CleanRoot) {
  await root.placeRepository('/home/sonde');
  const ended = await root.run('git --version >/dev/null 2>&1; npm test', { cwd: '/home/sonde' });
  if (ended.code !== 0) console.error(ended.output.slice(-6000));
  return ended;
}
