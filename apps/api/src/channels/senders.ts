import { createHash, randomUUID } from 'node:crypto';
import { type Net, NetFailure } from '@sonde/probes';
import type { Mail, SendMail } from '../stores/mail.ts';
import type { ChannelRow } from '../stores/watch-tables.ts';
import { signatureOf } from './signature.ts';
import { type Message, messageOf, type ToldChange } from './told.ts';
import { unsubscribeFields } from './unsubscribe-link.ts';

/** What became of one message. `reply` is a status, or the reason why there is none; `isGone`: it wants no more. */
export interface Outcome {
  readonly isDone: boolean;
  readonly reply: string;
  readonly isGone: boolean;
  /** The guard has refused the address. */
  readonly isRefused: boolean;
}

export type SendTarget = Pick<ChannelRow, 'id' | 'kind' | 'address' | 'secret'>;

/** Sends messages to channels. Nothing is thrown but the reason of the signal. */
export interface Senders {
  changes(channel: SendTarget, told: readonly ToldChange[], signal: AbortSignal): Promise<Outcome>;
  code(channel: SendTarget, code: string, signal: AbortSignal): Promise<Outcome>;
  /** Something about the channels themselves; a webhook, which is read by programs, gets none. */
  notice(channel: SendTarget, message: Message, signal: AbortSignal): Promise<Outcome>;
}

export interface SenderOptions {
  readonly net: Pick<Net, 'post'>;
  /** Null if this server sends no mail. */
  readonly mail: SendMail | null;
  readonly brand: string;
  readonly baseUrl: () => string;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

const TIMEOUT_MS = 10_000;
const GONE = 410;
const URGENT = 4;
const NORMAL = 3;

export function createSenders(options: SenderOptions): Senders {
  const { brand, baseUrl, wallClock } = options;
  const sendMessage = (channel: SendTarget, message: Message, id: string, signal: AbortSignal) =>
    channel.kind === 'mail' ? mailed(options, channel, message, id) : pushed(options, channel, message, signal);
  const sentAt = () => new Date(wallClock()).toISOString();
  return {
    changes(channel, told, signal) {
      const [first] = told;
      if (channel.kind === 'webhook' && first !== undefined)
        return hooked(options, channel, { ...first, sentAt: sentAt() }, signal);
      return sendMessage(channel, messageOf(told, baseUrl()), bundleId(told), signal);
    },
    code(channel, code, signal) {
      if (channel.kind === 'webhook')
        return hooked(options, channel, { id: randomUUID(), code, sentAt: sentAt() }, signal);
      const { title, text, url } = codeMessage(brand, baseUrl(), code);
      if (channel.kind !== 'mail') return pushed(options, channel, { title, text, url, isUrgent: false }, signal);
      // The mail before the proof has no link that ends anything: nothing has begun.
      const mail = {
        to: channel.address,
        subject: title,
        text: `${text}\n\n${url}\n`,
        messageId: randomUUID(),
        headers: {},
      };
      return sent(options, mail);
    },
    async notice(channel, message, signal) {
      if (channel.kind === 'webhook') return done('');
      return sendMessage(channel, message, randomUUID(), signal);
    },
  };
}

function codeMessage(brand: string, baseUrl: string, code: string): Omit<Message, 'isUrgent'> {
  return {
    title: `${brand}: code ${code}`,
    text: [
      `The code is ${code}.`,
      `Somebody, most likely you, wants ${brand} to tell this address about changes. Enter the code there within an hour.`,
      'If it was not you, there is nothing to do: without the code nothing more is sent.',
    ].join('\n'),
    url: `${baseUrl}/watch`,
  };
}

/** The same bundle of deliveries has the same id, so that a mail program shows it once. */
const bundleId = (told: readonly ToldChange[]): string =>
  createHash('sha256')
    .update(told.map(({ id }) => id).join(' '))
    .digest('hex')
    .slice(0, 32);

async function hooked(
  { net, wallClock }: SenderOptions,
  { address, secret }: SendTarget,
  content: object,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(content);
  const fields = { 'Sonde-Signature': signatureOf(secret, body, wallClock()) };
  return posted(net, { url: address, body, fields }, signal);
}

/** Publishes as JSON, so that no text of a stranger stands in a header field. */
async function pushed({ net }: SenderOptions, { address }: SendTarget, message: Message, signal: AbortSignal) {
  const url = new URL(address);
  const topic = url.pathname.slice(1);
  url.pathname = '/';
  const { title, text, isUrgent } = message;
  const content = { topic, title, message: text, priority: isUrgent ? URGENT : NORMAL, click: message.url };
  return posted(net, { url: url.href, body: JSON.stringify(content), fields: {} }, signal);
}

interface Posted {
  readonly url: string;
  readonly body: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function posted(net: SenderOptions['net'], { url, body, fields }: Posted, signal: AbortSignal): Promise<Outcome> {
  try {
    const message = { url, type: 'application/json', body: Buffer.from(body), fields };
    const status = await net.post(message, { timeoutMs: TIMEOUT_MS }, signal);
    return { isDone: status >= 200 && status < 300, reply: String(status), isGone: status === GONE, isRefused: false };
  } catch (error) {
    if (signal.aborted || !(error instanceof NetFailure)) throw error;
    return failed(error.reason, REFUSED.has(error.reason));
  }
}

const REFUSED: ReadonlySet<string> = new Set(['special-use', 'denied', 'not-allowed-port']);

const failed = (reply: string, isRefused = false): Outcome => ({ isDone: false, reply, isGone: false, isRefused });
const done = (reply: string): Outcome => ({ isDone: true, reply, isGone: false, isRefused: false });

async function mailed(options: SenderOptions, channel: SendTarget, message: Message, id: string): Promise<Outcome> {
  const { brand, baseUrl } = options;
  const { link, fields } = unsubscribeFields(channel, baseUrl());
  const end = ['-- ', `${brand} sends this because the address was proved there.`, `No more of it: ${link}`, ''];
  const text = [message.text, '', message.url, '', ...end].join('\n');
  return sent(options, { to: channel.address, subject: message.title, text, messageId: id, headers: fields });
}

async function sent({ mail }: SenderOptions, message: Omit<Mail, 'headers'> & Pick<Required<Mail>, 'headers'>) {
  if (mail === null) return failed('no-mail');
  try {
    await mail({ ...message, headers: { ...message.headers, 'Auto-Submitted': 'auto-generated' } });
    return done('accepted');
  } catch (error) {
    return failed(replyOf(error));
  }
}

/** The mail server's status code, or that it did not answer. */
function replyOf(error: unknown): string {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : Number.NaN;
  return Number.isInteger(code) ? `smtp-${code}` : 'mail-server';
}
