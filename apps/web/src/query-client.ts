import { QueryClient } from '@tanstack/react-query';
import { limitKeptResults } from './kept-results.ts';

/** The specification's defaults (section 9); what a tool does differently stands in its own folder. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 300_000,
      gcTime: 3_600_000,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
      retry: 1,
      retryDelay: 3000,
      // A server on this machine answers without a network; the wrapping texts tell when none does.
      networkMode: 'always',
    },
  },
});

limitKeptResults(queryClient.getQueryCache());
