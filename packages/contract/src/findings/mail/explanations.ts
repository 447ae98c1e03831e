import { daneExplanations } from './dane-explanations.ts';
import { exchangeExplanations } from './exchange-explanations.ts';
import { keyExplanations } from './key-explanations.ts';
import { serverExplanations } from './server-explanations.ts';
import { spfExplanations } from './spf-explanations.ts';
import { transportExplanations } from './transport-explanations.ts';

/** What findings on the mail of a domain mean; some are those of the DNS lookup. */
export const mailCheckExplanations = {
  ...exchangeExplanations,
  ...spfExplanations,
  ...keyExplanations,
  ...transportExplanations,
  ...serverExplanations,
  ...daneExplanations,
} as const;
