/** The most that one lookup may do for a visitor; whatever exceeds it is not done, and the answer has a gap. */
export interface WorkLimits {
  /** DNS questions, to resolvers and to name servers; a repetition of a question is a packet, not a question. */
  readonly questions: number;
  /** TCP connections. */
  readonly connections: number;
  /** Datagrams and echo requests sent, repeated ones included. */
  readonly packets: number;
  readonly octetsOut: number;
  readonly octetsIn: number;
  /** Milliseconds of processor time to decode what arrived. */
  readonly decodingMs: number;
  /** Octets of the answer as JSON. */
  readonly answerOctets: number;
}

export type WorkKind = keyof WorkLimits;

export const workKinds: readonly WorkKind[] = [
  'questions',
  'connections',
  'packets',
  'octetsOut',
  'octetsIn',
  'decodingMs',
  'answerOctets',
];

/**
 * The most octets that an answer has as JSON. A larger one costs whoever waits for it memory and time, and hostile servers
 * decide how much there is to tell.
 */
export const MAX_ANSWER_OCTETS = 1_000_000;

const KIB = 1024;
export const MIB = KIB * KIB;

/** A resolver that is silent is asked three times, and there may be three of them. */
const PACKETS_PER_QUESTION = 9;
/** A query with the longest name and an OPT record, with a margin for its options. */
const OCTETS_PER_PACKET = 320;

/** The limits of a tool; those that it does not name are enough for a few questions. */
export function workLimits(most: Partial<WorkLimits> = {}): WorkLimits {
  const questions = most.questions ?? 32;
  const packets = most.packets ?? questions * PACKETS_PER_QUESTION;
  const connections = most.connections ?? 8;
  return {
    questions,
    packets,
    connections,
    octetsOut: most.octetsOut ?? packets * OCTETS_PER_PACKET + connections * 16 * KIB,
    octetsIn: most.octetsIn ?? MIB,
    decodingMs: most.decodingMs ?? 250,
    answerOctets: most.answerOctets ?? MAX_ANSWER_OCTETS,
  };
}
