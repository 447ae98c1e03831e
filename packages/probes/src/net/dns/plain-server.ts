import { rcodes } from '../../protocols/dns-message/header.ts';
import {
  type AuthorityReply,
  type DnsReply,
  type DnsServer,
  type GuardedAddress,
  NetFailure,
  type ServerQuestion,
} from '../net.ts';
import { formatEndpoint } from '../resolver-address.ts';
import type { Authorities } from './authority.ts';
import { failureOfRcode } from './query.ts';

/** A server may have many addresses; the first that answers is enough. */
const MAX_ADDRESSES = 3;
/** Failures after which the next address is asked. */
const tryNext: readonly string[] = ['timeout', 'unreachable', 'connection-refused', 'reset'];
const ednsRefusals: readonly number[] = [rcodes.formErr, rcodes.notImp, rcodes.badVers];

/** A server over UDP, and TCP if a reply is truncated; IPv4 first, since without IPv6 connectivity attempts fail late. */
export function plainServer(
  found: readonly GuardedAddress[],
  { port, isOperators }: { readonly port: number; readonly isOperators: boolean },
  authorities: Authorities,
): DnsServer {
  const addresses = [...found].sort((a, b) => a.family - b.family).slice(0, MAX_ADDRESSES);
  const [first] = addresses;
  if (first === undefined) throw new NetFailure('no-address', 'a server without an address');
  const silent = new Set<GuardedAddress>();

  const askOne = async (at: GuardedAddress, question: ServerQuestion, signal: AbortSignal): Promise<DnsReply> => {
    const server = { address: at.address, port, isOperators };
    const asked = { ...question, options: question.options ?? [], recursionDesired: true };
    const reply = await authorities.ask(server, asked, signal);
    const usable = ednsRefusals.includes(reply.message.rcode)
      ? await authorities.ask(server, { ...asked, withoutEdns: true }, signal)
      : reply;
    return answerOf(usable, formatEndpoint({ address: at.address, port }), question);
  };

  return {
    address: first.address,
    endpoint: formatEndpoint({ address: first.address, port }),
    ask: async (question, signal) => {
      let failure: unknown = null;
      // Addresses that were silent before come last.
      const order = [...addresses].sort((a, b) => Number(silent.has(a)) - Number(silent.has(b)));
      for (const address of order) {
        try {
          return await askOne(address, question, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof NetFailure && tryNext.includes(error.reason))) throw error;
          silent.add(address);
          failure ??= error;
        }
      }
      throw failure;
    },
    close: () => {},
  };
}

function answerOf(reply: AuthorityReply, resolver: string, { name, type }: ServerQuestion): DnsReply {
  const failure = failureOfRcode(reply.message, `${name} type ${type} at ${resolver}`);
  if (failure !== null) throw failure;
  return { message: reply.message, resolver, transport: reply.transport, isPartial: reply.isPartial };
}
