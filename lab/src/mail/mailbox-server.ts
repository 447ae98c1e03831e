import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePorts } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { startFamily, untilListening, writeConfig } from '../tls/programs/program.ts';

/** Postfix on loopback, which stores all mails for `inbox.test` and refuses those for `refused@inbox.test`. */
export interface MailboxServer {
  readonly port: number;
  /** The mails stored so far, in the order in which they were stored. */
  mails(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The user and group nobody of Debian. */
const NOBODY = 65_534;

export async function startMailboxServer(): Promise<MailboxServer> {
  if (process.getuid?.() !== 0) throw new Error('Postfix can only be started by root');
  const workplace = await openWorkplace();
  try {
    await chmod(workplace.directory, 0o711);
    const { port, inbox } = await onFreePorts(1, ([free = 0]) => start(workplace, free));
    return { port, mails: () => mailsIn(inbox), stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

async function start(workplace: Workplace, port: number) {
  const directory = join(workplace.directory, `postfix-${port}`);
  await mkdir(join(directory, 'queue'), { recursive: true });
  await mkdir(join(directory, 'mail'));
  await chmod(join(directory, 'mail'), 0o777);
  await writeConfig(directory, 'master.cf', masterLines(port));
  await writeConfig(directory, 'main.cf', mainLines(directory));
  await startFamily(workplace, ['postfix', '-c', directory, 'start-fg']);
  await untilListening('Postfix', port);
  return { port, inbox: join(directory, 'mail', 'all', 'new') };
}

const masterLines = (port: number): string[] => [
  `127.0.0.1:${port} inet n - n - - smtpd`,
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'virtual unix - n n - - virtual',
  'proxymap unix - - n - - proxymap',
  'anvil unix - - n - 1 anvil',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'postlog unix-dgram n - n - 1 postlogd',
];

const mainLines = (directory: string): string[] => [
  'compatibility_level = 3.6',
  `queue_directory = ${directory}/queue`,
  `data_directory = ${directory}/data`,
  'myhostname = mail.inbox.test',
  'mydestination =',
  'inet_interfaces = loopback-only',
  `maillog_file = ${directory}/log`,
  `maillog_file_prefixes = ${directory}`,
  'smtpd_tls_security_level = none',
  'smtpd_client_connection_count_limit = 0',
  'smtpd_error_sleep_time = 0',
  'smtpd_recipient_restrictions = check_recipient_access inline:{refused@inbox.test=REJECT}, reject_unauth_destination',
  'virtual_mailbox_domains = inbox.test',
  `virtual_mailbox_base = ${directory}/mail`,
  'virtual_mailbox_maps = static:all/',
  `virtual_uid_maps = static:${NOBODY}`,
  `virtual_gid_maps = static:${NOBODY}`,
];

async function mailsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const inOrder = names.toSorted((one, other) => storedAt(one) - storedAt(other));
  return Promise.all(inOrder.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Microseconds since 1970, from the name of a file in a Maildir. */
function storedAt(name: string): number {
  const [, seconds = '0', micro = '0'] = /^(\d+)\..*M(\d+)\./.exec(name) ?? [];
  return Number(seconds) * 1_000_000 + Number(micro);
}
