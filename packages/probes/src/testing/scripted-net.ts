// testing/: code used only by tests; the walls keep it out of shipped code.

import { type DnsQuestion, type DnsReply, type Net, NetFailure } from '../net/net.ts';
import type { DnsMessage, ResourceRecord } from '../protocols/dns-message/message.ts';

/** A network some of whose methods a test has scripted. The others fail as `unreachable`, or return nothing. */
export function scriptedNet(script: Partial<Net> = {}): Net {
  const unreachable = () => Promise.reject(notScripted());
  return {
    ask: unreachable,
    askAt: unreachable,
    openServer: unreachable,
    askMany: () => {
      throw notScripted();
    },
    keepAllowed: () => new Set(),
    checkHost: () => {},
    resolve: unreachable,
    connect: unreachable,
    openDatagrams: unreachable,
    fetch: unreachable,
    post: unreachable,
    visit: unreachable,
    trustAnchors: () => [],
    isPublicAuthority: () => false,
    ping: unreachable,
    trace: unreachable,
    ...script,
  };
}

function notScripted(): NetFailure {
  return new NetFailure('unreachable', 'The test has not scripted this.');
}

/** The resolver's answer to a question; a promise that stays pending until the signal fires is a silent resolver. */
export type Ask = (question: DnsQuestion, signal: AbortSignal) => Promise<DnsReply>;

/** A network that only answers DNS questions, and records them. */
export function scriptedResolver(ask: Ask): { net: Net; asked: DnsQuestion[] } {
  const asked: DnsQuestion[] = [];
  const net = scriptedNet({
    ask(question, signal) {
      asked.push(question);
      return ask(question, signal);
    },
  });
  return { net, asked };
}

const TYPE_A = 1;

/** One address for every name, no other records. */
export const answersAddress: Ask = async (question) =>
  dnsAnswer(question, {
    records: question.type === TYPE_A ? [{ ...question, ttlSeconds: 300, fields: ['192.0.2.53'] }] : [],
  });

export const saysNameDoesNotExist: Ask = async (question) => dnsAnswer(question, { rcode: 3 });

/** Does not answer until the signal fires; `signals` shows whether it did. */
export function silent(signals: AbortSignal[]): Ask {
  return (_question, signal) =>
    new Promise((_resolve, reject) => {
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
}

export interface ScriptedReply {
  readonly rcode?: number;
  readonly records?: readonly ResourceRecord[];
  readonly isAuthenticated?: boolean;
  readonly isPartial?: boolean;
}

/** What the network layer returns for a resolver's reply; default: NOERROR without records. */
export function dnsAnswer(question: DnsQuestion, reply: ScriptedReply = {}): DnsReply {
  const { rcode = 0, records = [], isAuthenticated = false, isPartial = false } = reply;
  const message = dnsMessage(question, { rcode, answers: records, isAuthenticated });
  return { resolver: '192.0.2.53:53', transport: 'udp', isPartial, message };
}

/** A response to a question, with the fields that matter to a test. */
export function dnsMessage({ name, type }: DnsQuestion, fields: Partial<DnsMessage> = {}): DnsMessage {
  return {
    id: 1,
    isResponse: true,
    opcode: 0,
    isAuthoritative: false,
    isTruncated: false,
    isRecursionDesired: true,
    isRecursionAvailable: true,
    isAuthenticated: false,
    isCheckingDisabled: false,
    rcode: 0,
    hasEdns: true,
    questions: [{ name, type, class: 1 }],
    answers: [],
    authorities: [],
    additionals: [],
    ...fields,
  };
}
