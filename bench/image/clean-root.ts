import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand, runCommand } from '@sonde/lab';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const SUITE = 'bookworm';
/** In case something hangs. */
const LONGEST_MS = 40 * 60_000;

export interface Ended {
  readonly code: number | null;
  readonly seconds: number;
  readonly output: string;
}

/** A clean Debian with only Node and npm, like a new machine or container. */
export interface CleanRoot {
  readonly folder: string;
  /** Copies the committed files into a folder of it. */
  placeRepository(folder: string): Promise<void>;
  /** Runs a shell command in it as root, in process and mount namespaces of its own, which end with it. */
  run(line: string, options?: { cwd?: string; env?: Record<string, string> }): Promise<Ended>;
  remove(): void;
}

/**
 * Takes about a minute; needs root, debootstrap and a Debian mirror, which is read from this machine's apt
 * configuration.
 */
export async function makeCleanRoot(folder: string): Promise<CleanRoot> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const made = await finish(findCommand('debootstrap'), ['--variant=minbase', SUITE, folder, mirror()], '/');
  if (made.code !== 0) throw new Error(`debootstrap failed: ${made.output.slice(-500)}`);
  provideNode(folder);
  provideNetwork(folder);
  return {
    folder,
    async placeRepository(target) {
      const archive = join(folder, 'repository.tar');
      await runCommand('git', ['archive', '--output', archive, 'HEAD'], repository);
      mkdirSync(join(folder, target), { recursive: true });
      await runCommand('tar', ['-xf', archive, '-C', join(folder, target)]);
      rmSync(archive);
    },
    run: (line, { cwd = '/', env = {} } = {}) => {
      const isolatedRoot =
        'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys"';
      // Not chroot, which forbids user namespaces, although containers and machines allow them.
      const inside = `${isolatedRoot} && cd "$0" && mkdir -p .outside && pivot_root . .outside && umount -l .outside && cd / && exec /bin/sh -c "$1"`;
      const isolated = [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        inside,
        folder,
        `cd ${cwd} && ${line}`,
      ];
      return finish(findCommand('unshare'), isolated, '/', { HOME: '/root', PATH, ...inherited(), ...env });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Additional certification authorities of this machine are trusted in the root as well. */
function inherited(): Record<string, string> {
  const trusted = process.env['NODE_EXTRA_CA_CERTS'];
  return { DEBIAN_FRONTEND: 'noninteractive', ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }) };
}

/** The first mirror in this machine's apt configuration. */
function mirror(): string {
  const folder = '/etc/apt/sources.list.d/';
  const files = ['/etc/apt/sources.list', ...readdirSync(folder).map((name) => folder + name)];
  const text = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n');
  const found = /^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(https?:\S+)/m.exec(text)?.[1];
  if (found === undefined) throw new Error('apt knows no mirror here');
  return found;
}

function provideNode(folder: string): void {
  cpSync(realpathSync(process.execPath), join(folder, 'usr/bin/node'));
  const npm = realpathSync(join(dirname(realpathSync(process.execPath)), 'npm'));
  const home = npm.slice(0, npm.lastIndexOf('/bin/'));
  cpSync(home, join(folder, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    const script = `#!/bin/sh\nexec /usr/bin/node /usr/lib/node_modules/npm/bin/${name}-cli.js "$@"\n`;
    writeFileSync(join(folder, 'usr/bin', name), script, { mode: 0o755 });
  }
}

function provideNetwork(folder: string): void {
  for (const path of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt']) {
    if (existsSync(path)) cpSync(realpathSync(path), join(folder, path), { recursive: true });
  }
  const settings = ['/usr/etc/npmrc', join(process.env['HOME'] ?? '/root', '.npmrc')];
  const text = settings.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
  writeFileSync(join(folder, 'root/.npmrc'), text.replace(/^nodedir.*$/m, ''));
}

async function finish(
  command: string,
  args: readonly string[],
  cwd: string,
  env?: Record<string, string>,
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(command, args, { cwd, ...(env && { env }), timeout: LONGEST_MS, killSignal: 'SIGKILL' });
  let output = '';
  const keep = (text: Buffer) => {
    output = (output + text.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, seconds: Math.round((performance.now() - started) / 100) / 10, output };
}
