import { answerOf } from '../../../../testing/answer-of.ts';
import type { Golden } from '../../../../testing/golden-findings.ts';
import { mail } from '../../contract.ts';

export const term = (fields: object = {}) => ({ ignored: null, problem: null, record: null, target: null, ...fields });
export const spfOf = (fields: object = {}) => ({
  ...{ problems: [], terms: [], result: null, allowed: { unknown: [] }, permanentError: null, failure: null },
  ...fields,
});
export const dmarcOf = (fields: object = {}) => ({
  ...{ problems: [], reports: [{}], psd: null, discarded: [], formerTags: [] },
  ...fields,
});
export const stsOf = (fields: object = {}) => ({ failure: null, unmatched: [], problems: [], ...fields });
export const bimiOf = (fields: object = {}) => ({ logoFailure: null, logoProblems: [], problems: [], ...fields });
export const key = (fields: object = {}) => ({ problem: null, ...fields });

export const server = (fields: object = {}) => ({ starttls: { step: null }, certificate: {}, ...fields });

export const chain = (state: string) => ({ matches: null, chain: { state, why: 'It is so.' } });

/** The answer about a domain without problems, with the changes of a case. */
export const answer = (more: object = {}) =>
  answerOf(mail, {
    isParked: false,
    mx: [{ problem: null }],
    spf: spfOf(),
    dkim: [key()],
    dkimSearch: {},
    dmarc: dmarcOf(),
    mtaSts: stsOf(),
    tlsRpt: { problems: [] },
    bimi: bimiOf(),
    lists: [{}],
    servers: [server()],
    dane: [{}],
    gaps: [],
    ...more,
  });
export const exchange = (problem: string, exchangeName = 'mail.example.com') =>
  answer({ mx: [{ problem, exchange: exchangeName }] });
export const terms = (...list: object[]) => answer({ spf: spfOf({ terms: list.map(term) }) });
export const noRecord = { record: null, records: [], all: null, allowsNobody: null };
export const sound = answer();

export const withSpf = (fields: object) => answer({ spf: spfOf(fields) });
export const withDmarc = (fields: object) => answer({ dmarc: dmarcOf(fields) });
export const withSts = (fields: object) => answer({ mtaSts: stsOf(fields) });

/** A finding, an answer that has it, and one that does not. */
export const golden = (state: Golden['state'], has: object, evidence: string, hasNot: object = sound): Golden =>
  ({ state, has, evidence, hasNot }) as Golden;
