// places/: lookups made elsewhere, by agents of the operator that connect to this server (the hub).
import { type FailureCode, type FailureReason, failures, reasons } from '@sonde/contract';
import * as z from 'zod';
import { LEAST_COME_BACK_MS, MOST_COME_BACK_MS } from './come-back.ts';

/** The name of the protocol, sent as `Sec-WebSocket-Protocol` (RFC 6455). */
export const AGENT_PROTOCOL = 'sonde.agent.1';
/** The largest frame towards an agent, and towards the hub, in bytes. */
export const TO_AGENT_BYTES = 64 * 1024;
export const TO_HUB_BYTES = 1024 * 1024;
/**
 * A frame may come in so many fragments (proxies may divide it) and pieces of the connection: each of them takes memory of its own, however
 * short it is.
 */
export const PIECES = { maxFragments: 256, maxBufferedChunks: 8 * 1024 } as const;
/** The hub sends a ping in this interval; a side that hears nothing for `SILENT_MS` closes the connection. */
export const HEARTBEAT_MS = 20_000;
export const SILENT_MS = 45_000;
/** How long each step of the handshake may take. */
export const HANDSHAKE_MS = 10_000;

/** Codes with which a connection is closed (RFC 6455 section 7.4.1). */
export const CLOSE = { done: 1000, protocol: 1002, policy: 1008, tooLarge: 1009 } as const;

const MAX_TOOLS = 64;
const text = (most: number) => z.string().max(most);
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const jobId = hex(16);
const comeBackMs = z.int().min(LEAST_COME_BACK_MS).max(MOST_COME_BACK_MS);
const code = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]]);
const reason = z.enum(Object.keys(reasons) as [FailureReason, ...FailureReason[]]);

/** What an agent is asked to look up: the parameters as a client of the API would send them. */
const Parameters = z.record(text(64), z.union([text(2_048), z.array(text(2_048)).max(64)]));
export type Parameters = z.infer<typeof Parameters>;

/** Frames from the hub. */
export const HubFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('challenge'), nonce: hex(32), hub: hex(32) }),
  z.object({
    t: z.literal('welcome'),
    name: text(100),
    heartbeatMs: z.int().min(1_000).max(60_000),
    jobs: z.int().min(1).max(1_000),
    perMinute: z.int().min(1).max(10_000),
    /** Hubs of earlier versions do not say. */
    comeBackMs: comeBackMs.optional(),
  }),
  z.object({
    t: z.literal('job'),
    job: jobId,
    tool: text(30),
    query: Parameters,
    deadlineMs: z.int().min(1).max(120_000),
    wantsParts: z.boolean(),
    /** Between hubs: agents need not know. */
    isBackground: z.boolean().optional(),
  }),
  z.object({ t: z.literal('cancel'), job: jobId }),
  /** There are far more places now than when the agent was welcome. */
  z.object({ t: z.literal('comeBack'), comeBackMs }),
  z.object({ t: z.literal('drain') }),
]);
export type HubFrame = z.infer<typeof HubFrame>;

/** Only looked at: the contract of its tool parses what is in it. */
const AnswerData = z.custom<Record<string, unknown>>(
  (data) => typeof data === 'object' && data !== null && !Array.isArray(data),
);

const jobFrames = [
  z.object({ t: z.literal('part'), job: jobId, part: z.unknown() }),
  z.object({
    t: z.literal('answer'),
    job: jobId,
    data: AnswerData,
    measuredMs: z.number().min(0),
  }),
  z.object({
    t: z.literal('failure'),
    job: jobId,
    code,
    reason: reason.nullable(),
    measuredMs: z.number().min(0),
  }),
  z.object({ t: z.literal('busy'), job: jobId }),
] as const;

/** Frames from an agent about a job. */
export const JobFrame = z.discriminatedUnion('t', jobFrames);

/** Frames from an agent. */
export const AgentFrame = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    agent: hex(32),
    /** Ed25519 over `signedText`, in base64url. */
    signature: z.base64url().length(86),
    version: text(40),
    /** The digest of each tool's contract, by id. */
    tools: z.record(text(30), hex(6)).refine((tools) => Object.keys(tools).length <= MAX_TOOLS),
    families: z.array(z.enum(['ipv4', 'ipv6'])).max(2),
  }),
  ...jobFrames,
  z.object({ t: z.literal('drain') }),
]);
export type AgentFrame = z.infer<typeof AgentFrame>;

const Typed = z.object({ t: z.string() });

/** A violation of the protocol: the connection is closed with this code. */
export class LinkFault extends Error {
  override readonly name = 'LinkFault';
  readonly close: number;
  constructor(message: string, close: number = CLOSE.protocol) {
    super(message);
    this.close = close;
  }
}

/**
 * Reads one frame; null for one of a kind that this version does not know, which is ignored.
 * @throws LinkFault if it is not a frame of this protocol.
 */
export function readFrame<Frame extends { readonly t: string }>(schema: z.ZodType<Frame>, json: string): Frame | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new LinkFault('A frame is not JSON.');
  }
  const frame = schema.safeParse(value);
  if (frame.success) return frame.data;
  const typed = Typed.safeParse(value);
  if (typed.success && !kindsOf(schema).has(typed.data.t)) return null;
  throw new LinkFault('A frame is malformed.');
}

function kindsOf(schema: unknown): ReadonlySet<string> {
  return schema === HubFrame ? hubKinds : agentKinds;
}

const kinds = (union: typeof HubFrame | typeof AgentFrame) =>
  new Set<string>(union.options.map((option) => option.shape.t.value));
const hubKinds = kinds(HubFrame);
const agentKinds = kinds(AgentFrame);
