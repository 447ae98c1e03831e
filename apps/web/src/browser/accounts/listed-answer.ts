import { KeptListAnswer } from '@sonde/contract/lists/list-calls';
import { useQuery } from '@tanstack/react-query';
import { askApi } from '../api/ask.ts';
import { queryClient } from '../api/query-client.ts';
import { KEY, rules, whileSignedIn } from './account-data.ts';
import { type KeptLookup, parametersOf } from './kept-lookup.ts';

/** The answer that was kept of a lookup; nothing is measured. */
export function useListedAnswer({ list, ...lookup }: KeptLookup) {
  const query = new URLSearchParams(parametersOf(lookup));
  return useQuery(
    {
      queryKey: [KEY, 'lists', list, 'answer', `${query}`],
      queryFn: ({ signal }) =>
        whileSignedIn(askApi(`/api/v2/lists/${encodeURIComponent(list)}/answer?${query}`, KeptListAnswer, { signal })),
      ...rules,
    },
    queryClient,
  );
}
