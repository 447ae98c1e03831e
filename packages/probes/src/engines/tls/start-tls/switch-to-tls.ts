import { type StartTls, startTlsNames, startTlsPorts } from '@sonde/contract';
import { NetFailure } from '../../../net/net.ts';
import type { TlsConnection } from '../connection/tls-connection.ts';
import { type BinaryProtocol, binaryDialogs } from './binary-dialogs.ts';
import { readTextUntil } from './plain-reader.ts';
import { type TextProtocol, textDialogs } from './text-dialogs.ts';
import { switchXmpp } from './xmpp.ts';

const SUBMISSION = 587;

/** The protocol of a port on which TLS starts with STARTTLS; null for every other port. */
export function startTlsOf(port: number): StartTls | null {
  if (port === SUBMISSION) return 'smtp';
  return startTlsNames.find((name) => startTlsPorts[name] === port) ?? null;
}

/**
 * Runs the protocol up to the point where TLS starts. Plain text after the server's last line is discarded, since it was
 * not protected (CVE-2011-0411). `name`: the server's name, for protocols that need it. `onGreeting` is called with the greeting
 * in text protocols.
 * @throws NetFailure `not-tls` when the server speaks another protocol or does not offer the switch
 */
export async function switchToTls(
  protocol: StartTls,
  connection: TlsConnection,
  name: string,
  onGreeting: (words: string) => void = () => {},
): Promise<void> {
  if (!(await hasSwitched(protocol, connection, name, onGreeting))) {
    throw new NetFailure('not-tls', `${protocol}: the server does not switch to TLS`);
  }
}

function hasSwitched(
  protocol: StartTls,
  connection: TlsConnection,
  name: string,
  onGreeting: (words: string) => void,
): Promise<boolean> {
  if (protocol === 'xmpp') return switchXmpp(connection, 'client', name);
  if (protocol === 'xmpp-server') return switchXmpp(connection, 'server', name);
  return isText(protocol) ? switchByText(protocol, connection, onGreeting) : binaryDialogs[protocol](connection);
}

function isText(protocol: TextProtocol | BinaryProtocol): protocol is TextProtocol {
  return protocol in textDialogs;
}

async function switchByText(
  protocol: TextProtocol,
  connection: TlsConnection,
  onGreeting: (words: string) => void,
): Promise<boolean> {
  for (const { send, ends, mustHold } of textDialogs[protocol]) {
    if (send !== null) await connection.send(Buffer.from(`${send}\r\n`));
    // Only complete lines count; a reply may arrive in pieces.
    const isWhole = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .some((one) => ends.test(one.trimEnd()));
    const text = await readTextUntil(connection, isWhole);
    if (send === null) onGreeting(asLine(text));
    if (!mustHold.test(text)) return false;
  }
  return true;
}

/** Longer greetings are shortened; some contain entire policies. */
const MAX_GREETING = 500;

/** On one line, without control characters or anything outside ASCII, which names of programs do not use. */
function asLine(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MAX_GREETING);
}
