import { MadeToken, TokenList, type TokenWish } from '@sonde/contract/tokens';
import { useQuery } from '@tanstack/react-query';
import { askAccount } from '../api/ask.ts';
import { queryClient } from '../api/query-client.ts';
import { changing, KEY, rules, whileSignedIn } from './account-data.ts';

/** The tokens of the account, without themselves. */
export function useTokens() {
  return useQuery(
    {
      queryKey: [KEY, 'tokens'],
      queryFn: ({ signal }) => whileSignedIn(askAccount('/tokens', TokenList, { signal })),
      ...rules,
    },
    queryClient,
  );
}

/** Makes a token. Only this answer has it. */
export const makeToken = (wish: TokenWish): Promise<MadeToken> =>
  changing(() => askAccount('/tokens', MadeToken, { method: 'POST', body: wish }));
