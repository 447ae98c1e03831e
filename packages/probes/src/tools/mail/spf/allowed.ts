import type { SpfPart } from '@sonde/contract';
import { networksOf } from '@sonde/contract/mail-text/address-set';
import type { SpfPasses } from '@sonde/contract/mail-text/spf-passes';
import { passingCounts } from '@sonde/contract/mail-text/spf-share';

const MAX_NETWORKS = 10;
const MAX_UNKNOWN = 20;

/** The addresses for which SPF passes, as the answer has them. */
export function allowedOf({ passes, unknown }: SpfPasses): NonNullable<SpfPart['allowed']> {
  return {
    ...passingCounts(passes),
    networks: networksOf(passes, MAX_NETWORKS),
    unknown: unknown.slice(0, MAX_UNKNOWN),
  };
}
