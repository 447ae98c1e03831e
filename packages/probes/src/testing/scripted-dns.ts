import type { ToolError } from '@sonde/contract';
import { expect } from 'vitest';
import { type DnsQuestion, type Net, NetFailure } from '../net/net.ts';
import type { ResourceRecord } from '../protocols/dns-message/message.ts';
import { typeMnemonic, typeNumber } from '../protocols/dns-message/record-types.ts';
import { checkQuery, measure } from '../run.ts';
import { noData } from './no-data.ts';
import { dnsAnswer, type ScriptedReply, scriptedNet } from './scripted-net.ts';

export type Script = (mnemonic: string, question: DnsQuestion) => ScriptedReply | NetFailure;

/** A network whose resolver answers each record type as scripted; real servers are in the lab test. */
export function scripted(script: Script): Net {
  return scriptedNet({
    ask: async (question) => {
      const reply = script(typeMnemonic(question.type), question);
      if (reply instanceof NetFailure) throw reply;
      return dnsAnswer(question, reply);
    },
  });
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
