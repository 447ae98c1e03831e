import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import type { RecordsOfType } from './records/column-formats.tsx';

/** The records of one type came from the questions for that type, truncated and repeated ones included. */
export function recordsPart({ recordName }: Pick<RecordsOfType, 'recordName'>, domain: string): AnswerPart {
  return { label: null, filters: [{ services: ['dns'], question: { name: domain, types: [recordName] } }] };
}
