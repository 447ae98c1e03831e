import { randomBytes } from 'node:crypto';
import { comeBackMsOf } from './come-back.ts';
import { fingerprintOf, isSignedBy } from './identity.ts';
import type { Link, LinkListener } from './link.ts';
import { AgentFrame, CLOSE, type HubFrame, LinkFault, readFrame } from './protocol.ts';
import { type ConnectedPlace, type EnrolledPlace, type Roster, senderTo } from './roster.ts';

export interface HubConnectionOptions {
  /** The id of this hub, in hexadecimal: 32 bytes. */
  readonly hub: string;
  readonly roster: Roster;
  /** The confirmed place whose agent has this id; null if there is none. */
  find(agent: string): Promise<EnrolledPlace | null>;
  readonly log: (place: string | null, event: string) => void;
  readonly now: () => number;
  readonly times: { readonly handshakeMs: number; readonly heartbeatMs: number; readonly silentMs: number };
  readonly welcome: { readonly jobs: number; readonly perMinute: number };
  /** Called when the agent is known, or gone. */
  readonly onKnown: () => void;
}

type State = 'new' | 'greeting' | 'closed' | ConnectedPlace;

/** The side of the hub, for one connection: who is there is checked first. */
export function createHubConnection(link: Link, options: HubConnectionOptions): LinkListener {
  const { hub, roster, now, times, onKnown } = options;
  const nonce = randomBytes(32).toString('hex');
  let state: State = 'new';
  let heardAtMs = now();
  /** After a violation nothing more is read, however much comes until the connection has ended. */
  let isOver = false;
  const handshake = setTimeout(() => link.close(CLOSE.policy, 'hello did not come in time.'), times.handshakeMs);
  const heartbeat = setInterval(() => {
    if (now() - heardAtMs > times.silentMs) link.close(CLOSE.policy, 'Nothing was heard.');
    else link.ping();
  }, times.heartbeatMs);
  const fail = (error: unknown) => {
    isOver = true;
    if (typeof state === 'object') roster.fault(state.place.id, textOf(error));
    link.close(error instanceof LinkFault ? error.close : CLOSE.policy, textOf(error));
  };

  async function greet(frame: AgentFrame | null): Promise<void> {
    state = 'greeting';
    const joined = await identify(link, { ...options, nonce }, frame, () => state === 'closed');
    if (joined === null) return;
    state = joined;
    clearTimeout(handshake);
    onKnown();
    const { name, among } = joined.place;
    const { heartbeatMs } = times;
    senderTo(link)({ t: 'welcome', name, heartbeatMs, comeBackMs: comeBackMsOf(among), ...options.welcome });
  }

  link.send(JSON.stringify({ t: 'challenge', nonce, hub } satisfies HubFrame));
  return {
    heard() {
      heardAtMs = now();
    },
    received(text) {
      if (state === 'closed' || isOver) return;
      try {
        if (state === 'greeting') throw new LinkFault('A frame came before welcome.');
        const frame = readFrame<AgentFrame>(AgentFrame, text);
        if (state === 'new') greet(frame).catch(fail);
        else receive(roster, state, frame);
      } catch (error) {
        fail(error);
      }
    },
    closed() {
      if (typeof state === 'object') roster.leave(state);
      state = 'closed';
      clearTimeout(handshake);
      clearInterval(heartbeat);
      onKnown();
    },
  };
}

/** Null if the connection has ended meanwhile. @throws LinkFault if the agent is not enrolled, or not what it says. */
async function identify(
  link: Link,
  { hub, nonce, roster, find, log }: HubConnectionOptions & { readonly nonce: string },
  frame: AgentFrame | null,
  hasEnded: () => boolean,
): Promise<ConnectedPlace | null> {
  if (frame?.t !== 'hello') throw new LinkFault('The first frame is not hello.');
  const { agent, signature } = frame;
  const place = await find(agent);
  if (hasEnded()) return null;
  if (place === null || !isSignedBy(place.publicKey, { hub, nonce, agent }, signature)) {
    log(place?.id ?? null, `an agent that is not enrolled or not confirmed was refused (${fingerprintOf(agent)})`);
    throw new LinkFault('This agent is not enrolled here, or not confirmed yet.', CLOSE.policy);
  }
  return roster.join(place, frame, link);
}

/** @throws LinkFault if the frame may not come now. */
function receive(roster: Roster, one: ConnectedPlace, frame: AgentFrame | null): void {
  if (frame === null) return;
  if (frame.t === 'hello') throw new LinkFault('hello was repeated.');
  if (frame.t === 'drain') {
    one.isDraining = true;
    return;
  }
  const violation = one.jobs.received(frame);
  if (violation === null) return;
  if (roster.isSuspended(one.place.id)) throw new LinkFault('This agent is suspended, and goes on.', CLOSE.policy);
  roster.fault(one.place.id, violation);
}

const textOf = (error: unknown) => (error instanceof LinkFault ? error.message : 'The hub cannot answer now.');
