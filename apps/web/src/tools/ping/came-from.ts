import type { PingKnown } from '@sonde/contract/tools/ping/tables';
import type { AnswerPart } from '../checked/evidence/exchange-filter.ts';
import { askedForAddresses } from '../checked/evidence/resolver-filters.ts';

/** Each packet is an exchange with the address that was pinged. */
export function packetsPart({ address }: Pick<PingKnown, 'address'>): AnswerPart {
  return { label: null, filters: address === null ? [] : [{ services: ['ping'], address }] };
}

/** The addresses of the host. */
export function addressPart({ host }: Pick<PingKnown, 'host'>): AnswerPart {
  return { label: null, filters: [askedForAddresses(host)] };
}
