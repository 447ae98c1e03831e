import { type DnsAnswer, type DnsQuestion, type Net, NetFailure } from '@sonde/probes';

const TYPE_A = 1;

/** What the resolver says of a question; a promise that stays open until the signal fires is a silent resolver. */
export type Ask = (question: DnsQuestion, signal: AbortSignal) => Promise<DnsAnswer>;

/** A door that only answers DNS questions, and counts them. */
export function fakeNet(ask: Ask) {
  const asked: DnsQuestion[] = [];
  const shut = () => Promise.reject(new NetFailure('unreachable', 'There is nothing behind this door.'));
  const net: Net = {
    ask(question, signal) {
      asked.push(question);
      return ask(question, signal);
    },
    askMany: () => {
      throw new NetFailure('unreachable', 'There is nothing behind this door.');
    },
    keepAllowed: () => new Set(),
    checkHost: () => {},
    resolve: shut,
    connect: shut,
    fetch: shut,
    trustAnchors: () => [],
    isPublicAuthority: () => false,
    ping: shut,
  };
  return { net, asked };
}

/** One address for every name, no other records. */
export const answersAddress: Ask = async (question) =>
  dnsAnswer(question, question.type === TYPE_A ? ['192.0.2.53'] : []);

export const saysNameDoesNotExist: Ask = async (question) => dnsAnswer(question, [], 3);

/** Answers nothing before the signal fires; `signals` tells whether it did. */
export function silent(signals: AbortSignal[]): Ask {
  return (_question, signal) =>
    new Promise((_resolve, reject) => {
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
}

function dnsAnswer({ name, type }: DnsQuestion, addresses: readonly string[], rcode = 0): DnsAnswer {
  return {
    resolver: '127.0.0.1:53',
    transport: 'udp',
    isPartial: false,
    message: {
      id: 1,
      isResponse: true,
      opcode: 0,
      isAuthoritative: false,
      isTruncated: false,
      isRecursionDesired: true,
      isRecursionAvailable: true,
      isAuthenticated: false,
      isCheckingDisabled: false,
      rcode,
      hasEdns: true,
      questions: [{ name, type, class: 1 }],
      answers: addresses.map((address) => ({ name, type, ttlSeconds: 300, fields: [address] })),
      authorities: [],
      additionals: [],
    },
  };
}
