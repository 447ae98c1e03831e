import { type StartTls, startTlsNames, startTlsPorts } from '@sonde/contract';
import { NetFailure } from '../../../net/net.ts';
import type { Line } from '../line.ts';
import { type BinaryProtocol, binaryDialogs } from './binary-dialogs.ts';
import { readTextUntil } from './plain-reader.ts';
import { type TextProtocol, textDialogs } from './text-dialogs.ts';
import { switchXmpp } from './xmpp.ts';

const SUBMISSION = 587;

/** What is spoken on a port where TLS does not begin with the first byte; null for every other port. */
export function startTlsOf(port: number): StartTls | null {
  if (port === SUBMISSION) return 'smtp';
  return startTlsNames.find((name) => startTlsPorts[name] === port) ?? null;
}

/**
 * Holds the dialog up to the point where TLS begins. What the server sends in plain text behind its last line is thrown
 * away: it was not protected (CVE-2011-0411). `name` is the server's, for protocols that ask by it.
 * @throws NetFailure `not_tls` when it speaks another protocol or does not offer the switch.
 */
export async function switchToTls(protocol: StartTls, line: Line, name: string): Promise<void> {
  if (!(await hasSwitched(protocol, line, name))) {
    throw new NetFailure('not_tls', `${protocol}: the server does not switch to TLS`);
  }
}

function hasSwitched(protocol: StartTls, line: Line, name: string): Promise<boolean> {
  if (protocol === 'xmpp') return switchXmpp(line, 'client', name);
  if (protocol === 'xmpp-server') return switchXmpp(line, 'server', name);
  return isText(protocol) ? switchByText(protocol, line) : binaryDialogs[protocol](line);
}

function isText(protocol: TextProtocol | BinaryProtocol): protocol is TextProtocol {
  return protocol in textDialogs;
}

async function switchByText(protocol: TextProtocol, line: Line): Promise<boolean> {
  for (const { send, ends, mustHold } of textDialogs[protocol]) {
    if (send !== null) await line.send(Buffer.from(`${send}\r\n`));
    // Only whole lines count; an answer may come in pieces.
    const isWhole = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .some((one) => ends.test(one.trimEnd()));
    if (!mustHold.test(await readTextUntil(line, isWhole))) return false;
  }
  return true;
}
