// net/http/: requests to web servers, with redirects, TLS and decompression.

import { onAbort } from '../../async/signals.ts';
import { parseUrl } from '../../protocols/parse-url.ts';
import { type FetchLimits, type FetchTarget, NetFailure, type WebResponse } from '../net.ts';
import { recordedPlaintext } from '../recording/plaintext.ts';
import type { Connected } from '../sockets/connection.ts';
import { readBody } from './http-body.ts';
import { answerHead, requestHead } from './http-head.ts';
import type { SecureSocket } from './secure-socket.ts';

/** Where a URL came from. */
export interface WebOrigin {
  readonly isOperators: boolean;
  readonly namedBy: string | undefined;
  /** The service whose ports are permitted; default: `web`. */
  readonly service?: 'web' | 'webhook';
}

/** Makes connections to web servers. */
export interface WebConnector {
  /** A connection to a checked address of the host, owned by the caller. */
  open(url: URL, from: WebOrigin, signal: AbortSignal): Promise<Connected>;
  secure: SecureSocket;
}

const OK = 200;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * GET, following redirects; see `Net.fetch`. Connections are not reused, since few servers are asked twice.
 * @throws NetFailure, or the signal's reason
 */
export async function fetchThrough(
  connector: WebConnector,
  target: FetchTarget,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<WebResponse> {
  const operators = typeof target === 'string' ? null : readUrl(target.url).origin;
  let url = readUrl(typeof target === 'string' ? target : target.url);
  for (let followed = 0; ; followed += 1) {
    const result = await getOnce(connector, url, url.origin === operators, limits, signal);
    if (result.location === null) return result.response;
    if (followed === limits.maxRedirects) throw new NetFailure('invalid-response', `${url.host}: too many redirects`);
    url = redirected(url, result.location);
  }
}

type GetResult = { readonly response: WebResponse; readonly location: null } | { readonly location: string };

async function getOnce(
  connector: WebConnector,
  url: URL,
  isOperators: boolean,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<GetResult> {
  const connected = await connector.open(url, { isOperators, namedBy: limits.namedBy }, signal);
  const { socket } = connected;
  if (limits.purpose !== undefined) connected.recorded?.usedFor(limits.purpose);
  const detach = onAbort(signal, () => socket.destroy());
  try {
    const isSecure = url.protocol === 'https:';
    const secured = isSecure ? await connector.secure(socket, hostOf(url), signal) : null;
    const stream =
      secured === null
        ? socket
        : recordedPlaintext(secured, connected, { host: hostOf(url), port: portOf(url), isOperators }, signal);
    const message = await requestHead(
      stream,
      url,
      { ...limits, authorization: isOperators ? basicOf(url) : null },
      signal,
    );
    const { status, headers } = answerHead(message);
    const location = REDIRECTS.has(status) ? headers.get('location') : null;
    if (location !== null) return { location };
    const body = await readBody(message, headers, limits.maxBytes, signal, status === OK ? limits.into : undefined);
    return { response: { status, url: url.href, headers, body }, location };
  } finally {
    detach();
    socket.destroy();
  }
}

/** What a URL of the operator gives as user and password (RFC 7617). */
function basicOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** The host in the form that the guard reads: IPv6 addresses without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function redirected(from: URL, location: string): URL {
  const to = readUrl(location, from.href);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new NetFailure('invalid-response', `${from.host}: redirects from https to http`);
  }
  return to;
}

export function readUrl(text: string, base?: string): URL {
  const url = parseUrl(text, base);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url;
  throw new NetFailure('invalid-response', `${JSON.stringify(text.slice(0, 100))} is no web address`);
}
