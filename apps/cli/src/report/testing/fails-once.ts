import { type AuthorityReply, type Net, NetFailure } from '@sonde/probes';

/** The two failures that prove nothing by themselves. */
export const failures = ['servfail', 'silence'] as const;
export type Failure = (typeof failures)[number];

const SERVFAIL = 2;

/** The network layer, in which the calls that are chosen fail. `call` says which method was called, and with what. */
export function failsOnce<Layer extends Net>(net: Layer, failure: Failure, isChosen: (call: string) => boolean): Layer {
  const failed = () => new NetFailure(failure === 'servfail' ? 'servfail' : 'timeout', 'as the test wants it');
  const silence = () => new NetFailure('timeout', 'as the test wants it');
  const words = (...some: readonly unknown[]) => some.map((one) => JSON.stringify(one)).join(' ');
  return {
    ...net,
    ask: async (question, signal) => {
      if (isChosen(`ask ${words(question)}`)) throw failed();
      return net.ask(question, signal);
    },
    askAt: async (address, question, signal) => {
      const isThis = isChosen(`askAt ${address} ${words(question)}`);
      if (isThis && failure === 'silence') throw silence();
      const reply = await net.askAt(address, question, signal);
      return isThis ? refused(reply) : reply;
    },
    resolve: async (host, signal) => {
      if (isChosen(`resolve ${host}`)) throw failed();
      return net.resolve(host, signal);
    },
    connect: async (target, limits, signal) => {
      if (isChosen(`connect ${words(target)}`)) throw silence();
      return net.connect(target, limits, signal);
    },
    fetch: async (target, limits, signal) => {
      if (isChosen(`fetch ${words(target)}`)) throw silence();
      return net.fetch(target, limits, signal);
    },
  };
}

function refused(reply: AuthorityReply): AuthorityReply {
  const { message } = reply;
  return { ...reply, message: { ...message, rcode: SERVFAIL, answers: [], authorities: [], additionals: [] } };
}
