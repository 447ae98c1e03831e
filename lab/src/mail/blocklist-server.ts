import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import type { Workplace } from '../processes/workplace.ts';
import { smtpAddresses } from './smtp-servers.ts';

/** The zones of rbldnsd: two that follow RFC 5782, one that lists everything, and one that refuses every query. */
export const blocklists = {
  addresses: 'ip.rbl',
  names: 'names.rbl',
  everything: 'all.rbl',
  refusing: 'refusing.rbl',
} as const;

const everybody = '0.0.0.0/1\n128.0.0.0/1\n';
const zones: Readonly<Record<keyof typeof blocklists, readonly [kind: string, text: string]>> = {
  addresses: ['ip4set', `:127.0.0.4:Listed, see https://ip.rbl.test/$\n127.0.0.2\n${smtpAddresses.otherName}\n`],
  names: ['dnset', ':127.0.1.2:A name of the list\ntest\nlisted.test\n'],
  everything: ['ip4set', `:127.0.0.2:Closed for good\n${everybody}`],
  refusing: ['ip4set', `:127.255.255.254:Ask by a resolver of your own\n${everybody}`],
};

/** @returns its port on 127.0.0.1. */
export async function startBlocklists(workplace: Workplace): Promise<number> {
  const directory = join(workplace.directory, 'blocklists');
  await mkdir(directory);
  // When started by root, it changes its user before it reads the zones.
  await chmod(workplace.directory, 0o711);
  const names = Object.keys(zones) as (keyof typeof blocklists)[];
  await Promise.all(names.map((name) => writeFile(join(directory, name), zones[name][1])));
  const datasets = names.map((name) => `${blocklists[name]}:${zones[name][0]}:${name}`);
  const asWhom = process.getuid?.() === 0 ? ['-u', 'nobody:nogroup'] : [];
  return onFreePort(async (port) => {
    const args = ['-n', ...asWhom, '-w', directory, '-b', `127.0.0.1/${port}`, ...datasets];
    await workplace.start('rbldnsd', args, /started|zones reloaded/);
    return port;
  });
}
