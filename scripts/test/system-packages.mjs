import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { root, runCommand } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';

const POLICY = '/usr/sbin/policy-rc.d';
// Servers are installed in folders outside an ordinary user's PATH.
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/bin'];
const FONT_FOLDERS = ['/usr/local/share/fonts', '/usr/share/fonts'];

/**
 * Makes sure that the third-party programs that the tests need are installed. Additional programs of a single bench are
 * in a list of its own, given by its path from the root.
 */
export async function provideSystemPackages(more = []) {
  const lists = ['lab/debian-packages.json', ...more].map((path) => readFileSync(`${root}/${path}`, 'utf8'));
  const wanted = lists.flatMap((text) => JSON.parse(text));
  const missing = missingPackages(wanted.filter(({ unpacked }) => unpacked === undefined));
  if (missing.length > 0) await install(missing);
  const toUnpack = wanted.filter((one) => one.unpacked !== undefined && !isUnpacked(one));
  for (const one of toUnpack) await unpack(one);
}

async function install(missing) {
  const canInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!canInstall) {
    throw new Sentence(`The tests need more programs; on Debian: sudo apt-get install ${missing.join(' ')}`);
  }
  console.log(`Installing ${missing.join(' ')}…`);
  await withoutServices(async () => {
    await apt(['update', '-q']);
    await apt(['install', '-q', '-y', '--no-install-recommends', ...missing]);
  });
}

/**
 * Packages that conflict with another one of the list, such as a second mail server, are only unpacked, into
 * `.cache/debian/PACKAGE`; `unpacked` is the path of a file in it.
 */
const unpackedFolder = (name) => `${root}/.cache/debian/${name}`;
const isUnpacked = ({ package: name, unpacked }) => existsSync(join(unpackedFolder(name), unpacked));

async function unpack({ package: name, unpacked }) {
  if (!existsSync('/etc/debian_version')) {
    throw new Sentence(`The tests need the Debian package ${name}, unpacked into .cache/debian/${name}.`);
  }
  console.log(`Unpacking ${name}…`);
  const folder = unpackedFolder(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const download = () => runCommand('apt-get', ['download', '-q', name], { cwd: folder });
  // A new machine has no package list yet.
  if ((await download()).code !== 0) {
    await apt(['update', '-q']);
    const { code, output } = await download();
    if (code !== 0) throw new Sentence(`apt-get download ${name} failed: ${output.trim().split('\n').at(-1)}`);
  }
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? '';
  await runCommand('dpkg-deb', ['--extract', archive, '.'], { cwd: folder });
  if (!isUnpacked({ package: name, unpacked })) throw new Sentence(`The Debian package ${name} has no ${unpacked}.`);
}

/** Names of the packages of which a program, font or file is missing. */
export function missingPackages(wanted, isFound = isThere) {
  return [...new Set(wanted.filter((one) => !isFound(one)).map((one) => one.package))];
}

function isThere({ command, font, file }) {
  if (file !== undefined) return existsSync(file);
  return font === undefined ? isCommand(command) : isFont(font);
}

/** Without the font that our pages fall back to, texts would look different from those of any visitor. */
function isFont(name) {
  const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);
  return FONT_FOLDERS.some((folder) => filesIn(folder).some((path) => basename(path) === name));
}

function isCommand(name) {
  if (name.startsWith('chromium') && existsSync(process.env.CHROMIUM_PATH ?? '')) return true;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  return folders.some((folder) => existsSync(join(folder, name)));
}

async function apt(args) {
  const { code, output } = await runCommand('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  if (code === 0) return;
  const reason = output.split('\n').find((line) => line.startsWith('E: ')) ?? output.trim().split('\n').at(-1);
  throw new Sentence(`apt-get ${args[0]} failed: ${reason}`);
}

/** The packages install name servers as system services; only the tests may start and stop them. */
async function withoutServices(work) {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const restore = () => rmSync(POLICY, { force: true });
  process.once('exit', restore);
  try {
    return await work();
  } finally {
    process.off('exit', restore);
    restore();
  }
}
