import { SONDE_VERSION } from '@sonde/contract/version';
import { type AgentJobOptions, type AgentJobs, createAgentJobs } from './agent-jobs.ts';
import type { AgentPace } from './agent-pace.ts';
import { LEAST_COME_BACK_MS } from './come-back.ts';
import { digestsOf } from './digests.ts';
import { type AgentIdentity, signChallenge } from './identity.ts';
import type { Link, LinkListener } from './link.ts';
import type { PlaceJobLimits } from './place-jobs.ts';
import { type AgentFrame, CLOSE, HANDSHAKE_MS, HubFrame, LinkFault, readFrame, SILENT_MS } from './protocol.ts';

export interface AgentOptions extends Pick<AgentJobOptions, 'service' | 'now'> {
  readonly identity: AgentIdentity;
  /** The id of the hub that it joined: it proves itself to no other. */
  readonly hub: string;
  readonly families: readonly ('ipv4' | 'ipv6')[];
  /** Its own limits, whatever the hub asks for. */
  readonly pace: AgentPace;
  /** Called once, when the hub has accepted the agent as a place. */
  readonly onWelcome: (welcome: Welcome) => void;
  /** Called with another time within which to come back, because the hub has far more places now. */
  readonly onComeBack: (comeBackMs: number) => void;
  /** Default: those of the protocol. */
  readonly times?: { readonly handshakeMs: number; readonly silentMs: number };
}

export interface Welcome {
  /** That of the place. */
  readonly name: string;
  /** Within which time to come back after the connection has ended. */
  readonly comeBackMs: number;
}

export interface AgentSession extends LinkListener {
  /** Why this side closed the connection, for people; null if it did not. */
  readonly problem: string | null;
  /** Takes no more jobs; resolves when the last one has ended. */
  drain(): Promise<void>;
}

/** The limits of an agent. */
export const AGENT_LIMITS: PlaceJobLimits = { jobs: 20, perMinute: 60 };

/** The side of the agent, for one connection to its hub. It does nothing but lookups of the contract. */
export function createAgentSession(link: Link, options: AgentOptions): AgentSession {
  const { handshakeMs, silentMs } = options.times ?? { handshakeMs: HANDSHAKE_MS, silentMs: SILENT_MS };
  const jobs = createAgentJobs(link, options);
  let state: 'new' | 'proved' | 'welcome' | 'closed' = 'new';
  let problem: string | null = null;
  const close = (code: number, reason: string) => {
    problem ??= reason;
    link.close(code, reason);
  };
  let silence = setTimeout(() => close(CLOSE.policy, 'The hub said nothing.'), handshakeMs);

  function handle(frame: HubFrame | null): void {
    if (state === 'new') {
      link.send(JSON.stringify(helloTo(frame, options)));
      state = 'proved';
    } else if (frame?.t === 'welcome' && state === 'proved') {
      state = 'welcome';
      options.onWelcome({ name: frame.name, comeBackMs: frame.comeBackMs ?? LEAST_COME_BACK_MS });
    } else if (frame?.t === 'comeBack') options.onComeBack(frame.comeBackMs);
    else if (frame !== null && state === 'welcome') obey(jobs, frame);
    else if (frame !== null) throw new LinkFault(`${frame.t} came before welcome.`);
  }

  return {
    get problem() {
      return problem;
    },
    drain() {
      if (state === 'welcome') link.send(JSON.stringify({ t: 'drain' } satisfies AgentFrame));
      return jobs.drain();
    },
    heard() {
      clearTimeout(silence);
      silence = setTimeout(() => close(CLOSE.policy, 'The hub could not be heard any more.'), silentMs);
    },
    received(text) {
      if (state === 'closed') return;
      try {
        handle(readFrame<HubFrame>(HubFrame, text));
      } catch (error) {
        if (!(error instanceof LinkFault)) throw error;
        close(error.close, error.message);
      }
    },
    closed() {
      state = 'closed';
      clearTimeout(silence);
      jobs.close();
    },
  };
}

/** Proves the identity of the agent to the hub that it joined. @throws LinkFault if it is another hub. */
function helloTo(frame: HubFrame | null, { hub, identity, service, families }: AgentOptions): AgentFrame {
  if (frame?.t !== 'challenge') throw new LinkFault('The first frame is not a challenge.');
  if (frame.hub !== hub) throw new LinkFault('This is another hub than the one that was joined.', CLOSE.policy);
  const challenged = { hub, nonce: frame.nonce, agent: identity.agent };
  return {
    t: 'hello',
    agent: identity.agent,
    signature: signChallenge(challenged, identity.privateKey),
    version: SONDE_VERSION,
    tools: digestsOf(service.tools),
    families: [...families],
  };
}

/** @throws LinkFault if the frame may not come now. */
function obey(jobs: AgentJobs, frame: HubFrame): void {
  if (frame.t === 'job') jobs.start(frame);
  else if (frame.t === 'cancel') jobs.cancel(frame.job);
  else if (frame.t === 'drain') void jobs.drain();
  else throw new LinkFault(`${frame.t} was repeated.`);
}
