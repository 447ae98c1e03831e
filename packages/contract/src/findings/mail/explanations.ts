import { daneExplanations } from './dane-explanations.ts';
import { exchangeExplanations } from './exchange-explanations.ts';
import { keyExplanations } from './key-explanations.ts';
import { serverExplanations } from './server-explanations.ts';
import { spfExplanations } from './spf-explanations.ts';
import { transportExplanations } from './transport-explanations.ts';

/** Explanations of the findings on a domain's mail; some are shared with the DNS lookup. */
export const mailCheckExplanations = {
  ...exchangeExplanations,
  ...spfExplanations,
  ...keyExplanations,
  ...transportExplanations,
  ...serverExplanations,
  ...daneExplanations,
} as const;
