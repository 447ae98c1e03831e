import type { Service } from '@sonde/service';
import { type AgentSession, createAgentSession, type Welcome } from '@sonde/service/places/agent';
import type { AgentPace } from '@sonde/service/places/agent-pace';
import { answerPings, linkOver } from '@sonde/service/places/link';
import { AGENT_PROTOCOL, CLOSE, PIECES, TO_AGENT_BYTES } from '@sonde/service/places/protocol';
import { WebSocket } from 'ws';
import type { Membership } from './agent-file.ts';

const HANDSHAKE_MS = 10_000;
/** How long running lookups may take to end when the agent stops. */
const DRAIN_MS = 60_000;

export interface Connecting {
  readonly membership: Membership;
  readonly service: Service;
  readonly families: readonly ('ipv4' | 'ipv6')[];
  /** Stops the agent: it ends running lookups, then the connection. */
  readonly signal: AbortSignal;
  /** Of all connections. */
  readonly pace: AgentPace;
  readonly onWelcome: (welcome: Welcome) => void;
  readonly onComeBack: (comeBackMs: number) => void;
}

/** Connects once, and serves the hub until the connection ends. Returns why it ended, for people. */
export function serveHub({
  membership,
  service,
  families,
  pace,
  signal,
  onWelcome,
  onComeBack,
}: Connecting): Promise<string> {
  const { url, hub, identity } = membership;
  const address = new URL('/api/agents/connect', url);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new Promise((resolve) => {
    const socket = new WebSocket(address, [AGENT_PROTOCOL], {
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: TO_AGENT_BYTES,
      ...PIECES,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
    });
    let session: AgentSession | null = null;
    let problem: string | null = null;
    const stop = () => void stopSession(session, socket);
    signal.addEventListener('abort', stop, { once: true });
    socket.on('open', () => {
      const now = () => performance.now();
      session = createAgentSession(linkOver(socket), {
        service,
        identity,
        hub,
        families,
        pace,
        now,
        onWelcome,
        onComeBack,
      });
    });
    socket.on('message', (data, isBinary) => {
      session?.heard();
      if (!isBinary) session?.received(String(data));
    });
    answerPings(socket);
    socket.on('ping', () => session?.heard());
    socket.on('error', (error) => {
      problem = problemOf(error, Date.now());
    });
    socket.once('close', (_code, reason) => {
      signal.removeEventListener('abort', stop);
      session?.closed();
      resolve(session?.problem ?? (String(reason) || problem || 'The connection ended.'));
    });
    if (signal.aborted) stop();
  });
}

const CLOCK_FAULTS = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/** Why a connection failed. The clock of an agent matters for nothing but the certificate of its hub. */
function problemOf({ message, code }: NodeJS.ErrnoException, nowMs: number): string {
  if (!CLOCK_FAULTS.has(code ?? '')) return message;
  const clock = new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${message}: by the clock of this machine it is ${clock} UTC, and the certificate of the hub is not valid then.`;
}

async function stopSession(session: AgentSession | null, socket: WebSocket): Promise<void> {
  const timer = setTimeout(() => socket.terminate(), DRAIN_MS);
  socket.once('close', () => clearTimeout(timer));
  await session?.drain();
  if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
  else socket.close(CLOSE.done, 'The agent stops.');
}
