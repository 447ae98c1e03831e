import { mailExplanations } from '../../mail/record-explanations.ts';
import { daneExplanations } from './findings/dane-explanations.ts';
import { exchangeExplanations } from './findings/exchange-explanations.ts';
import { keyExplanations } from './findings/key-explanations.ts';
import { serverExplanations } from './findings/server-explanations.ts';
import { spfExplanations } from './findings/spf-explanations.ts';
import { transportExplanations } from './findings/transport-explanations.ts';

/** Explanations of the findings on a domain's mail; some are shared with the DNS lookup. */
export const mailCheckExplanations = {
  ...exchangeExplanations,
  ...spfExplanations,
  ...keyExplanations,
  ...transportExplanations,
  ...serverExplanations,
  ...daneExplanations,
} as const;

/** Everything that a mail answer may need: also the codes that it shares with the DNS lookup. */
export const mailAnswerExplanations = { ...mailExplanations, ...mailCheckExplanations } as const;
