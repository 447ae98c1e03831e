import { MadeToken, TokenList, type TokenWish } from '@sonde/contract/tokens';
import { useQuery } from '@tanstack/react-query';
import { askAccount } from '../api/ask.ts';
import { queryClient } from '../api/query-client.ts';
import { changing, KEY, rules, whileSignedIn } from './account-data.ts';

/** The tokens of the account: their names and dates, not the secrets. */
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

/** Creates a token. Only this response contains the secret. */
export const makeToken = (wish: TokenWish): Promise<MadeToken> =>
  changing(() => askAccount('/tokens', MadeToken, { method: 'POST', body: wish }));
