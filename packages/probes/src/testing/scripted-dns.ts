import type { ToolError } from '@sonde/contract';
import { expect } from 'vitest';
import { noData } from '../data/no-data.ts';
import { type DnsQuestion, type Net, NetFailure } from '../net/net.ts';
import type { ResourceRecord } from '../protocols/dns-message/message.ts';
import { typeMnemonic, typeNumber } from '../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../run.ts';

export type Reply = { rcode?: number; records?: ResourceRecord[]; isAuthenticated?: boolean; isPartial?: boolean };
export type Script = (mnemonic: string, question: DnsQuestion) => Reply | NetFailure;

/** A door that answers from a script; real servers are in the lab test. */
export function scripted(script: Script): Net {
  const unused = () => Promise.reject(new Error('the DNS tool only asks'));
  return {
    askMany: () => expect.fail('the DNS tool only asks'),
    keepAllowed: () => new Set(),
    checkHost: () => {},
    resolve: unused,
    connect: unused,
    fetch: unused,
    trustAnchors: () => [],
    isPublicAuthority: () => false,
    ping: unused,
    ask: async (question) => {
      const reply = script(typeMnemonic(question.type), question);
      if (reply instanceof NetFailure) throw reply;
      const message = {
        id: 1,
        isResponse: true,
        opcode: 0,
        isAuthoritative: false,
        isTruncated: false,
        isRecursionDesired: true,
        isRecursionAvailable: true,
        isAuthenticated: reply.isAuthenticated ?? false,
        isCheckingDisabled: false,
        rcode: reply.rcode ?? 0,
        hasEdns: true,
        questions: [{ name: question.name, type: question.type, class: 1 }],
        answers: reply.records ?? [],
        authorities: [],
        additionals: [],
      };
      return { message, resolver: '192.0.2.53:53', transport: 'udp', isPartial: reply.isPartial ?? false };
    },
  };
}

export const record = (name: string, type: string, ttlSeconds: number, ...fields: string[]): ResourceRecord => ({
  name,
  type: typeNumber(type),
  ttlSeconds,
  fields,
});

export const lookUp = (script: Script, domain = 'example.com') =>
  measure(checkQuery('dns', { domain }), { net: scripted(script), data: noData, signal: AbortSignal.timeout(5000) });

export const failureOf = (script: Script) =>
  lookUp(script).then(
    () => expect.fail('it answered'),
    (error: ToolError) => error,
  );
